import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The hash of a file's content and its length, read once. */
export const sha256Of = async (path: string): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { sha256: hash.digest('hex'), bytes }
}
