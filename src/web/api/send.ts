import { currentLanguage } from '../i18n/index.ts'
import { behind } from '../languages.ts'
import { currentGroup } from '../state/group.ts'
import type { Envelope } from './envelope.ts'
import { tokenOf } from './session.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Params = Record<string, unknown>

export type Call = {
  url: string
  method?: Method
  params?: Params | undefined
  data?: unknown
  headers?: Record<string, string> | undefined
  responseType?: 'json' | 'blob'
  signal?: AbortSignal | undefined
  /** Bytes received so far, for downloads. */
  onProgress?: ((received: number) => void) | undefined
  /** Replay without a session, when a queued call comes back on the login page. */
  anonymous?: boolean
}

export type Answer<T> = { status: number; body: Envelope<T> | Blob | null; headers: Headers; requestId: string | null }

/** `search[0][field]=…`: nested values in the form that the list contract and any PHP-born client use. */
const append = (query: URLSearchParams, key: string, value: unknown): void => {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) value.forEach((item, i) => append(query, typeof item === 'object' ? `${key}[${i}]` : `${key}[]`, item))
  else if (typeof value === 'object') for (const [k, v] of Object.entries(value)) append(query, `${key}[${k}]`, v)
  else query.append(key, String(value))
}

export const withParams = (url: string, params: Params = {}): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) append(query, key, value)
  const text = query.toString()
  return text ? `${url}${url.includes('?') ? '&' : '?'}${text}` : url
}

export const sessionHeaders = (anonymous = false): Record<string, string> => {
  const admin = anonymous ? '' : tokenOf('admin')
  const member = anonymous ? '' : tokenOf('user')
  return {
    'think-lang': behind(currentLanguage()),
    server: 'true',
    group: currentGroup(),
    ...(admin ? { batoken: admin } : {}),
    ...(member ? { 'ba-user-token': member } : {}),
  }
}

const encode = (data: unknown): { body?: BodyInit; type?: string } => {
  if (data === undefined) return {}
  if (data instanceof FormData || data instanceof Blob || data instanceof URLSearchParams) return { body: data }
  return { body: JSON.stringify(data), type: 'application/json' }
}

const download = async (response: Response, onProgress: Call['onProgress']): Promise<Blob> => {
  if (!onProgress || !response.body) return response.blob()
  const type = response.headers.get('content-type') ?? ''
  let received = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      onProgress((received += chunk.byteLength))
      controller.enqueue(chunk)
    },
  })
  const blob = await new Response(response.body.pipeThrough(count)).blob()
  return blob.slice(0, blob.size, type)
}

/** The only place that calls fetch. */
export const send = async <T>(call: Call): Promise<Answer<T>> => {
  const { body, type } = encode(call.data)
  const response = await fetch(withParams(call.url, call.params), {
    method: call.method ?? 'GET',
    headers: { accept: 'application/json', ...sessionHeaders(call.anonymous), ...(type ? { 'content-type': type } : {}), ...call.headers },
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body }),
    ...(call.signal ? { signal: call.signal } : {}),
  })
  const json = response.headers.get('content-type')?.includes('json')
  // A refused export answers with the envelope, not with a file.
  const wantsFile = call.responseType === 'blob' && response.ok
  const parsed = json ? ((await response.json()) as Envelope<T>) : wantsFile ? await download(response, call.onProgress) : null
  return { status: response.status, body: parsed, headers: response.headers, requestId: response.headers.get('x-request-id') }
}
