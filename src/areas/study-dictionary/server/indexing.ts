import * as z from 'zod'
import { LIMITS } from '#server/db/limits.ts'
import { defineTask } from '#server/task/definition.ts'
import { loadContent } from '#study/dictionary/load.ts'
import { indexOf } from '#study/record/table.ts'

const PUBLISHED = `SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published'`
const PRESENT = `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_class t ON t.oid = i.indrelid WHERE n.nspname = 'record' AND t.relname = ANY($1) AND c.relname ~ '^t[0-9]+_v[0-9]+_as_'`

/** The indexes of a study become those that its published dictionary asks for, while people go on writing. Done again, it does nothing. */
export const indexing = defineTask({
  kind: 'dictionary.index',
  lane: 'heavy',
  title: { 'zh-cn': '为常用于筛选的变量建索引', en: 'Index variables that are filtered often' },
  words: { index: { 'zh-cn': '建索引', en: 'Index' } },
  says: { made: { 'zh-cn': '新建索引', en: 'Indexes made' }, dropped: { 'zh-cn': '删除索引', en: 'Indexes dropped' } },
  input: z.object({ study: z.number() }),
  steps: (none) =>
    none.step('index', async ({ input, tools, signal, log }) => {
      const [version] = await tools.database.query<{ id: number }>(PUBLISHED, [input.study])
      if (!version) return { made: 0, dropped: 0 }
      const { forms, variables } = await loadContent(tools.database, version.id)
      const wanted = forms.flatMap(({ id, code }) =>
        variables.flatMap((variable) => (variable.form === code && variable.indexed ? (indexOf(id, variable) ?? []) : [])),
      )
      return tools.database.withConnection(
        async (connection) => {
          const { rows } = await connection.query<{ name: string; valid: boolean }>(PRESENT, [forms.map(({ id }) => `t${id}`)])
          // One that was begun and not ended is written with every record and read by nobody.
          const kept = new Set(rows.filter(({ name, valid }) => valid && wanted.some((one) => one.name === name)).map(({ name }) => name))
          const gone = rows.filter(({ name }) => !kept.has(name))
          const lacking = wanted.filter(({ name }) => !kept.has(name))
          for (const { name } of gone) await connection.query(`DROP INDEX CONCURRENTLY IF EXISTS "record"."${name}"`)
          for (const { name, text } of lacking) {
            signal.throwIfAborted()
            await connection.query(text)
            log(name)
          }
          return { made: lacking.length, dropped: gone.length }
        },
        LIMITS.task,
        signal,
      )
    }),
})
