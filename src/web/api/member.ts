import type { MemberInfo } from '../state/member.ts'
import type { SiteConfig } from '../state/site.ts'
import { request } from './request.ts'

export type CheckIn = { accountVerificationType: ('email' | 'mobile')[]; captcha?: boolean }
export type MemberMenu = {
  id: number
  title: string
  /** Instead of a title, for entries that the client itself makes. */
  textKey?: string
  titles?: Record<'zh-cn' | 'en', string>
  name: string
  path: string
  icon: string
  children?: MemberMenu[]
}

export const publicIndex = () => request<{ site: SiteConfig; openMemberCenter: boolean }>({ url: '/api/index/index', showError: false })
export const checkInNeeds = () => request<CheckIn>({ url: '/api/user/checkIn', showError: false })
export const checkIn = (data: Record<string, unknown>) =>
  request<{ userInfo: MemberInfo; routePath: string }>({ url: '/api/user/checkIn', method: 'POST', data, showError: false })
export const memberIndex = () =>
  request<{ userInfo: Partial<MemberInfo>; menus: MemberMenu[] }>({ url: '/api/user/index', cancelDuplicate: false })
export const memberLogout = (refreshToken: string) =>
  request({ url: '/api/user/logout', method: 'POST', data: { refresh_token: refreshToken } })
export const retrievePassword = (data: Record<string, unknown>) =>
  request({ url: '/api/account/retrievePassword', method: 'POST', data, showSuccess: true, showError: false })
export const sendSms = (mobile: string, template_code: string, extra: Record<string, unknown> = {}) =>
  request({ url: '/api/Sms/send', method: 'POST', data: { mobile, template_code, ...extra }, showSuccess: true, showError: false })
export const sendEms = (email: string, event: string, extra: Record<string, unknown> = {}) =>
  request({ url: '/api/Ems/send', method: 'POST', data: { email, event, ...extra }, showSuccess: true, showError: false })
