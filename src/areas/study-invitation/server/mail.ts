import { fill, type Words } from '#kernel'
import type { Ctx } from '#server'
import { post } from '#server/message/send-task.ts'
import { hasMailServer } from '#server/message/setting.ts'
import { readSite, siteAddress } from '#server/site.ts'
import { ROLE_WORDS } from '#study/role.ts'
import type { MAILED } from '../locale.ts'
import { pathOf } from './link.ts'

const SUBJECT: Words = { 'zh-cn': '邀请您参加研究：{study} - {site}', en: 'Invitation to a study: {study} - {site}' }
const TEXT: Words = {
  'zh-cn':
    '{name}：\n\n{by}邀请您以“{role}”的身份参加研究“{study}”。\n\n打开下面的链接，登录或注册后接受：\n{link}\n\n链接只能使用一次，{until} 前有效，请勿转发。如果您不认识邀请人，请忽略本邮件。\n\n{site}',
  en: 'Dear {name},\n\n{by} invites you to take part in the study “{study}” as {role}.\n\nOpen this link, sign in or register, and accept:\n{link}\n\nThe link works once, until {until}; do not pass it on. If you do not know who invites you, ignore this mail.\n\n{site}',
}

export type Invitation = { name: string; email: string | null; study: number; role: keyof (typeof ROLE_WORDS)['en']; expiresAt: string }
const STUDY = 'SELECT title AS "zh-cn", title_en AS en FROM study_project WHERE id = $1'

/** Whether a mail could go out with a link in it. */
export const canMail = async ({ db }: Ctx): Promise<boolean> => (await hasMailServer(db)) && (await siteAddress(db)) !== ''

/** The link by mail, in the language of whoever invites. Answers what became of it. */
export const mailLink = async (
  ctx: Ctx,
  { name, email, study, role, expiresAt }: Invitation,
  code: string,
): Promise<keyof typeof MAILED> => {
  if (!email) return 'noAddress'
  if (!(await hasMailServer(ctx.db))) return 'noServer'
  const base = await siteAddress(ctx.db)
  if (base === '') return 'noSite'
  const [titles] = await ctx.db.query<Words>(STUDY, [study])
  const { siteName: site } = await readSite(ctx.db)
  const { language } = ctx
  const said = {
    name,
    by: ctx.actor.name,
    role: ROLE_WORDS[language][role],
    study: titles?.[language] ?? '',
    link: `${base}${pathOf(code)}`,
    until: `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`,
    site,
  }
  const letter = { subject: fill(SUBJECT[language], said).slice(0, 200), text: fill(TEXT[language], said) }
  await post(ctx, 'study_invitation', { channel: 'mail', to: email, ...letter, template: null, code })
  return 'posted'
}
