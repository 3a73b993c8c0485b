import { t } from '../i18n/index.ts'
import { toast } from '../state/toast.ts'
import { safePath } from './address.ts'
import { callKey, claim } from './duplicate.ts'
import { ApiError, type Envelope } from './envelope.ts'
import { isListedStatus, statusMessageKey, transportMessageKey } from './http-message.ts'
import { navigateTo } from './navigator.ts'
import { useOverlay } from './overlay.ts'
import { refreshSession } from './refresh.ts'
import { type Answer, type Call, send } from './send.ts'
import { type Audience, audienceOf, clearSession, isOnLoginPage, loginPath, tokenOf } from './session.ts'

export { ApiError, isCancelled, type Envelope } from './envelope.ts'

export type RequestOptions = Call & {
  /** Show the global overlay; a text names what is going on. */
  loading?: boolean | string
  showError?: boolean
  /** true: the server's message, or "Operation successful"; a text: that text. */
  showSuccess?: boolean | string
  /** Milliseconds; 0 = none (uploads). */
  timeout?: number
  cancelDuplicate?: boolean
}

export const requestTimeout = 600_000

export const request = async <T = unknown>(options: RequestOptions): Promise<Envelope<T>> => {
  const { body } = await perform<T>(options)
  return body as Envelope<T>
}

/** For answers that are files; a refusal still throws an ApiError. */
export const requestBlob = async (options: RequestOptions): Promise<{ blob: Blob; headers: Headers }> => {
  const { body, headers } = await perform<never>({ ...options, responseType: 'blob' })
  return { blob: body instanceof Blob ? body : new Blob([]), headers }
}

const perform = async <T>(options: RequestOptions): Promise<Answer<T>> => {
  const { loading, showError = true, showSuccess = false } = options
  if (loading) useOverlay.getState().open(typeof loading === 'string' ? loading : undefined)
  try {
    const answer = await exchange<T>(options)
    if (showSuccess) toast.success(successText(showSuccess, answer.body))
    return answer
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError('http', { code: 0, msg: t('http.other') })
    if (failure.kind === 'cancelled') console.info('[request] cancelled', options.url)
    else if (showError && failure.msg) toast.error(failure.msg, { requestId: failure.requestId })
    throw failure
  } finally {
    if (loading) useOverlay.getState().close()
  }
}

const successText = (wish: true | string, body: unknown): string => {
  if (typeof wish === 'string') return wish
  return (body as Envelope | null)?.msg || t('operationSuccessful')
}

const exchange = async <T>(options: RequestOptions, retried = false): Promise<Answer<T>> => {
  const audience = audienceOf(options.url)
  const token = options.anonymous ? '' : tokenOf(audience)
  const answer = await transmit<T>(options)
  const body = answer.body
  if (answer.status < 400 && (body instanceof Blob || body?.code === 1)) return answer
  if (body instanceof Blob || answer.status >= 400) throw refusedByTransport(options.url, answer)
  if (body?.code === 409 && !retried) return renewed<T>(options, audience, token)
  if (body?.code === 302) follow(options, audience, body.data)
  if (body) throw new ApiError('business', { code: body.code, msg: body.msg, data: body.data, requestId: answer.requestId })
  throw refusedByTransport(options.url, answer)
}

/** The specification words the common statuses; for the others (413, 429 …) the server's own sentence says more. */
const refusedByTransport = (url: string, answer: Answer<unknown>): ApiError => {
  const body = answer.body instanceof Blob ? null : answer.body
  const msg = (!isListedStatus(answer.status) && body?.msg) || t(statusMessageKey(answer.status), { url })
  return new ApiError('http', { code: answer.status, msg, data: body?.data, requestId: answer.requestId })
}

const renewed = async <T>(options: RequestOptions, audience: Audience, expired: string): Promise<Answer<T>> => {
  if (await refreshSession(audience, expired)) return exchange<T>(options, true)
  clearSession(audience)
  if (isOnLoginPage(audience)) return exchange<T>({ ...options, anonymous: true }, true)
  navigateTo(loginPath[audience])
  throw new ApiError('business', { code: 409, msg: t('session.expired') })
}

/** A visitor of the sign-in call who is signed in already is sent on; that must not sign them out. */
const follow = (options: RequestOptions, audience: Audience, data: unknown): void => {
  if (!/\/(index\/login|user\/checkIn)$/i.test(options.url)) clearSession(audience)
  const path = safePath(data, window.location.origin)
  if (path) navigateTo(path)
}

const transmit = async <T>(options: RequestOptions): Promise<Answer<T>> => {
  const controller = new AbortController()
  const timeout = options.timeout ?? requestTimeout
  const signals = [controller.signal, ...(options.signal ? [options.signal] : []), ...(timeout ? [AbortSignal.timeout(timeout)] : [])]
  const identity = { url: options.url, method: options.method ?? 'GET', params: options.params, data: options.data }
  const tokens = [tokenOf('admin'), tokenOf('user')]
  const release = options.cancelDuplicate === false ? () => {} : claim(callKey({ ...identity, tokens }), controller)
  try {
    return await send<T>({ ...options, signal: AbortSignal.any(signals) })
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    if (controller.signal.aborted || options.signal?.aborted) throw new ApiError('cancelled', { code: 0, msg: '' })
    const key = transportMessageKey(error, navigator.onLine)
    throw new ApiError(key === 'http.timeout' ? 'timeout' : 'network', { code: 0, msg: t(key) })
  } finally {
    release()
  }
}
