import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Converter } from '../storage/converter.ts'
import type { Store } from '../storage/store.ts'

/** What the worker process lends its tasks. */
export type Tools = { readonly config: Config; readonly database: Database; readonly store: Store; readonly converter: Converter }
