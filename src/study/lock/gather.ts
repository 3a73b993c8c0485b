import type { Rows } from '../reader.ts'

const LOCK = `SELECT id FROM gather_project WHERE study = $1 AND ($2::bigint IS NULL OR id = $2) AND deleted_at IS NULL AND state IN ('open', 'paused', 'closed') ORDER BY id`
/** Those that no other lock keeps. */
const RELEASE = `SELECT g.id FROM gather_project g WHERE g.study = $1 AND ($2::bigint IS NULL OR g.id = $2) AND g.deleted_at IS NULL AND g.state = 'locked'
  AND NOT EXISTS (SELECT 1 FROM study_lock l WHERE l.study = g.study AND l.state = 'locked' AND (l.scope = 'study' OR l.scope = 'gather' AND l.gather = g.id)) ORDER BY g.id`
type Lock = { readonly study: number; readonly gather: number | null; readonly state: string }
/** Which gather projects follow this lock, and where to: what was open before it is closed after it, and opened again with a reason. */
export const followers = async (db: Rows, { study, gather, state }: Lock): Promise<{ to: 'locked' | 'closed'; ids: number[] }> => {
  const to = state === 'locked' ? 'locked' : 'closed'
  const rows = await db.query<{ id: number }>(to === 'locked' ? LOCK : RELEASE, [study, gather])
  return { to, ids: rows.map(({ id }) => id) }
}

const tie = (study: number): string => `gather projects of ${study} follow their lock`
/** What a lock brings along is not refused by it, for as long as `work` takes. */
export const following = async (db: Rows, study: number, work: () => Promise<void>): Promise<void> => {
  db.held?.add(tie(study))
  try {
    await work()
  } finally {
    db.held?.delete(tie(study))
  }
}
export const isFollowing = ({ held }: Rows, study: number): boolean => held?.has(tie(study)) === true
