import * as z from 'zod'
import { OPEN_STATES } from '../finding/state.ts'
import type { Rows } from '../reader.ts'

const whole = z.int().positive()
export const recheckShape = z.object({
  study: whole,
  /** Lineages: `control.parameter`. */
  parameters: z.array(whole).min(1).max(10_000),
  /** Touched records, by form and subject; when each was first asked for and has been calm for long enough, in milliseconds. */
  pairs: z
    .array(z.object({ form: whole, subject: whole, since: z.number().exactOptional(), due: z.number().exactOptional() }))
    .min(1)
    .max(100_000),
})
export type Recheck = z.infer<typeof recheckShape>

/** The engine as far as this needs it: a context of the server has it. */
type Acting<C> = {
  readonly engine: {
    act(ctx: C, resource: string, action: string, ids: readonly number[], input: Record<string, unknown>): Promise<unknown>
  }
}

/**
 * Asks for a run of these parameters over the forms of these pairs, in the caller's transaction: `const { id } = await recheck(ctx, {…})`.
 * Whoever acts must see the study (the system sees every one). What is asked while another re-check of the study still waits joins that one,
 * so a hundred edits are one run; pairs that are not calm yet when it begins are left to the next. It covers the parameters in the whole of those forms, whatever else
 * stands in them: findings of other parameters and other forms stay as they are. Its findings are those with `stateRun = id`.
 */
export const recheck = async <C extends Acting<C>>(ctx: C, asked: Recheck): Promise<{ id: number }> => {
  const answer = await ctx.engine.act(ctx, 'qc.run', 'recheck', [], recheckShape.parse(asked))
  return z.object({ id: z.number() }).parse(answer)
}

const RULES = `SELECT f.parameter AS id, array_agg(DISTINCT jsonb_build_object('form', f.form, 'subject', f.subject)) AS pairs
  FROM finding f JOIN jsonb_to_recordset($1::jsonb) AS p(form bigint, subject bigint) ON f.form = p.form AND f.subject = p.subject
  WHERE f.state = ANY($2) AND f.parameter <> ALL($3::bigint[])
    AND NOT EXISTS (SELECT FROM routine_config WHERE name = 'recheck_on_change' AND value = 'false') GROUP BY f.parameter ORDER BY f.parameter`
type Touched = { study: number; pairs: Recheck['pairs']; except?: readonly number[] }
/**
 * After a change: the rules with open findings of these pairs are asked again, unless a setting says no; `except` those that a run will ask
 * anyway. Null where nothing is to be asked.
 */
export const recheckTouched = async <C extends Acting<C> & { readonly db: Rows }>(
  ctx: C,
  { study, pairs, except = [] }: Touched,
): Promise<{ id: number } | null> => {
  const found = await ctx.db.query<{ id: number; pairs: Recheck['pairs'] }>(RULES, [JSON.stringify(pairs), OPEN_STATES, except])
  const open = new Map(found.flatMap((rule) => rule.pairs).map((pair) => [`${pair.form} ${pair.subject}`, pair]))
  return open.size === 0 ? null : recheck(ctx, { study, parameters: found.map(({ id }) => id), pairs: [...open.values()] })
}
