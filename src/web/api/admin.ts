import type { AdminInfo } from '../state/admin.ts'
import type { MenuNode } from '../state/menu.ts'
import type { SiteConfig } from '../state/site.ts'
import { request } from './request.ts'

export type Login = {
  username: string
  password: string
  keep: boolean
  captcha?: string
  captchaId?: string
  challenge?: string
  code?: string
}
/** What a refused sign-in says besides its sentence. */
export type LoginRefusal = {
  captcha?: boolean
  retryAfter?: number
  /** What to enter again; the password when nothing is said. */ field?: 'captcha' | 'code'
  /** Stands for the password while a second step is asked for; with `offer` an app is set up first, with `recovery` its codes are shown. */
  challenge?: string
  offer?: { secret: string; address: string }
  recovery?: string[]
  /** The challenge has expired. */
  over?: true
}

export type AdminIndex = {
  adminInfo: Partial<AdminInfo>
  menus: MenuNode[]
  siteConfig: SiteConfig
  passwordMin: number
  terminal?: { port?: string; packageManager?: string; listening?: string }
  departments?: { id: number; name: string }[]
  masked?: string[]
  askable?: string[]
}

export const loginNeeds = () => request<{ captcha: boolean }>({ url: '/admin/index/login', showError: false })
export const login = (data: Login) =>
  request<{ userInfo: AdminInfo; routePath: string }>({ url: '/admin/index/login', method: 'POST', data, showError: false })
export const logout = (refreshToken: string) =>
  request({ url: '/admin/index/logout', method: 'POST', data: { refresh_token: refreshToken }, showError: false })
export const adminIndex = () => request<AdminIndex>({ url: '/admin/index/index', cancelDuplicate: false })
export const clearCache = (type: 'tp' | 'all') =>
  request({ url: '/admin/ajax/clearCache', method: 'POST', data: { type }, showSuccess: true })
export const changeTerminalConfig = (data: { manager?: string; port?: string }) =>
  request({ url: '/admin/ajax/changeTerminalConfig', method: 'POST', data, loading: true })
/** A 30 s single-use stand-in for the token, for the two addresses that cannot send headers. */
export const captchaUrl = (id: string): string => `/api/common/captcha?server=1&id=${encodeURIComponent(id)}`
