import type { Ctx } from '#server'
import { OPEN_STATES } from '#study/finding/state.ts'

/** What comes after the answer: a re-check that was asked for, a look by a person; what the re-check has said already. */
export type Next = 'recheck' | 'person' | 'standing' | 'proved' | null

/** `coming`: a re-check of what is still found here, that waits or is at work. One that failed leaves it to a person. */
const STANDS = `SELECT q.state, q.category, q.proved, (SELECT e.kind FROM query_entry e WHERE e.query = q.id AND e.kind <> 'remark' ORDER BY e.id DESC LIMIT 1) AS last,
  EXISTS (SELECT FROM finding f JOIN qc_run r ON r.study = q.study AND r.state IN ('waiting', 'running') AND r.asked -> 'parameters' @> to_jsonb(f.parameter)
    WHERE f.query = q.id AND f.state = ANY($2)) AS coming FROM query q WHERE q.id = $1`
type Stands = { state: string; category: string | null; proved: boolean; last: string; coming: boolean }
export const nextOf = async (ctx: Ctx, id: number): Promise<Next> => {
  const [at] = await ctx.db.query<Stands>(STANDS, [id, OPEN_STATES])
  if (!at || at.state === 'open' || at.state === 'cancelled') return null
  if (at.state === 'closed') return at.proved ? 'proved' : null
  if (at.last === 'standing') return 'standing'
  return at.category === 'corrected' && at.coming ? 'recheck' : 'person'
}
