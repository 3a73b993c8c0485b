import type { BulkAct } from '../../api/resource.ts'

/** Asks for something to be done to all that a list holds; throws what the server refuses. */
export type SendAll = (act: BulkAct, reason: string | undefined) => Promise<void>
