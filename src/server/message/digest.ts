import * as z from 'zod'
import { languageOf } from '#kernel'
import type { Language, Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import { readSettings } from '../settings/read.ts'
import { readSite, siteAddress } from '../site.ts'
import { defineTask } from '../task/definition.ts'
import { defineSchedule } from '../task/schedule.ts'
import { HOSPITAL_ZONE } from '../zone.ts'
import { digestMail } from './digest-text.ts'
import type { Waiting } from './digest-text.ts'
import type { Channel } from './provider.ts'
import { renderTemplate, templateByCode } from './render.ts'
import { post } from './send-task.ts'
import { hasMailServer, hasSmsGateway } from './setting.ts'

const TEMPLATE = 'notification_digest'
const PURPOSE = 'digest'

/**
 * What is unread and has not gone out, of the last day alone where nothing ever did. Each line says by itself whether it was sent: by its moment,
 * which is the begin of a transaction, what was told before a message and committed after it would never go out.
 */
const WAITING = `SELECT n.owner_kind AS kind, n.owner_id AS id, array_agg(n.id) AS news, array_agg(n.times) AS times,
    array_agg(n.text ORDER BY n.at, n.id) FILTER (WHERE d.at IS NOT NULL OR n.at > now() - interval '1 day') AS texts FROM notification n
  LEFT JOIN notification_digest d ON d.owner_kind = n.owner_kind AND d.owner_id = n.owner_id AND d.channel = $2
  WHERE n.read_at IS NULL AND n.kind = ANY($1::text[]) AND NOT $2 = ANY(n.sent)
    AND coalesce(date_trunc('hour', d.at) < date_trunc('hour', now()), true)
    AND NOT EXISTS (SELECT FROM notification_mute m WHERE m.owner_kind = n.owner_kind AND m.owner_id = n.owner_id AND m.kind = n.kind)
  GROUP BY n.owner_kind, n.owner_id HAVING count(*) FILTER (WHERE d.at IS NOT NULL OR n.at > now() - interval '1 day') > 0 ORDER BY 1, 2`
type Gathered = Waiting & { news: readonly number[]; times: readonly number[] }
/** What was told anew meanwhile says something else, and waits for the next one. */
const SENT = `UPDATE notification n SET sent = array_append(n.sent, $3) FROM unnest($1::bigint[], $2::int[]) AS x (id, times)
  WHERE n.id = x.id AND n.times = x.times`
/** At most once in each hour of the clock: counted from the last one, a few seconds of it would cost every second hour. */
const TURN = `INSERT INTO notification_digest AS d (owner_kind, owner_id, channel, at) VALUES ($1, $2, $3, now())
  ON CONFLICT (owner_kind, owner_id, channel) DO UPDATE SET at = now() WHERE date_trunc('hour', d.at) < date_trunc('hour', now()) RETURNING 1`
const ACCOUNT = {
  admin: 'SELECT email, mobile, language FROM auth_admin WHERE id = $1 AND status AND deleted_at IS NULL',
  member: 'SELECT email, mobile, language FROM user_user WHERE id = $1 AND status AND deleted_at IS NULL',
} as const
type Account = { email: string | null; mobile: string | null; language: Language }

type Send = (ctx: Ctx, to: string, waiting: Waiting, language: Language) => Promise<unknown>
const byMail: Send = async (ctx, to, waiting, language) => {
  const { siteName } = await readSite(ctx.db)
  const mail = digestMail(waiting, { site: siteName, base: await siteAddress(ctx.db), language })
  await post(ctx, PURPOSE, { channel: 'mail', to, ...mail, template: null })
}
/** In numbers alone: a telephone shows it to whoever looks. */
const bySms: Send = async (ctx, to, { texts }) => {
  const template = await templateByCode(ctx.db, TEMPLATE)
  if (template) await post(ctx, PURPOSE, await renderTemplate(ctx, template, to, { count: texts.length }))
}

/** Why nothing goes this way; null where it does. */
const mailHindrance = async (db: Db): Promise<Words | null> =>
  (await hasMailServer(db)) ? null : { 'zh-cn': '没有发邮件：没有可用的邮件服务器', en: 'No mails: no mail server is set up and enabled' }
const smsHindrance = async (db: Db): Promise<Words | null> => {
  if (!(await hasSmsGateway(db))) return { 'zh-cn': '没有发短信：没有可用的短信网关', en: 'No SMS: no gateway is set up and enabled' }
  if (await templateByCode(db, TEMPLATE)) return null
  return { 'zh-cn': `没有发短信：缺少短信模板 ${TEMPLATE}`, en: `No SMS: there is no template ${TEMPLATE}` }
}

const CHANNELS: Record<Channel, { setting: string; address: 'email' | 'mobile'; hindrance(db: Db): Promise<Words | null>; send: Send }> = {
  mail: { setting: 'digest_mail', address: 'email', hindrance: mailHindrance, send: byMail },
  sms: { setting: 'digest_sms', address: 'mobile', hindrance: smsHindrance, send: bySms },
}

const gather = async (ctx: Ctx, channel: Channel): Promise<number> => {
  const { address, send } = CHANNELS[channel]
  const kinds = ctx.engine.registry
    .all()
    .flatMap(({ half }) => (half?.notifications ?? []).filter(({ digest }) => digest).map(({ kind }) => kind))
  let handed = 0
  for (const waiting of await ctx.db.query<Gathered>(WAITING, [kinds, channel])) {
    const [account] = await ctx.db.query<Account>(ACCOUNT[waiting.kind], [waiting.id])
    const to = account?.[address]
    if (!account || !to) continue
    if ((await ctx.db.query(TURN, [waiting.kind, waiting.id, channel])).length === 0) continue
    await ctx.db.query(SENT, [waiting.news, waiting.times, channel])
    await send(ctx, to, waiting, languageOf(account.language))
    handed++
  }
  return handed
}

/** What waits unread for somebody, as one message; what became of each the outbox says. */
export const digesting = defineTask({
  kind: 'notification.digest',
  lane: 'light',
  title: { 'zh-cn': '汇总未读消息', en: 'Gather unread news' },
  words: { gather: { 'zh-cn': '汇总', en: 'Gather' } },
  isPrelude: true,
  input: z.object({}),
  steps: (none) =>
    none.commit('gather', async ({ log }, _tx, ctx) => {
      const settings = await readSettings(
        ctx.db,
        Object.values(CHANNELS).map(({ setting }) => setting),
      )
      const handed = { mail: 0, sms: 0 }
      for (const channel of ['mail', 'sms'] as const) {
        const { setting, hindrance } = CHANNELS[channel]
        if (settings[setting] !== true) continue
        const why = await hindrance(ctx.db)
        if (why) log(why)
        else handed[channel] = await gather(ctx, channel)
      }
      log({
        'zh-cn': `交给发件箱：邮件 ${handed.mail} 封，短信 ${handed.sms} 条`,
        en: `Handed to the outbox, mails: ${handed.mail}, SMS: ${handed.sms}`,
      })
      return handed
    }),
})
export const digestSchedule = defineSchedule({
  name: 'notification.digest',
  cron: '15 * * * *',
  zone: HOSPITAL_ZONE,
  task: digesting,
  input: {},
})
