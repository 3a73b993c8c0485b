import { isSharedPage } from './address.ts'
import type { Audience } from './session.ts'
import { decodeTarget, targetText } from './target.ts'

/** The sign-in page that leads back to where somebody is, or was on the way to. */
export const loginAddress = (audience: Audience, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const base = `/${audience}`
  const login = `${base}/login`
  if (pathname === login) return login + search
  if (!pathname.startsWith(`${base}/`) && !isSharedPage(pathname)) return login
  const isLoading = pathname === `${base}/loading` || pathname.startsWith(`${base}/loading/`)
  const back = isLoading ? decodeTarget(targetText(pathname), base) : pathname + search
  return back ? `${login}?to=${encodeURIComponent(back)}` : login
}
