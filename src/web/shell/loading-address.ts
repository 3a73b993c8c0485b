import { redirect, replace } from 'react-router'
import { loginAddress } from '../api/login-address.ts'
import { useAdmin } from '../state/admin.ts'
import { areaOf } from '../areas.ts'
import { isSignedIn, useMember } from '../state/member.ts'
import { useMemberMenu } from '../state/member-menu.ts'
import { recordAt, useMenu } from '../state/menu.ts'
import { rememberRefused } from '../state/refused-page.ts'
import { encodeTarget } from '../api/target.ts'

export const signedIn: Record<'admin' | 'user', () => boolean> = {
  admin: () => useAdmin.getState().token !== '',
  user: () => isSignedIn(useMember.getState()),
}

/** The sign-in page leads back here afterwards. */
export const toLogin = (audience: 'admin' | 'user', request: Request): Response => redirect(loginAddress(audience, new URL(request.url)))

const ready: Record<'admin' | 'user', () => boolean> = {
  admin: () => useMenu.getState().loaded,
  user: () => useMemberMenu.getState().loaded,
}

type Refusal = '/401' | '/404'
/** An address that belongs to an area of this build, but is not in my menu, is closed to me rather than unknown. */
export const refusalPage = (path: string): Refusal => {
  const address = (recordAt(path)?.list ?? path).replace(/^\/admin\//, '')
  // `study-project` is a folder of ours and `study.project` a name, but neither is an address: nobody has such a page.
  return /^[a-z\d/]+$/i.test(address) && areaOf(address) ? '/401' : '/404'
}

/** Before the menus are there, an unknown address waits on the loading page; afterwards it is really unknown, or not mine. */
export const toLoading = async (
  base: 'admin' | 'user',
  request: Request,
  refusal: (path: string) => Refusal | Promise<Refusal>,
): Promise<Response> => {
  // Parent and child loaders run side by side: without this, the sign-in page would learn of the detour instead of the page.
  if (!signedIn[base]()) return toLogin(base, request)
  const url = new URL(request.url)
  if (ready[base]()) {
    const page = await refusal(url.pathname)
    if (page === '/401') rememberRefused(url.pathname)
    return redirect(page)
  }
  // Pushed, every reload would leave one more entry behind, and the back button would come back to this page.
  return replace(`/${base}/loading/${encodeTarget(url)}`)
}
