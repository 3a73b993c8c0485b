import type { Widget } from './widget.ts'

/** Commands run for as long as a person waits for them; when none runs, there is nothing to say. */
export const terminalWidget: Widget = {
  key: 'running',
  title: { 'zh-cn': '正在执行的任务', en: 'Running tasks' },
  icon: 'square-terminal',
  rule: '*',
  order: 130,
  read: async (ctx) => {
    if (!ctx.actor.super) return null
    const rows = await ctx.db.query<{ at: string; by: string; command: string }>(
      `SELECT r.started_at AS at, coalesce(a.nickname, '') AS by, r.command FROM terminal_run r LEFT JOIN auth_admin a ON a.id = r.admin_id
       WHERE r.status = 'executing' ORDER BY r.id DESC LIMIT 5`,
    )
    return rows.length
      ? { kind: 'feed', entries: rows.map(({ at, by, command }) => ({ at, by, action: 'running', where: '', what: command })) }
      : null
  },
}
