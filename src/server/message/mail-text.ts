import type { Language, Words } from '#kernel'
import { fill } from '#kernel'
import { CODE_MINUTES } from './code.ts'
import type { Outgoing } from './deliver.ts'

const SUBJECTS: Record<string, Words> = {
  user_register: { 'zh-cn': '会员注册验证', en: 'Registration' },
  user_retrieve_pwd: { 'zh-cn': '找回密码验证', en: 'Password retrieval' },
  user_change_email: { 'zh-cn': '修改邮箱验证', en: 'Change of mail address' },
  user_email_verify: { 'zh-cn': '邮箱验证', en: 'Mail address verification' },
}
const TEXTS = {
  code: {
    'zh-cn': '您的验证码是 {code}，{minutes} 分钟内有效，只能使用一次。\n请勿告诉他人。如果不是您本人操作，请忽略本邮件。\n\n{site}',
    en: 'Your code is {code}. It is valid for {minutes} minutes and works once.\nTell it to nobody. If it was not you, ignore this mail.\n\n{site}',
  },
  taken: {
    'zh-cn': '有人用这个邮箱申请注册，但它已有账号。您可以直接登录，或找回密码。\n如果不是您本人操作，请忽略本邮件。\n\n{site}',
    en: 'Somebody asked to register with this address, which already has an account. Sign in, or retrieve the password.\nIf it was not you, ignore this mail.\n\n{site}',
  },
  reuse: {
    'zh-cn':
      '您的一个登录会话已被结束：它的令牌在换发之后又被使用了一次，可能有人复制了它。\n来自地址 {ip}，时间 {at}（UTC）。\n请重新登录并修改密码；如果不是您本人，请告诉管理员。\n\n{site}',
    en: 'One of your sessions was ended: its token was used again after it had been exchanged, so somebody may have copied it.\nFrom {ip} at {at} (UTC).\nSign in again and change your password; if it was not you, tell the administrator.\n\n{site}',
  },
  test: {
    'zh-cn': '这是一封测试邮件，收到即表示邮件配置可用。',
    en: 'This is a test mail. If you can read it, the mail configuration works.',
  },
} satisfies Record<string, Words>
const REUSE_SUBJECT: Words = { 'zh-cn': '登录会话已结束', en: 'A session was ended' }
const TEST_SUBJECT: Words = { 'zh-cn': '测试邮件', en: 'Test mail' }

type Facts = { event: string; to: string; site: string; language: Language }
const mail = (to: string, subject: string, text: string): Outgoing => ({ channel: 'mail', to, subject, text, template: null })

export const codeMail = ({ event, to, site, language }: Facts, code: string): Outgoing => ({
  ...mail(to, `${SUBJECTS[event]![language]} - ${site}`, fill(TEXTS.code[language], { code, minutes: CODE_MINUTES, site })),
  code,
})
export const takenMail = ({ event, to, site, language }: Facts): Outgoing =>
  mail(to, `${SUBJECTS[event]![language]} - ${site}`, fill(TEXTS.taken[language], { site }))
export const reuseMail = ({ to, site, language }: Omit<Facts, 'event'>, { ip }: { ip: string }): Outgoing => {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return mail(to, `${REUSE_SUBJECT[language]} - ${site}`, fill(TEXTS.reuse[language], { ip, at, site }))
}
export const testMail = (language: Language, to: string): Outgoing => mail(to, TEST_SUBJECT[language], TEXTS.test[language])
