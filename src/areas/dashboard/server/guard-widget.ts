import { unguarded } from '#server/db/guard.ts'
import type { Widget } from '#server/model/half.ts'

/** Only who can mend it is told: to others it would say where the system is weak. */
export const guardWidget: Widget = {
  key: 'databaseRoles',
  title: { 'zh-cn': '操作日志缺少数据库层的保护', en: 'The audit trail is not guarded by the database' },
  icon: 'shield-alert',
  rule: 'dashboard/index',
  order: 10,
  read: async (ctx) => {
    const missing = ctx.actor.super ? await unguarded(ctx.db) : null
    return missing && { kind: 'notice', text: missing[ctx.language] }
  },
}
