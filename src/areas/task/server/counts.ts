import { ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { adminId } from '#server/model/actor.ts'
import { task } from '../index.ts'

const READ = { audience: 'admin', rule: ruleOf(task.name, 'index') } as const

/** How many each of the usual views lists, for this reader. */
const counts = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const count = async (field: string, val: string): Promise<number> => {
    const search = JSON.stringify([{ field, operator: 'IN', val }])
    return (await ctx.engine.list(ctx, task.name, { limit: '1', search })).total
  }
  const [running, mine, worse] = [
    await count('state', 'waiting,running'),
    await count('ownerId', String(adminId(actor) ?? 0)),
    await count('state', 'failed,parked'),
  ]
  return { running, mine, worse }
}

export const countRoutes = ({ guarded }: Declare): void => guarded('GET', '/admin/task/counts', READ, counts)
