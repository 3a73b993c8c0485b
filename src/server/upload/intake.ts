import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { Hopeless, defineTask } from '../task/definition.ts'
import { uploadPath } from './place.ts'

/** What happens to a file when all of it has arrived. Nothing of it is read in the request. */
export const intake = defineTask({
  kind: 'upload.intake',
  lane: 'light',
  title: { 'zh-cn': '接收文件', en: 'Take in a file' },
  input: z.object({ upload: z.string(), size: z.number() }),
  steps: (none) =>
    none
      .step('hash', async ({ input, tools, signal, progress }) => {
        const hash = createHash('sha256')
        let size = 0
        await pipeline(
          createReadStream(uploadPath(tools.config.DATA_DIR, input.upload), { highWaterMark: 1024 * 1024 }),
          async (source: AsyncIterable<Buffer>) => {
            for await (const chunk of source) {
              hash.update(chunk)
              size += chunk.length
              progress(size / input.size)
            }
          },
          { signal },
        )
        if (size !== input.size) throw new Hopeless(`the file has ${size} bytes instead of ${input.size}`)
        return { sha256: hash.digest('hex') }
      })
      .commit('keep', async ({ input, done }, tx) => {
        await tx.query('UPDATE upload SET sha256 = $2 WHERE id = $1', [input.upload, done.hash.sha256])
        return done.hash
      }),
})
