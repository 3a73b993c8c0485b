import type { Ctx } from '../model/context.ts'

/** Whether this person reads a field in clear, also of something that nobody has opened since the start; of what they do not see they read none. */
export const readsField = async (ctx: Ctx, resource: string, field: string): Promise<boolean> =>
  (await ctx.engine.registry.open(ctx, resource)) !== undefined && !ctx.engine.masks.hides(ctx, resource, field)
