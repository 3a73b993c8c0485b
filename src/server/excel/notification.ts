import type { Locale, Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from '../notification/kind.ts'
import { notify } from '../notification/notify.ts'
import type { Recipient } from '../notification/notify.ts'

export const exported: NotificationKind = { kind: 'export', title: { 'zh-cn': '导出完成', en: 'Finished exports' }, icon: 'download' }

const rowsIn = (count: number) => ({
  'zh-cn': `共 ${new Intl.NumberFormat('zh-CN').format(count)} 行`,
  en: `${new Intl.NumberFormat('en-GB').format(count)} ${count === 1 ? 'row' : 'rows'}`,
})

/** A list that somebody left while it was written is told of when it is whole. */
export const tellExported = (db: Db, actor: Recipient, locale: Locale, count: number): Promise<void> => {
  const rows = rowsIn(count)
  return notify(db, exported, [actor], {
    text: {
      'zh-cn': `“${locale['zh-cn'].title}”已导出，${rows['zh-cn']}`,
      en: `“${locale.en.title}” was exported: ${rows.en}`,
    },
  })
}

/** The file of a task lies ready for whoever asked for it. */
export const tellReady = (db: Db, to: Recipient, task: number, { titles, count }: { titles: Words; count: number }): Promise<void> => {
  const rows = rowsIn(count)
  return notify(db, exported, [to], {
    text: {
      'zh-cn': `“${titles['zh-cn']}”的导出文件可以下载了，${rows['zh-cn']}`,
      en: `The export of “${titles.en}” is ready to download: ${rows.en}`,
    },
    address: `/admin/task/${task}`,
    key: `task:${task}`,
  })
}
