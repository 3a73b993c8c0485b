import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { LANGUAGES } from '#kernel'
import { CHANGES_KIND } from '#server/storage/holder.ts'
import { keepFile } from '#server/storage/keep-file.ts'
import { defineTask } from '#server/task/definition.ts'
import { pair } from './question.ts'

/** All changes between two versions as a file: of a page there is no end to them. Masked as the page is for whoever asks. */
export const writingChanges = defineTask({
  kind: CHANGES_KIND,
  lane: 'heavy',
  title: { 'zh-cn': '导出两个版本之间的改动', en: 'Export the changes between two versions' },
  words: { write: { 'zh-cn': '写入文件', en: 'Write the file' } },
  isAnswer: true,
  maxTries: 1,
  input: pair.extend({ language: z.enum(LANGUAGES) }),
  steps: (none) =>
    none.step('write', async ({ input: { before, after, ...asked }, tools, signal, effect }) => {
      const [{ withTables }, { changeLines }] = await Promise.all([import('./read-table.ts'), import('./compare.ts')])
      const staged = await tools.store.stage()
      try {
        await withTables(tools, [before, after], signal, async (db, stage) => {
          const lines = changeLines(db, await stage(0), await stage(1), asked)
          await pipeline(Readable.from(lines), createWriteStream(staged, { mode: 0o600 }), { signal })
        })
        return { sha256: await effect((tx) => keepFile(tx, tools.store, staged)) }
      } catch (error) {
        await rm(staged, { force: true })
        throw error
      }
    }),
})
