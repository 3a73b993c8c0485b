import { useAdmin } from '../state/admin.ts'
import { useMember } from '../state/member.ts'
import { isAdminPage } from './address.ts'

export type Audience = 'admin' | 'user'

export const loginPath: Record<Audience, string> = { admin: '/admin/login', user: '/user/login' }

const store = { admin: useAdmin, user: useMember }

/** `/api/…` serves both: there the page decides whose session is meant. */
export const audienceOf = (url: string): Audience =>
  isAdminPage(url) || isAdminPage(window.location.pathname, window.location.hash) ? 'admin' : 'user'

export const tokenOf = (audience: Audience): string => store[audience].getState().token
export const refreshTokenOf = (audience: Audience): string => store[audience].getState().refreshToken
export const clearSession = (audience: Audience): void => store[audience].getState().clear()
export const setTokens = (audience: Audience, token: string, refreshToken?: string): void => {
  const tokens = { token, ...(refreshToken ? { refreshToken } : {}) }
  store[audience].getState().take(tokens)
}
export const rereadSession = (audience: Audience): Promise<void> | void => store[audience].persist.rehydrate()

export const isOnLoginPage = (audience: Audience): boolean => window.location.pathname === loginPath[audience]
