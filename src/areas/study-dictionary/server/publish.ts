import type { Row } from '#kernel'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { enqueue } from '#server/task/enqueue.ts'
import type { Blocker } from '#server/model/approval.ts'
import { checkContent, errorsIn } from '#study/dictionary/check.ts'
import { loadContent, slotHistory } from '#study/dictionary/load.ts'
import { guardTables, isHeld } from '#study/lock/guard.ts'
import { tableLock, tableName, tableStatements } from '#study/record/table.ts'
import { studyDictionary } from '../index.ts'
import { indexing } from './indexing.ts'
import { publishForms } from './save.ts'

type Dictionary = Row<typeof studyDictionary>

/** What stands in the way of publication: everything that the check of the draft calls wrong, and a dictionary without a variable. */
export const publishBlockers = async (ctx: Ctx, { id, study }: Dictionary): Promise<Blocker[]> => {
  const content = await loadContent(ctx.db, id)
  if (content.variables.length === 0) return [{ words: { 'zh-cn': '字典里还没有变量', en: 'There is no variable in the dictionary' } }]
  return errorsIn(checkContent(content, await slotHistory(ctx.db, study))).map(({ form, variable, words }) => {
    const place = [form, variable].filter(Boolean).join(' · ')
    return { words: { 'zh-cn': `${place}：${words['zh-cn']}`, en: `${place}: ${words.en}` } }
  })
}

const COLUMNS = `SELECT a.attname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE n.nspname = 'record' AND c.relname = $1`

/** The tables of the forms get what they lack. Nothing that is there is changed: a column holds what was entered, whatever it is called now. */
const extendTables = async (ctx: Ctx, { id, title }: Dictionary): Promise<void> => {
  const { forms, variables } = await loadContent(ctx.db, id)
  for (const form of forms) {
    const slots = variables.filter((v) => v.form === form.code).map(({ slot }) => slot)
    if (slots.length === 0) continue
    await ctx.db.query(tableLock, [form.id])
    const columns = await ctx.db.query<{ name: string }>(COLUMNS, [tableName(form.id)])
    const statements = tableStatements(form.id, slots, columns.length ? new Set(columns.map(({ name }) => name)) : null)
    for (const statement of statements) await ctx.db.query(statement)
    if (statements.length)
      await record(ctx, {
        action: 'apply',
        resource: studyDictionary.name,
        recordId: id,
        label: title ?? '',
        changes: { statements: [null, statements.join('\n')] },
      })
  }
}

const MARKED = 'SELECT form, slot, type FROM study_variable WHERE dictionary = $1 AND indexed ORDER BY form, slot'
/** A worker makes and drops indexes beside those who write; asked for where this version wants others than the one before. */
const askIndexes = async (ctx: Ctx, { id, study, title }: Dictionary, before: number | null): Promise<void> => {
  const [now, was] = [await ctx.db.query(MARKED, [id]), before === null ? [] : await ctx.db.query(MARKED, [before])]
  if (JSON.stringify(now) === JSON.stringify(was)) return
  await enqueue(ctx.db, indexing, { study }, { title: title ?? '', subject: { resource: studyDictionary.name, record: id } })
}

/** In the transaction of the move: the version is published with its tables, or not at all, and the one before it retires. */
export const publish = async (ctx: Ctx, dictionary: Dictionary): Promise<void> => {
  await publishForms(ctx, dictionary, await loadContent(ctx.db, dictionary.id))
  await extendTables(ctx, dictionary)
  if (await isHeld(ctx.db, dictionary.study)) await guardTables(ctx.db, dictionary.study)
  const older = await ctx.db.query<{ id: number }>(
    `SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published' AND id <> $2`,
    [dictionary.study, dictionary.id],
  )
  await askIndexes(ctx, dictionary, older[0]?.id ?? null)
  for (const { id } of older) await ctx.engine.move(ctx, studyDictionary.name, { id, to: 'retired' })
}
