import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

type Watched = { size: number; signal: AbortSignal; progress(share: number): void }

/** Reads a file of any size and says what it is, and how long it really was; `size` is what was expected. */
export const hashFile = async (path: string, { size, signal, progress }: Watched): Promise<{ sha256: string; read: number }> => {
  const hash = createHash('sha256')
  let read = 0
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        read += chunk.length
        progress(size === 0 ? 1 : read / size)
      }
    },
    { signal },
  )
  return { sha256: hash.digest('hex'), read }
}
