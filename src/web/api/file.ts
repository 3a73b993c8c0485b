import { fileAddress, isReaderKnown } from './file-address.ts'
import { sessionHeaders } from './send.ts'

export type Progress = (received: number, total: number | null) => void
type Options = { signal?: AbortSignal; limit: number; onProgress?: Progress }
/** `signIn`: it may be there, but not for a stranger. */
export type Refusal = 'gone' | 'signIn' | 'tooBig' | 'network'
export type FileAnswer = { bytes: Uint8Array<ArrayBuffer> } | { refused: Refusal }

export const missing = (): 'gone' | 'signIn' => (isReaderKnown() ? 'gone' : 'signIn')

/** Whether there is anything for this reader; a picture that does not load cannot tell. */
export const isThere = async (url: string): Promise<boolean> => {
  const address = (await fileAddress(url)) ?? url
  const response = await fetch(address, { method: 'HEAD', headers: sessionHeaders(), credentials: 'same-origin' }).catch(() => null)
  return response?.status !== 404
}

/** What the file was called when it was uploaded, as far as this reader may know it. */
export const ownName = async (url: string): Promise<string | null> => {
  const address = (await fileAddress(url)) ?? url
  const response = await fetch(address, { method: 'HEAD', headers: sessionHeaders(), credentials: 'same-origin' }).catch(() => null)
  const name = /filename\*=UTF-8''([^;]+)/.exec(response?.headers.get('content-disposition') ?? '')?.[1]
  return name === undefined ? null : decodeURIComponent(name)
}

/** A stored file in memory, or why not. Stops at the first byte too many: a server that lies about the length must not fill the page. */
export const readFile = async (url: string, { signal, limit, onProgress }: Options): Promise<FileAnswer> => {
  const address = (await fileAddress(url)) ?? url
  const response = await fetch(address, { headers: sessionHeaders(), credentials: 'same-origin', ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error
      return null
    },
  )
  if (!response || response.status >= 500) return { refused: 'network' }
  // A refusal is an envelope with the status of success where the contract says so; a stored file never carries this type by chance.
  if (!response.ok || !response.body || !response.headers.has('content-disposition')) return { refused: missing() }
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) && !response.headers.has('content-encoding') ? length : null
  if (total !== null && total > limit) {
    await response.body.cancel()
    return { refused: 'tooBig' }
  }
  return collect(response.body.getReader(), { limit, total, onProgress, signal })
}

type Collecting = { limit: number; total: number | null; onProgress: Progress | undefined; signal: AbortSignal | undefined }
const collect = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { limit, total, onProgress, signal }: Collecting,
): Promise<FileAnswer> => {
  const parts: Uint8Array[] = []
  let received = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      received += value.byteLength
      if (received > limit) {
        await reader.cancel()
        return { refused: 'tooBig' }
      }
      parts.push(value)
      onProgress?.(received, total)
    }
  } catch (error) {
    if (signal?.aborted) throw error
    return { refused: 'network' }
  }
  const bytes = new Uint8Array(received)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return { bytes }
}
