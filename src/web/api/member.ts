import type { MemberInfo } from '../state/member.ts'
import type { MemberMenu } from '../state/member-menu.ts'
import type { SiteConfig } from '../state/site.ts'
import { t } from '../i18n/index.ts'
import { toast } from '../state/toast.ts'
import { request } from './request.ts'

/** The two ways to prove an address. */
export type CodeChannel = 'email' | 'mobile'
/** `localVerificationType`: codes for these stay in the outbox of the back office. */
export type CheckIn = {
  accountVerificationType: CodeChannel[]
  localVerificationType?: CodeChannel[]
  captcha?: boolean
  passwordMin?: number
}

export const publicIndex = () =>
  request<{ site: SiteConfig; openMemberCenter: boolean; passwordMin: number }>({ url: '/api/index/index', showError: false })
export const checkInNeeds = () => request<CheckIn>({ url: '/api/user/checkIn', showError: false })
export const checkIn = (data: Record<string, unknown>) =>
  request<{ userInfo: MemberInfo; routePath: string }>({ url: '/api/user/checkIn', method: 'POST', data, showError: false })
export const memberIndex = () =>
  request<{ userInfo: Partial<MemberInfo>; menus: MemberMenu[]; rules: Record<string, boolean> }>({
    url: '/api/user/index',
    cancelDuplicate: false,
  })
export const memberLogout = (refreshToken: string) =>
  request({ url: '/api/user/logout', method: 'POST', data: { refresh_token: refreshToken } })
export const retrievePassword = (data: Record<string, unknown>, done: string) =>
  request({ url: '/api/account/retrievePassword', method: 'POST', data, showSuccess: done, showError: false })

/** Asks for a code; `sent` is what the person is told if it left this system, in words that do not give away whether the address has an account. */
export const sendCode = async (channel: CodeChannel, address: string, event: string, sent: string, extra: Record<string, unknown>) => {
  const answer = await request<{ interval: number; minutes: number; local?: boolean }>({
    ...(channel === 'email'
      ? { url: '/api/Ems/send', data: { email: address, event, ...extra } }
      : { url: '/api/Sms/send', data: { mobile: address, template_code: event, ...extra } }),
    method: 'POST',
    showError: false,
  })
  toast.success(answer.data.local ? t(event === 'user_retrieve_pwd' ? 'code:local.user_retrieve_pwd' : 'code:local.other') : sent)
  return answer
}
