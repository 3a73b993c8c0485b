import type { Ctx } from '#server'
import { OPEN_STATES } from '#study/finding/state.ts'
import { lockedAmong } from '#study/lock/said.ts'

/**
 * What comes now: the word of whoever sent a corrected file (`submit`), its acceptance (`accept`), a re-check that was asked for, a look by a
 * person; or what the re-check has said already. `locked`: nobody answers any more, somebody who decides closes it.
 */
export type Next = 'submit' | 'accept' | 'recheck' | 'person' | 'standing' | 'proved' | 'locked' | null

/** `coming`: a re-check of what is still found here, that waits or is at work, or a file that is still read. One that failed leaves it to a person. */
const STANDS = `SELECT q.study, q.form, q.record, q.subject, q.datafile, q.delivery, q.state, q.category, q.proved, (SELECT e.kind FROM query_entry e WHERE e.query = q.id AND e.kind <> 'remark' ORDER BY e.id DESC LIMIT 1) AS last,
  EXISTS (SELECT FROM finding f JOIN qc_run r ON r.study = q.study AND r.state IN ('waiting', 'running') WHERE f.query = q.id AND f.state = ANY($2)
    AND (r.asked -> 'parameters' @> to_jsonb(f.parameter) OR r.datafile = f.datafile OR r.delivery = d.id))
  OR EXISTS (SELECT FROM finding f JOIN datafile b ON b.id = f.datafile AND b.state IN ('received', 'parsing') WHERE f.query = q.id AND f.state = ANY($2)) AS coming,
  d.state AS sent, d.submitted_at IS NOT NULL AS submitted
  FROM query q LEFT JOIN LATERAL (SELECT * FROM gather_delivery g WHERE g.query = q.id ORDER BY g.id DESC LIMIT 1) d ON true WHERE q.id = $1`
type Stands = {
  study: number
  form: number | null
  record: number | null
  subject: number | null
  datafile: number | null
  delivery: number | null
  state: string
  category: string | null
  proved: boolean
  last: string
  coming: boolean
  sent: string | null
  submitted: boolean
}
const AT_HAND: ReadonlySet<string | null> = new Set(['received', 'reading', 'mapped', 'compared', 'quarantined'])
export const nextOf = async (ctx: Ctx, id: number): Promise<Next> => {
  const [at] = await ctx.db.query<Stands>(STANDS, [id, OPEN_STATES])
  if (!at || at.state === 'cancelled') return null
  if (at.state !== 'closed' && (await lockedAmong(ctx.db, [at])).size > 0) return 'locked'
  if (at.state === 'open') return AT_HAND.has(at.sent) && !at.submitted ? 'submit' : null
  if (at.state === 'closed') return at.proved ? 'proved' : null
  if (at.category === 'corrected' && at.submitted && AT_HAND.has(at.sent)) return 'accept'
  if (at.category === 'corrected' && at.coming) return 'recheck'
  return at.last === 'standing' ? 'standing' : 'person'
}
