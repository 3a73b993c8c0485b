import type { Words } from '#kernel'
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

const CLOSED = ['frozen', 'locked', 'archived']

/** For `lockScope`: what belongs to a study that is frozen, locked or archived is not changed any more. */
export const closedStudy = async ({ db }: { readonly db: Rows }, { study }: { readonly study: number }): Promise<Words | null> => {
  const [found] = await db.query<{ code: string }>('SELECT code FROM study_project WHERE id = $1 AND state = ANY($2)', [study, CLOSED])
  return found ? { 'zh-cn': found.code, en: found.code } : null
}

export const stateOf = async (db: Rows, study: number): Promise<string | undefined> =>
  (await db.query<{ state: string }>('SELECT state FROM study_project WHERE id = $1 AND deleted_at IS NULL', [study]))[0]?.state
