import { t } from '../i18n/index.ts'
import { toast } from '../state/toast.ts'
import { callKey, claim } from './duplicate.ts'
import { ApiError, type Envelope } from './envelope.ts'
import { hasWords, statusMessageKey, transportMessageKey } from './http-message.ts'
import { useOverlay } from './overlay.ts'
import { type Answer, type Call, send } from './send.ts'
import { underSession } from './session-rules.ts'
import { tokenOf } from './session.ts'

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
    else if (showError && failure.msg && failure.kind !== 'session') toast.error(failure.msg, { requestId: failure.requestId })
    throw failure
  } finally {
    if (loading) useOverlay.getState().close()
  }
}

const successText = (wish: true | string, body: unknown): string => {
  if (typeof wish === 'string') return wish
  return (body as Envelope | null)?.msg || t('operationSuccessful')
}

const exchange = async <T>(options: RequestOptions): Promise<Answer<T>> => {
  const answer = await underSession<Answer<T>>({
    url: options.url,
    anonymous: options.anonymous ?? false,
    attempt: (anonymous) => transmit<T>({ ...options, anonymous }),
    said: ({ status, body }) => (status < 400 && !(body instanceof Blob) ? body : null),
  })
  const { body, status, requestId } = answer
  if (status < 400 && (body instanceof Blob || body?.code === 1)) return answer
  if (body instanceof Blob || status >= 400 || !body) throw refusedByTransport(options.url, answer)
  throw new ApiError('business', { code: body.code, msg: body.msg, data: body.data, requestId })
}

const refusedByTransport = (url: string, answer: Answer<unknown>): ApiError => {
  const body = answer.body instanceof Blob ? null : answer.body
  const msg = (!hasWords(answer.status) && body?.msg) || t(statusMessageKey(answer.status), { url })
  return new ApiError('http', { code: answer.status, msg, data: body?.data, requestId: answer.requestId })
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
