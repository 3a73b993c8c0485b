import * as z from 'zod'
import { sweepTokens } from '../server/auth/token.ts'
import { sweepOutbox } from '../server/message/retention.ts'
import { sweepNotifications } from '../server/notification/sweep.ts'
import { sweepUploads } from '../server/upload/sweep.ts'
import { sweepShare } from '../qc/trino/left.ts'
import { shareOf } from '../study/run/share.ts'
import { sweepWork } from './work-folder.ts'
import { defineTask } from '../server/task/definition.ts'
import { sweepTasks } from '../server/task/retention.ts'
import { defineSchedule } from '../server/task/schedule.ts'

/** Once each, in whatever order: none needs another, and a repeated one finds nothing. */
export const sweep = defineTask({
  kind: 'system.sweep',
  lane: 'light',
  title: { 'zh-cn': '清理过期数据', en: 'Remove what has expired' },
  words: {
    tokens: { 'zh-cn': '过期的登录', en: 'Sessions that are over' },
    messages: { 'zh-cn': '旧消息', en: 'Old messages' },
    notifications: { 'zh-cn': '旧通知', en: 'Old news' },
    files: { 'zh-cn': '无人使用的文件', en: 'Files that nothing uses' },
    previews: { 'zh-cn': '旧预览', en: 'Old previews' },
    uploads: { 'zh-cn': '中断的上传', en: 'Uploads that were given up' },
    work: { 'zh-cn': '工作目录', en: 'Work folders' },
    share: { 'zh-cn': '共享目录', en: 'Shared folder' },
    tasks: { 'zh-cn': '旧任务', en: 'Old tasks' },
  },
  input: z.object({}),
  steps: (none) =>
    none
      .step('tokens', ({ tools }) => sweepTokens(tools.database).then(() => null))
      .step('messages', ({ tools }) => sweepOutbox(tools.database))
      .step('notifications', ({ tools }) => sweepNotifications(tools.database))
      .step('files', ({ tools }) => tools.store.sweep(tools.database))
      .step('previews', ({ tools }) => tools.converter.sweep().then(() => null))
      .step('uploads', ({ tools }) => sweepUploads(tools.database, tools.config.DATA_DIR))
      .step('work', ({ tools }) => sweepWork(tools.config.DATA_DIR))
      .step('tasks', ({ tools }) => sweepTasks(tools.database))
      // Last: a bucket that refuses is to be seen, and holds up nothing else.
      .step('share', ({ tools }) => sweepShare(shareOf(tools.config))),
})
export const sweepSchedule = defineSchedule({ name: 'system.sweep', cron: '*/10 * * * *', zone: 'Asia/Shanghai', task: sweep, input: {} })
