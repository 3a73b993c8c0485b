import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'

/** What the worker process lends its tasks. */
export type Tools = { readonly config: Config; readonly database: Database }
