import { fail } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { studiesAs } from '#study/team.ts'
import { studySignature } from '../index.ts'
import { prove } from './proof.ts'

/** A member's group holds the page; which sheets they see and sign, their place as investigator says alone. */
const OWN = { audience: 'user', rule: 'study/signature' } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })

/** Of the studies that the member leads as investigator. */
const list = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const studies = await studiesAs(ctx.db, ctx.actor, 'pi')
  if (studies.length === 0) return { list: [] }
  const search = [
    { field: 'study', operator: 'IN', val: studies.join() },
    { field: 'state', operator: 'IN', val: 'hashing,ready,signed' },
  ]
  const found = await ctx.engine.list(ctx, studySignature.name, { limit: 50, search })
  return {
    list: found.list.map(({ id, scope, title, state, hash, records, manifest, signedAt, _labels }) => ({
      id,
      scope,
      title,
      state,
      hash,
      records,
      forms: manifest,
      signedAt,
      study: typeof _labels === 'object' && _labels !== null ? Reflect.get(_labels, 'study') : null,
    })),
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
