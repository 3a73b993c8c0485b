import { t } from '../i18n/index.ts'
import { safePath } from './address.ts'
import { ApiError } from './envelope.ts'
import { navigateTo } from './navigator.ts'
import { refreshSession } from './refresh.ts'
import { endSession } from './session-end.ts'
import { type Audience, audienceOf, clearSession, isOnLoginPage, loginPath, tokenOf } from './session.ts'

type Said = { code: number; data: unknown } | null
type Sending<A> = {
  url: string
  anonymous?: boolean
  /** Sends it; without a session when it is `anonymous`. */
  attempt(anonymous: boolean): Promise<A>
  said(answer: A): Said
}

const overFor = (code: number): ApiError => new ApiError('session', { code, msg: t('session.ended') })

/** What every call obeys, however it is sent: an expired token is renewed once, a session that is over leads to the sign-in page (T-01 to T-03). */
export const underSession = async <A>(sending: Sending<A>, isAgain = false): Promise<A> => {
  const { url, anonymous = false, attempt, said } = sending
  const audience = audienceOf(url)
  const token = anonymous ? '' : tokenOf(audience)
  const answer = await attempt(anonymous)
  const heard = said(answer)
  if (heard?.code === 409 && !isAgain) return renewed(sending, audience, token)
  if (heard?.code === 302) await follow(url, audience, token, heard.data)
  return answer
}

const renewed = async <A>(sending: Sending<A>, audience: Audience, expired: string): Promise<A> => {
  if (await refreshSession(audience, expired)) return underSession(sending, true)
  if (isOnLoginPage(audience)) {
    clearSession(audience)
    return underSession({ ...sending, anonymous: true }, true)
  }
  if (tokenOf(audience) === expired) await endSession(audience)
  throw overFor(409)
}

const follow = async (url: string, audience: Audience, used: string, data: unknown): Promise<void> => {
  const path = safePath(data, window.location.origin)
  // A visitor of the sign-in call who is signed in already is sent on; that must not sign them out.
  if (/\/(index\/login|user\/checkIn)$/i.test(url)) return path ? navigateTo(path) : undefined
  // An old call that comes back late says nothing about the session that somebody has opened since.
  if (tokenOf(audience) === used) {
    if (path === null) return clearSession(audience)
    await endSession(audience, path === loginPath[audience] ? undefined : path)
  }
  if (path !== null) throw overFor(302)
}
