import type { Words } from '#kernel'
import { heldOn } from './lock/held.ts'
import type { Rows } from './reader.ts'

/** The life of a study as people speak of it, and the states of each step. */
export const STEPS = {
  build: ['draft', 'submitted', 'approved'],
  collect: ['collecting'],
  clean: ['cleaning', 'frozen'],
  lock: ['locked'],
  archive: ['archived'],
} as const
export type Step = keyof typeof STEPS

/** For `lockScope` of what belongs to a study as a whole; what is smaller says where it stands. */
export const closedStudy = ({ db }: { readonly db: Rows }, { study }: { readonly study: number }): Promise<Words | null> =>
  heldOn(db, { study })

export const stateOf = async (db: Rows, study: number): Promise<string | undefined> =>
  (await db.query<{ state: string }>('SELECT state FROM study_project WHERE id = $1 AND deleted_at IS NULL', [study]))[0]?.state
