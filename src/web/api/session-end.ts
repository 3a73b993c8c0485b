import { useSessionEnd } from '../state/session-end.ts'
import { loginAddress } from './login-address.ts'
import { navigateTo } from './navigator.ts'
import { type Audience, clearSession, tokenOf } from './session.ts'

const ending = new Map<Audience, Promise<void>>()

/** Where anything can be typed this is loaded already; the sign-in page does not carry it. */
const keepTyped = (audience: Audience): Promise<number> => import('../draft/drafts.ts').then((m) => m.keepDrafts(audience)).catch(() => 0)

const end = async (audience: Audience, path: string, hadOne: boolean): Promise<void> => {
  const kept = await keepTyped(audience)
  // Whoever was not signed in has lost nothing that could be told.
  if (hadOne) useSessionEnd.getState().tell(audience, { typed: kept > 0 })
  clearSession(audience)
  navigateTo(path)
}

/** What was typed is kept first, then the tokens go and the person is led away; any number of refused calls does it once. */
export const endSession = (
  audience: Audience,
  path = loginAddress(audience, window.location),
  hadOne = tokenOf(audience) !== '',
): Promise<void> => {
  const known = ending.get(audience)
  if (known) return known
  const promise = end(audience, path, hadOne).finally(() => ending.delete(audience))
  ending.set(audience, promise)
  return promise
}

/** The tokens are gone: another window has ended the session, or the person signed out there. */
export const sessionGone = async (audience: Audience): Promise<void> => {
  if (!useSessionEnd.getState()[audience]) await endSession(audience, undefined, true)
}
