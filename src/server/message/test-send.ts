import type { Ctx } from '../model/context.ts'
import { deliver } from './deliver.ts'
import type { Outgoing, Receipt } from './deliver.ts'
import { takeAllowance } from './limit.ts'

/** Sends now and tells the admin what became of it: after the commit, so that no transaction waits for a gateway. */
export const sendTest = async (ctx: Ctx, message: Outgoing): Promise<Partial<Receipt>> => {
  await takeAllowance(ctx.engine.database, { channel: message.channel, recipient: message.to, event: 'test', ip: ctx.request.ip })
  const answer: Partial<Receipt> = {}
  ctx.afterCommit(async () => {
    Object.assign(answer, await deliver(ctx, 'test', message))
  })
  return answer
}
