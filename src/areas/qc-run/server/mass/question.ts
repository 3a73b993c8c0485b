import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { defineQuestion } from '#server/lane/question.ts'
import type { MassPage } from '#study/run/mass.ts'

const input = z.object({
  violations: z.string(),
  cover: z.string(),
  hidden: z.array(z.string()).nullable(),
  isDiscreet: z.boolean(),
  departments: z.union([z.literal('all'), z.array(z.number())]),
  from: z.number(),
  count: z.number(),
})

/** A page of what one finding stands for. */
export const massQuestion = defineQuestion({
  kind: 'qc.mass',
  input,
  output: z.custom<MassPage>((said) => typeof said === 'object' && said !== null && 'rows' in said),
  answer: async ({ config, store }, { violations, ...wanted }, signal) => {
    // DuckDB is loaded here, in the worker, and nowhere else.
    const { readMassPage } = await import('#study/run/mass.ts')
    const parent = join(config.DATA_DIR, 'work')
    await mkdir(parent, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(parent, 'mass-'))
    try {
      return await readMassPage(store.pathOf(violations), wanted, folder, signal)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})
