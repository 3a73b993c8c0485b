import type { Ctx } from '#server'
import type { Widget } from '#server/model/half.ts'
import { runningFor } from '#server/running.ts'

const SHOWN = 5
type Entry = { at: string; by: string; action: string; where: string; what: string }

const commands = async (ctx: Ctx): Promise<Entry[]> => {
  if (!ctx.actor.super) return []
  const rows = await ctx.db.query<{ at: string; by: string; command: string }>(
    `SELECT r.started_at AS at, coalesce(a.nickname, '') AS by, r.command FROM terminal_run r LEFT JOIN auth_admin a ON a.id = r.admin_id
     WHERE r.status = 'executing' ORDER BY r.id DESC LIMIT ${SHOWN}`,
  )
  return rows.map(({ at, by, command }) => ({ at, by, action: 'running', where: '', what: command }))
}

/** Commands and exports run for as long as a person waits for them; when none runs, there is nothing to say. */
export const runningWidget: Widget = {
  key: 'running',
  title: { 'zh-cn': '正在执行的任务', en: 'Running tasks' },
  icon: 'activity',
  rule: 'dashboard/index',
  order: 95,
  read: async (ctx) => {
    const works = runningFor(ctx.actor).map(({ at, by, action, what }) => ({ at, by: by.name, action, where: '', what }))
    const entries = [...(await commands(ctx)), ...works].slice(0, SHOWN)
    return entries.length ? { kind: 'feed', entries } : null
  },
}
