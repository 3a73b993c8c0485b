import type { Ctx } from '#server'
import { readSettings } from '#server/settings/read.ts'
import { OPEN_STATES } from '#study/finding/state.ts'

/** What comes after the answer: a re-check by itself, a look by a person; what the re-check has said already. */
export type Next = 'recheck' | 'person' | 'standing' | 'proved' | null

const STANDS = `SELECT q.state, q.category, q.proved, (SELECT e.kind FROM query_entry e WHERE e.query = q.id AND e.kind <> 'remark' ORDER BY e.id DESC LIMIT 1) AS last,
  EXISTS (SELECT FROM finding f WHERE f.query = q.id AND f.state = ANY($2)) AS found FROM query q WHERE q.id = $1`
type Stands = { state: string; category: string | null; proved: boolean; last: string; found: boolean }
export const nextOf = async (ctx: Ctx, id: number): Promise<Next> => {
  const [at] = await ctx.db.query<Stands>(STANDS, [id, OPEN_STATES])
  if (!at || at.state === 'open' || at.state === 'cancelled') return null
  if (at.state === 'closed') return at.proved ? 'proved' : null
  if (at.last === 'standing') return 'standing'
  if (at.category !== 'corrected' || !at.found) return 'person'
  const { recheck_on_change: isOn } = await readSettings(ctx.db, ['recheck_on_change'])
  return isOn === false ? 'person' : 'recheck'
}
