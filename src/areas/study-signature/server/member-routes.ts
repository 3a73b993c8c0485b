import { fail } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { studySignature } from '../index.ts'
import { ownSheets } from './own.ts'
import { prove } from './proof.ts'
import { waivedOf } from './waived.ts'

/** A member's group holds the page; which sheets they see and sign, their place as investigator says alone. */
const OWN = { audience: 'user', rule: 'study/signature' } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })

const MOST = 50
const listed = async (ctx: Ctx, states: readonly string[]): Promise<{ rows: AnyRow[]; more: number }> => {
  const { ids, total } = await ownSheets(ctx, { states })
  if (ids.length === 0) return { rows: [], more: 0 }
  const search = [{ field: 'id', operator: 'IN', val: ids.join() }]
  const found = await ctx.engine.list(ctx, studySignature.name, { limit: MOST, search })
  return { rows: found.list, more: found.total - found.list.length + total - ids.length }
}
const labelIn = ({ _labels }: AnyRow, ...names: string[]): string | null => {
  const labels: unknown[] = names.map((name) => (typeof _labels === 'object' && _labels !== null ? Reflect.get(_labels, name) : null))
  return labels.find((label): label is string => typeof label === 'string') ?? null
}
/** What the member signs as investigator: what waits first, then what they and others have signed. `more`: how many older ones there are. */
const list = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const [waiting, done] = [await listed(ctx, ['hashing', 'ready']), await listed(ctx, ['signed'])]
  const rows = [...waiting.rows, ...done.rows]
  const waived = await waivedOf(ctx, rows)
  return {
    more: waiting.more + done.more,
    list: rows.map((row) => {
      const { id, scope, title, state, hash, records, manifest, meaning, signedAt, checkedHash, checkedAt } = row
      const own = { id, scope, title, state, hash, records, forms: manifest, meaning, signedAt, checkedHash, checkedAt }
      return { ...own, study: labelIn(row, 'study'), by: labelIn(row, 'by', 'byMember'), waived: waived(row) }
    }),
  }
}

const sign = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { id, ...given } = { id: undefined, ...(typeof call.body === 'object' ? call.body : {}) }
  if (!Number.isSafeInteger(id)) throw fail('record.missing')
  return ctx.engine.act(ctx, studySignature.name, 'sign', [Number(id)], given)
}

export const memberSignatureRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/api/study/signature/index', OWN, list)
  guarded('POST', '/api/study/signature/prove', OWN, async (call, actor) => prove(call, await asPlaced(call, actor)))
  guarded('POST', '/api/study/signature/sign', OWN, sign)
}
