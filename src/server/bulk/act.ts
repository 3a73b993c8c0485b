import * as z from 'zod/mini'
import { Refusal, actionsOf, can, checkField, fail, invalid, mayAskSecond, moveRule, openMoves, ruleFor, settableOf } from '#kernel'
import type { Words } from '#kernel'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { readInput } from '../resource/action.ts'
import { setField } from '../resource/set.ts'

/** What is done to everything that a filter finds. */
export const Act = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('set'), field: z.string(), value: z.unknown() }),
  z.strictObject({ verb: z.literal('del') }),
  z.strictObject({ verb: z.literal('restore') }),
  z.strictObject({ verb: z.literal('move'), to: z.string() }),
  z.strictObject({ verb: z.literal('act'), action: z.string(), input: z.record(z.string(), z.unknown()) }),
])
export type Act = z.infer<typeof Act>

export const binOf = ({ verb }: Act): 'live' | 'recycled' => (verb === 'restore' ? 'recycled' : 'live')

const ruleOf = (model: Model, act: Act): string | undefined => {
  const { resource } = model
  if (act.verb === 'move') return openMoves(resource).includes(act.to) ? moveRule(resource, act.to) : undefined
  if (act.verb === 'act') return Object.hasOwn(resource.actions, act.action) && resource.actions[act.action]?.bulk ? act.action : undefined
  const rule = act.verb === 'set' ? 'edit' : act.verb
  return actionsOf(resource).some((one) => one === rule) ? rule : undefined
}

/** Refuses what could be done to no record at all. Where a second person must agree, each record is asked for by itself. */
export const refuseAct = (ctx: Ctx, model: Model, act: Act): void => {
  const { resource } = model
  const rule = ruleOf(model, act)
  if (rule === undefined) throw fail('request.unknown', { url: `${resource.name}/${act.verb}`.slice(0, 200) })
  if (!can(ctx.actor.rules, ruleFor(resource, rule))) throw fail('auth.forbidden')
  if (act.verb === 'move') {
    const move = resource.moves?.[act.to]
    if (move && mayAskSecond(move)) throw fail('bulk.second')
  }
  if (act.verb === 'act') readInput(resource, act.action, act.input)
  if (act.verb !== 'set') return
  const field = settableOf(resource)[act.field]
  if (!Object.hasOwn(settableOf(resource), act.field) || !field) throw fail('input.unknownField', { field: act.field.slice(0, 100) })
  const problem = checkField(act.field, field, act.value)
  if (problem) throw invalid([problem])
}

/** How many became another record than they were. */
const run = async (ctx: Ctx, model: Model, act: Act, ids: readonly number[]): Promise<number> => {
  const { name } = model.resource
  switch (act.verb) {
    case 'set': {
      const rows = ids.map((id) => ({ id, value: act.value }))
      return (await setField(ctx, model, act.field, rows)).count
    }
    case 'del':
      return ctx.engine.del(ctx, name, ids)
    case 'restore':
      return ctx.engine.restore(ctx, name, ids)
    case 'move':
      await ctx.engine.moveAll(ctx, name, ids, act.to)
      return ids.length
    case 'act':
      await ctx.engine.act(ctx, name, act.action, ids, act.input)
      return ids.length
  }
}

export type Refused = { id: number; why: Words }
export type Outcome = { changed: number; refused: Refused[] }
const saidIn = (error: Refusal): Words => ({ 'zh-cn': error.sentence('zh-cn'), en: error.sentence('en') })

/** As one change; where one of them stands in the way, each for itself: what can be done is done, and the rest says why not. */
export const actOn = async (ctx: Ctx, model: Model, act: Act, ids: readonly number[]): Promise<Outcome> => {
  try {
    return { changed: await ctx.engine.attempt(ctx, () => run(ctx, model, act, ids)), refused: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [id] = ids
    if (ids.length === 1 && id !== undefined) return { changed: 0, refused: [{ id, why: saidIn(error) }] }
  }
  const each: Outcome = { changed: 0, refused: [] }
  for (const id of ids) {
    const one = await actOn(ctx, model, act, [id])
    each.changed += one.changed
    each.refused.push(...one.refused)
  }
  return each
}
