import type { Words } from '#kernel'
import { holdersOf } from '../auth/holder.ts'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from '../notification/kind.ts'
import { notify } from '../notification/notify.ts'

export const messageFailed: NotificationKind = {
  kind: 'message.failed',
  title: { 'zh-cn': '未发出的短信和邮件', en: 'Messages that could not be sent' },
  icon: 'mail',
}

const SAID: Record<'sms' | 'mail', (error: string) => Words> = {
  sms: (error) => ({ 'zh-cn': `一条短信没有发出：${error}`, en: `A text message could not be sent: ${error}` }),
  mail: (error) => ({ 'zh-cn': `一封邮件没有发出：${error}`, en: `A mail could not be sent: ${error}` }),
}

/** Whoever reads the outbox is told; a gateway that is down fails a thousand times and is one notification. */
export const tellFailed = async (db: Db, channel: 'sms' | 'mail', id: number, error: string): Promise<void> =>
  notify(db, messageFailed, await holdersOf(db, 'message/outbox/index'), {
    text: SAID[channel](error),
    address: `/admin/message/outbox/${id}`,
    key: channel,
  })
