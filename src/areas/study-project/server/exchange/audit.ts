import { saidReason } from '#kernel'
import type { Ctx } from '#server'
import type { Audit } from '#study/exchange/odm/model.ts'
import { tableName } from '#study/record/table.ts'
import type { GivenForm } from './source.ts'

/** Who gave a value of a record its present form, when and why; null where nobody knows. */
export type Audits = (record: number, code: string) => Audit | null

type Last = { record: number; slot: number; at: string; by: string; reason: string | null }
const CHANGED = `SELECT DISTINCT ON (record, slot) record, slot, at, actor_name AS by, reason FROM value_change
  WHERE form = $1 AND record = ANY($2::bigint[]) ORDER BY record, slot, id DESC`
type Told = Omit<Last, 'reason'> & { reason: string; location: string; system: string }
/** The last thing that another system said of a value; one that was changed here since is ours. */
const TOLD = `SELECT DISTINCT ON (o.record, o.slot) o.record, o.slot, o.at, o.by, o.location, o.reason, o.system FROM value_origin o
  WHERE o.form = $1 AND o.record = ANY($2::bigint[]) AND NOT EXISTS (SELECT FROM value_change c WHERE c.form = o.form AND c.record = o.record
    AND c.slot = o.slot AND c.delivery IS DISTINCT FROM o.delivery AND c.at > (SELECT d.received_at FROM gather_delivery d WHERE d.id = o.delivery))
  ORDER BY o.record, o.slot, o.id DESC`
type Born = { record: number; at: string; by: string | null; site: string | null }
const bornIn = (
  form: number,
): string => `SELECT t.id AS record, t.created_at AS at, coalesce(a.nickname, u.nickname, d.name) AS by, s.code AS site
  FROM "record"."${tableName(form)}" t LEFT JOIN auth_admin a ON a.id = t.owner_id LEFT JOIN gather_delivery d ON d.id = t.delivery_id
  LEFT JOIN user_user u ON u.id = d.sender LEFT JOIN department s ON s.id = t.department WHERE t.id = ANY($1::bigint[])`

const cell = (record: number, slot: number): string => `${record} ${slot}`

/** Of records that somebody takes out of the house: what is written there is what the history of each value says last. */
export const auditsOf = async (ctx: Ctx, { form, model, variables }: GivenForm, records: readonly number[]): Promise<Audits> => {
  if (!model || records.length === 0) return () => null
  const changed = new Map((await ctx.db.query<Last>(CHANGED, [form.id, records])).map((one) => [cell(one.record, one.slot), one]))
  const told = new Map((await ctx.db.query<Told>(TOLD, [form.id, records])).map((one) => [cell(one.record, one.slot), one]))
  const born = new Map((await ctx.db.query<Born>(bornIn(form.id), [records])).map((one) => [one.record, one]))
  const slots = new Map(variables.map(({ code, slot }) => [code, slot]))
  return (record, code) => {
    const at = cell(record, slots.get(code) ?? 0)
    const birth = born.get(record)
    const site = birth?.site ?? ''
    const other = told.get(at)
    if (other) return { at: other.at, user: other.by, location: other.location, reason: other.reason, source: other.system }
    const own = changed.get(at)
    if (own) return { at: own.at, user: own.by, location: site, reason: saidReason(own.reason, ctx.language) ?? '', source: '' }
    return birth ? { at: birth.at, user: birth.by ?? '', location: site, reason: '', source: '' } : null
  }
}
