import { sessionHeaders } from './send.ts'

export type Progress = (received: number, total: number | null) => void
type Options = { signal?: AbortSignal; limit: number; onProgress?: Progress }
export type FileAnswer = { bytes: Uint8Array<ArrayBuffer> } | { refused: 'gone' | 'tooBig' | 'network' }

/** A stored file in memory, or why not. Stops at the first byte too many: a server that lies about the length must not fill the page. */
export const readFile = async (url: string, { signal, limit, onProgress }: Options): Promise<FileAnswer> => {
  const response = await fetch(url, { headers: sessionHeaders(), credentials: 'same-origin', ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error
      return null
    },
  )
  if (!response || response.status >= 500) return { refused: 'network' }
  // A refusal is an envelope with the status of success where the contract says so; a stored file never carries this type by chance.
  if (!response.ok || !response.body || !response.headers.has('content-disposition')) return { refused: 'gone' }
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
