import { ruleOf } from '#kernel'
import type { Condition } from '#kernel'
import type { Ctx } from '#server'
import { Bind } from '#server/db/bind.ts'
import type { Answer } from '#server/model/half.ts'
import type { Model } from '#server/model/model.ts'
import { scopeSql } from '#server/model/scope.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import { formOf } from './form.ts'

/** Slots of the form, by whether this person reads them. */
const slotsOf = (ctx: Ctx, model: Model): { read: string[]; hidden: string[] } => {
  const { fields } = ctx.engine.masks.hidden(ctx, model)
  const slots = [...model.columns.keys()].filter((name) => /^v[0-9]/.test(name))
  return { read: slots.filter((name) => !fields.has(name)), hidden: slots.filter((name) => fields.has(name)) }
}

/** Rows of `area` that are about a record, and about no cell that this person does not read: else the filter would tell of it. */
const about =
  (area: string, column: 'slot' | 'field', states: readonly string[]) =>
  async (ctx: Ctx, model: Model, { value }: Condition) => {
    const bind = new Bind()
    const { read, hidden } = slotsOf(ctx, model)
    const other = ctx.engine.registry.need(area)
    const cells = `string_to_array(t.${column}, ', ')`
    const told = hidden.length
      ? [`(t.${column} IS NULL OR ${cells} && ${bind.add(read)}::text[] OR NOT ${cells} && ${bind.add(hidden)}::text[])`]
      : []
    const parts = [
      `t.form = ${bind.add(formOf(ctx, model).id)}`,
      `t.state = ANY(${bind.add(states)})`,
      ...told,
      ...(await scopeSql({ ...ctx, departments: [] }, other, bind)),
    ]
    // Within the brackets `t` is the finding or the query.
    const found = `(SELECT t.record AS id FROM ${other.table} t WHERE ${parts.join(' AND ')})`
    return { where: `${value === true ? '' : 'NOT '}EXISTS (SELECT 1 FROM ${found} f WHERE f.id = t.id)`, params: bind.values }
  }

/** A value came, by hand or with a delivery, or another one came in its place. Of what a delivery brings new, no change is noted. */
const changedSince = (ctx: Ctx, model: Model, { value }: Condition) => ({
  where: `(t.created_at >= $2::timestamptz OR t.id IN (SELECT c.record FROM value_change c WHERE c.form = $1 AND c.at >= $2::timestamptz))`,
  params: [formOf(ctx, model).id, value],
})

export const asks = {
  hasFinding: { rule: ruleOf('finding', 'index'), where: about('finding', 'slot', OPEN_STATES) },
  hasQuery: { rule: ruleOf('query', 'index'), where: about('query', 'field', ['open', 'answered']) },
  changedSince: { where: changedSince },
} satisfies Record<string, Answer>
