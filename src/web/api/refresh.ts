import type { Envelope } from './envelope.ts'
import { type Audience, refreshTokenOf, rereadSession, setTokens, tokenOf } from './session.ts'
import { send } from './send.ts'

type Renewed = { type: 'admin-refresh' | 'user-refresh'; token: string; refreshToken: string }

const running = new Map<Audience, Promise<boolean>>()

/**
 * One refresh for any number of expired calls; every waiting call gets the same answer, so none is left hanging when it fails.
 * The lock spans windows: each would spend a refresh token of its own. Without it the server gives both the same successor.
 */
export const refreshSession = (audience: Audience, expiredToken: string): Promise<boolean> => {
  const known = running.get(audience)
  if (known) return known
  const promise = locked(`refresh-${audience}`, () => renew(audience, expiredToken)).catch(() => false)
  running.set(audience, promise)
  void promise.finally(() => running.delete(audience))
  return promise
}

// Web locks exist on https and localhost only; on plain http the single window is still guarded by the map above.
const locked = <T>(name: string, work: () => Promise<T>): Promise<T> => (navigator.locks ? navigator.locks.request(name, work) : work())

const renew = async (audience: Audience, expiredToken: string): Promise<boolean> => {
  await rereadSession(audience)
  const current = tokenOf(audience)
  if (current && current !== expiredToken) return true
  const refreshToken = refreshTokenOf(audience)
  if (!refreshToken) return false
  const { body } = await send<Renewed>({
    url: '/api/common/refreshToken',
    method: 'POST',
    data: { refresh_token: refreshToken, rotate: 1 },
  })
  const answer = body as Envelope<Renewed>
  if (answer.code !== 1) return false
  setTokens(answer.data.type === 'admin-refresh' ? 'admin' : 'user', answer.data.token, answer.data.refreshToken)
  return true
}
