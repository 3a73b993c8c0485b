import * as z from 'zod'

const whole = z.int().positive()
export const recheckShape = z.object({
  study: whole,
  /** Lineages: `control.parameter`. */
  parameters: z.array(whole).min(1).max(10_000),
  /** Touched records, by form and subject. */
  pairs: z
    .array(z.object({ form: whole, subject: whole }))
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
 * so a hundred edits are one run; `id` is the run that will have looked. It covers the parameters in the whole of those forms, whatever else
 * stands in them: findings of other parameters and other forms stay as they are. Its findings are those with `stateRun = id`.
 */
export const recheck = async <C extends Acting<C>>(ctx: C, asked: Recheck): Promise<{ id: number }> => {
  const answer = await ctx.engine.act(ctx, 'qc.run', 'recheck', [], recheckShape.parse(asked))
  return z.object({ id: z.number() }).parse(answer)
}
