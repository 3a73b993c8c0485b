import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import type { Converter } from '../storage/converter.ts'
import type { Store } from '../storage/store.ts'

/** What the worker process lends its tasks. `system`: the process itself as the one who acts, with the engine over the same database. */
export type Tools = {
  readonly config: Config
  readonly database: Database
  readonly system: Ctx
  readonly store: Store
  readonly converter: Converter
}
