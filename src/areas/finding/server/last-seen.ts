import { contextOf, type Declare } from '#server'
import { OPEN_STATES } from '#study/finding/state.ts'
import { finding } from '../index.ts'

type At = { id: number; at: string | null }
type Told = At & { to: string }
const EVENTS = `SELECT e.run AS id, q.finished_at AS at, e."to" FROM finding_event e JOIN qc_run q ON q.id = e.run WHERE e.finding = $1 ORDER BY e.id DESC`
/** The last run before `$2` that judged the rule where the finding is. A re-check looked at some subjects alone. */
const COVERING = `SELECT q.id, q.finished_at AS at FROM finding f JOIN qc_run q ON q.datafile IS NOT DISTINCT FROM f.datafile AND q.study IS NOT DISTINCT FROM f.study
  WHERE f.id = $1 AND q.state = 'done' AND q.asked IS NULL AND q.id >= f.first_run AND ($2::bigint IS NULL OR q.id < $2)
    AND EXISTS (SELECT FROM qc_result r WHERE r.run = q.id AND r.parameter = f.parameter AND r.form IS NOT DISTINCT FROM f.form AND r.status IN ('passed', 'warned', 'failed'))
  ORDER BY q.id DESC LIMIT 1`

const isOpen = (state: unknown): boolean => OPEN_STATES.some((open) => open === state)
const later = (one: At | undefined, other: At | undefined): At | null => {
  if (one && other) return one.id > other.id ? one : other
  return one ?? other ?? null
}

/** From which run to which a finding was found: nothing is written of one that is still there, the runs that judged it again prove it. */
export const seenRoutes = ({ guarded }: Declare): void =>
  guarded('GET', '/admin/finding/seen', { audience: 'admin', rule: 'finding/index' }, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const { id, state } = await ctx.engine.get(ctx, finding.name, Number(call.query['id']))
    const told = await ctx.db.query<Told>(EVENTS, [id])
    const at = (event: Told | undefined): At | null => (event ? { id: event.id, at: event.at } : null)
    const found = told.find(({ to }) => to !== 'resolved')
    const first = at(told.findLast(({ to }) => to !== 'resolved'))
    const gone = state === 'resolved' ? at(told[0]?.to === 'resolved' ? told[0] : undefined) : null
    // Accepted ones, and false positives, are left as they are whether they are found or not.
    if (!isOpen(state) && !gone) return { first, last: null, gone }
    const [covering] = await ctx.db.query<At>(COVERING, [id, gone?.id ?? null])
    return { first, last: later(covering, found && { id: found.id, at: found.at }), gone }
  })
