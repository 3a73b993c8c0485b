import { MASK } from '#server'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import { judge } from '#study/record/value.ts'
import type { Judgement } from '#study/record/value.ts'
import { formOf } from './form.ts'

/** What the dictionary says about a record as this person sees it. A result may tell what it was computed from: it is masked like the variable itself. */
export const judged = (ctx: Ctx, model: Model, given: unknown): Judgement => {
  const entered = typeof given === 'object' && given !== null ? { ...given } : {}
  const hidden = ctx.engine.masks.hidden(ctx, model).fields
  const { odd, computed, ...answer } = judge(formOf(ctx, model).content, entered, new Date().toISOString().slice(0, 19))
  return {
    ...answer,
    odd: Object.fromEntries(Object.entries(odd).filter(([name]) => !hidden.has(name))),
    computed: Object.fromEntries(
      Object.entries(computed).map(([name, value]) => [name, value !== null && hidden.has(name) ? MASK : value]),
    ),
  }
}
