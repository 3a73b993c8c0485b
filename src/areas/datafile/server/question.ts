import * as z from 'zod'
import { defineQuestion } from '#server/lane/question.ts'
import { defineTask } from '#server/task/definition.ts'
import type { Tools } from '#server/task/tools.ts'

const version = z.object({ sha256: z.string(), name: z.string() })
const cell = z.string().nullable()

/** Any rows of a version that is a table. */
export const rowsQuestion = defineQuestion({
  kind: 'datafile.rows',
  input: z.object({ version, from: z.number(), count: z.number(), column: z.number(), columns: z.number(), find: z.string() }),
  output: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    total: z.number(),
    column: z.number(),
    columnsInAll: z.number(),
    isFound: z.boolean(),
  }),
  warm: () => import('./read-table.ts'),
  answer: async (tools, { version: one, ...window }, signal) => {
    const { withTables, rowsOf } = await import('./read-table.ts')
    return withTables(tools, [one], signal, async (db, stage) => rowsOf(db, await stage(0), window))
  },
})

const counts = z.object({ added: z.number(), removed: z.number(), changed: z.number(), unchanged: z.number(), changedCells: z.number() })
export const comparisonShape = z.object({
  key: z.array(z.string()),
  /** Both have them: what rows can be paired by. */
  shared: z.array(z.string()),
  rows: z.object({ before: z.number(), after: z.number() }),
  columns: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    moved: z.boolean(),
    retyped: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    /** Of so many of the shared columns both profiles say the type. */
    typed: z.number(),
  }),
  counts,
  changedByColumn: z.array(z.object({ column: z.string(), cells: z.number() })),
  unpaired: z.object({ duplicateBefore: z.number(), duplicateAfter: z.number(), blankBefore: z.number(), blankAfter: z.number() }),
  changes: z.array(
    z.object({
      kind: z.enum(['added', 'removed', 'changed']),
      key: z.string(),
      rowBefore: z.number().nullable(),
      rowAfter: z.number().nullable(),
      field: cell,
      before: cell,
      after: cell,
    }),
  ),
})
export type Comparison = z.output<typeof comparisonShape>

/** `facts`: where its profile lies. `hidden`: what columns are called whose values whoever asks may not read; the answer is kept, and holds none of them. */
const profiled = version.extend({ facts: z.string().nullable() })
export const pair = z.object({ before: profiled, after: profiled, key: z.array(z.string()), hidden: z.array(z.string()).default([]) })
const compared = async (tools: Tools, { before, after, key, hidden }: z.output<typeof pair>, signal: AbortSignal): Promise<Comparison> => {
  const [{ withTables }, { compareTables, retyped, typesIn }] = await Promise.all([import('./read-table.ts'), import('./compare.ts')])
  const found = await withTables(tools, [before, after], signal, async (db, stage) =>
    compareTables(db, await stage(0), await stage(1), { key, hidden }),
  )
  const [old, fresh] = [await typesIn(tools.store, before.facts), await typesIn(tools.store, after.facts)]
  return { ...found, columns: { ...found.columns, ...retyped(found.shared, old, fresh) } }
}

/** Two versions beside each other; without a key, rows are paired by the first columns that tell them apart. */
export const compareQuestion = defineQuestion({
  kind: 'datafile.compare',
  input: pair,
  output: comparisonShape,
  instead: 'task',
  answer: compared,
})

/** The same for files that take longer than a question may. */
export const comparing = defineTask({
  kind: 'datafile.compare',
  lane: 'heavy',
  title: { 'zh-cn': '比较数据文件的两个版本', en: 'Compare two versions of a data file' },
  words: { compare: { 'zh-cn': '比较', en: 'Compare' } },
  isAnswer: true,
  maxTries: 1,
  input: pair,
  steps: (none) => none.step('compare', ({ input, tools, signal }) => compared(tools, input, signal)),
})
