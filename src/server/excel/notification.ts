import type { Locale } from '#kernel'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from '../notification/kind.ts'
import { notify } from '../notification/notify.ts'
import type { Recipient } from '../notification/notify.ts'

export const exported: NotificationKind = { kind: 'export', title: { 'zh-cn': '导出完成', en: 'Finished exports' }, icon: 'download' }

/** A list that somebody left while it was written is told of when it is whole. */
export const tellExported = (db: Db, actor: Recipient, locale: Locale, count: number): Promise<void> => {
  const rows = (language: string) => new Intl.NumberFormat(language).format(count)
  return notify(db, exported, [actor], {
    text: {
      'zh-cn': `“${locale['zh-cn'].title}”已导出，共 ${rows('zh-CN')} 行`,
      en: `“${locale.en.title}” was exported: ${rows('en-GB')} ${count === 1 ? 'row' : 'rows'}`,
    },
  })
}
