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

/** Whether it collects data or did. */
export const isUnderWay = (state: string | undefined): boolean => state !== undefined && !STEPS.build.some((one) => one === state)
/** The same for whoever writes: it does not begin to collect until they are done. */
export const staysUnderWay = async (db: Rows, study: number): Promise<boolean> =>
  isUnderWay((await db.query<{ state: string }>('SELECT state FROM study_project WHERE id = $1 FOR SHARE', [study]))[0]?.state)
