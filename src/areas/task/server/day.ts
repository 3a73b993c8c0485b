import { ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { lastDay } from '#server/model/widget.ts'
import { task } from '../index.ts'

const MOST = 500
/** What began in the last 24 hours, for this reader: of very many the newest, and how many there were and failed in all. */
const day = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const begun = { field: 'startedAt', operator: 'RANGE', val: lastDay() }
  const found = (limit: number, ...search: object[]) =>
    ctx.engine.list(ctx, task.name, { limit: String(limit), order: 'startedAt,desc', search: JSON.stringify([begun, ...search]) })
  const { list, total } = await found(MOST)
  const failed = (await found(1, { field: 'state', operator: 'IN', val: 'failed,parked' })).total
  return { total, failed, list: list.map(({ id, title, state, startedAt, endedAt }) => ({ id, title, state, startedAt, endedAt })) }
}

export const dayRoutes = ({ guarded }: Declare): void =>
  guarded('GET', '/admin/task/day', { audience: 'admin', rule: ruleOf(task.name, 'index') }, day)
