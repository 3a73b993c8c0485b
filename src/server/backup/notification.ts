import type { Words } from '#kernel'
import { holdersOf } from '../auth/holder.ts'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from '../notification/kind.ts'
import { notify } from '../notification/notify.ts'

export const backupFailed: NotificationKind = {
  kind: 'backup.failed',
  title: { 'zh-cn': '备份失败', en: 'Backups that failed' },
  icon: 'hard-drive',
}

const said = (why: string): Words => ({
  'zh-cn': `备份没有完成：${why}。请在任务日志中查看原因，再在终端中执行“创建备份”`,
  en: `A backup was not completed: ${why}. The log of the task says why; then run “Create a backup” in the terminal`,
})

/** Whoever may set the schedule: a backup that failed at night must not be found out when it is needed. */
export const tellBackupFailed = async (db: Db, task: number, why: string): Promise<void> =>
  notify(db, backupFailed, await holdersOf(db, 'routine/config/edit'), { text: said(why), address: `/admin/task/${task}`, key: 'backup' })
