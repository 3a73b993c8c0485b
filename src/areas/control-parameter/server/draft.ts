import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import type { Said } from '#study/parameter/exchange.ts'

export const VERSION = 'control.version'
const titleOf = (code: string, number: number): string => `${code} v${number}`
/** The next version of a rule, as a draft. */
export const draft = (ctx: Ctx, parameter: { id: number; code: string; check: string }, number: number, body: unknown, said?: Said) =>
  ctx.engine.add(
    { ...ctx, actor: SYSTEM },
    VERSION,
    { parameter: parameter.id, body, ...said },
    { number, check: parameter.check, title: titleOf(parameter.code, number) },
  )
