import { refuse } from '#kernel'
import type { Language } from '#kernel'
import type { Reader, Rows } from '../reader.ts'
import { HANDS, reachIn } from '../team.ts'

export type Gather = { id: number; study: number; name: string; state: string; form: number | null; departments: number[] }
export type Handed = { name: string; size: number; sha256: string; datafile?: number | null }
type Asking = { readonly db: Rows; readonly actor: Reader; readonly at?: string }
export type Facts = {
  study: number
  gather: number
  number: number
  name: string
  form: number | null
  department: number | null
  receivedAt: string
  sha256: string
  size: number
  datafile: number | null
  sender: number | null
  submittedAt: string | null
  manifest: { sites: readonly number[] | null; by: { kind: string; id: number } }
}

/** Held until the end: of two deliveries that come at once one is the second. */
const HELD = `SELECT id, study, name, state, form, departments FROM gather_project WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`
const LAST = 'SELECT coalesce(max(number), 0) AS number FROM gather_delivery WHERE gather = $1'

/** The departments whose subjects this person may deliver for: those of the gather project that they reach; null for all. A member's place alone says so, not a right. */
export const sitesOf = async (
  { db, actor }: Asking,
  { study, departments }: Pick<Gather, 'study' | 'departments'>,
): Promise<number[] | null> => {
  const reach = await reachIn(db, actor, study, actor.kind === 'member' ? HANDS : undefined)
  if (reach === 'all') return departments.length ? departments : null
  return [...reach].filter((one) => departments.length === 0 || departments.includes(one))
}

type Locale = Record<Language, { errors?: Record<'notOpen' | 'noForm', string> }>
/** What a delivery is when it comes in: numbered within its gather project, with the sites that its sender answers for. */
export const deliveryOf = async (
  ctx: Asking,
  locale: Locale,
  gather: number,
  { name, size, sha256, datafile = null }: Handed,
): Promise<Facts> => {
  const [held] = await ctx.db.query<Gather>(HELD, [gather])
  if (!held || held.state !== 'open') throw refuse(locale, 'notOpen', { name: held?.name ?? '' })
  if (held.form === null) throw refuse(locale, 'noForm', { name: held.name })
  const [last] = await ctx.db.query<{ number: number }>(LAST, [gather])
  const sites = await sitesOf(ctx, held)
  const receivedAt = ctx.at ?? new Date().toISOString()
  const isMember = ctx.actor.kind === 'member'
  return {
    study: held.study,
    gather,
    number: Number(last?.number ?? 0) + 1,
    name: name || 'file',
    form: held.form,
    department: sites?.length === 1 ? (sites[0] ?? null) : null,
    receivedAt,
    sha256,
    size,
    datafile,
    sender: isMember ? ctx.actor.id : null,
    // A member sees first what was read, and then stands by it.
    submittedAt: isMember ? null : receivedAt,
    manifest: { sites, by: { kind: ctx.actor.kind, id: ctx.actor.id } },
  }
}
