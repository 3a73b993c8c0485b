import { secretsOf } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import { aliyun } from './gateway/aliyun.ts'
import { qiniu } from './gateway/qiniu.ts'
import { smtp } from './gateway/smtp.ts'
import type { SmtpSettings } from './gateway/smtp.ts'
import { tencent } from './gateway/tencent.ts'
import { yunpian } from './gateway/yunpian.ts'
import type { Channel, Gateway, Provider } from './provider.ts'
import { localProvider } from './provider.ts'
import { openSecret } from './secret.ts'

let endpoints: Partial<Record<Gateway, string>> = {}
/** Tests send to a server on the loopback; the product never does. */
export const gatewaysForTests = (given: Partial<Record<Gateway, string>>): void => void (endpoints = given)

type Keys = (name: string) => string
const BUILD: Record<Gateway, (key: Keys) => Provider> = {
  aliyun: (k) =>
    aliyun({ accessKeyId: k('AccessKeyId'), accessKeySecret: k('AccessKeySecret'), signName: k('SignName') }, endpoints.aliyun),
  tencent: (k) =>
    tencent(
      { secretId: k('SecretId'), secretKey: k('SecretKey'), sdkAppId: k('SdkAppId'), signName: k('SignName'), region: k('Region') },
      endpoints.tencent,
    ),
  qiniu: (k) => qiniu({ accessKey: k('AccessKey'), secretKey: k('SecretKey') }, endpoints.qiniu),
  yunpian: (k) => yunpian({ apiKey: k('ApiKey'), signName: k('SignName') }, endpoints.yunpian),
}

/** The ways out that are set up, in the order of trying, and how long each may take. */
export type Ways = { providers: readonly Provider[]; timeout: number }
const LOCAL: Ways = { providers: [localProvider], timeout: 5 }

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const settingsOf = async (ctx: Ctx, name: string): Promise<Record<string, unknown>> => {
  const { list } = await ctx.engine.list(ctx, name, { limit: 1 })
  const settings: Record<string, unknown> = { ...list[0] }
  for (const field of secretsOf(ctx.engine.registry.need(name).resource)) settings[field] = await openSecret(ctx, name, field)
  return settings
}

const mailWays = async (ctx: Ctx): Promise<Ways> => {
  const mail = await settingsOf(ctx, 'mail.config')
  const text = (name: string) => (typeof mail[name] === 'string' ? mail[name] : '')
  if (!text('server')) return LOCAL
  const settings = { ...(mail as SmtpSettings), user: text('user'), password: text('secret'), senderName: text('senderName') }
  // Connecting, greeting and sending each have their own time.
  return { providers: [smtp(settings)], timeout: settings.timeout * 2 }
}
const smsWays = async (ctx: Ctx): Promise<Ways> => {
  const sms = await settingsOf(ctx, 'sms.config')
  const enabled = (sms['gateways'] ?? []) as Gateway[]
  if (enabled.length === 0) return LOCAL
  const providers = enabled.map((g) => BUILD[g]((name) => String(sms[`${g}${name}`] ?? '')))
  return { providers: sms['strategy'] === 'random' ? shuffled(providers) : providers, timeout: sms['timeout'] as number }
}
export const waysOf = (ctx: Ctx, channel: Channel): Promise<Ways> => (channel === 'sms' ? smsWays(ctx) : mailWays(ctx))

/** Channels that lead nowhere yet: what is written for them stays in the outbox of the back office. */
export const localChannels = async (db: Db): Promise<('email' | 'mobile')[]> => {
  const [local] = await db.query<{ email: boolean | null; mobile: boolean | null }>(
    `SELECT (SELECT coalesce(server, '') = '' FROM mail_config ORDER BY id LIMIT 1) AS email,
      (SELECT cardinality(coalesce(gateways, '{}')) = 0 FROM sms_config ORDER BY id LIMIT 1) AS mobile`,
  )
  return [...(local?.email ? (['email'] as const) : []), ...(local?.mobile ? (['mobile'] as const) : [])]
}

/** Whether a mail really leaves the house. */
export const hasMailServer = async (db: Db): Promise<boolean> =>
  (await db.query(`SELECT 1 FROM mail_config WHERE status AND coalesce(server, '') <> ''`)).length > 0

/** Whether an SMS really leaves the house. */
export const hasSmsGateway = async (db: Db): Promise<boolean> =>
  (await db.query(`SELECT 1 FROM sms_config WHERE status AND cardinality(coalesce(gateways, '{}')) > 0`)).length > 0

/** How a visitor can prove an address here. */
export const openChannels = async (db: Db): Promise<('email' | 'mobile')[]> => {
  const [open] = await db.query<{ email: boolean | null; mobile: boolean | null }>(
    'SELECT (SELECT status FROM mail_config ORDER BY id LIMIT 1) AS email, (SELECT status FROM sms_config ORDER BY id LIMIT 1) AS mobile',
  )
  return [...(open?.email ? (['email'] as const) : []), ...(open?.mobile ? (['mobile'] as const) : [])]
}
