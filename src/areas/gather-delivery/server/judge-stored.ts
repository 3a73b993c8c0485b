import { Refusal } from '#kernel'
import type { Ctx } from '#server'

type Stored = { study: number; form: number; controlSet: number | null }
/** The gather project's control set looks at the form with the new rows in it. A set that cannot be run holds no delivery back. */
export const judgeStored = async (ctx: Ctx, { study, form, controlSet }: Stored, log: (line: string) => void): Promise<void> => {
  if (controlSet === null) return
  try {
    await ctx.engine.act(ctx, 'qc.run', 'judge', [], { study, form, set: controlSet })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log(error.message)
  }
}
