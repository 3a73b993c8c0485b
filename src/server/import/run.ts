import { Refusal, fail, fieldSentence, invalid, readDraft } from '#kernel'
import type { FieldProblem, ImportPreview, ImportProblem } from '#kernel'
import { record } from '../audit/entry.ts'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { clockOf } from '../zone.ts'
import { readCell } from './cell.ts'
import type { Knowledge } from './cell.ts'
import { findNames } from './names.ts'
import type { Sheet } from './sheet.ts'

const MOST_TOLD = 1000

/** An empty cell says nothing: the default holds, and what is required is missed. */
const draftOf = ({ resource, locale }: Model, { columns }: Sheet, row: readonly string[], known: Knowledge): Record<string, unknown> => {
  const draft: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  columns.forEach(([name, field], i) => {
    const text = row[i] ?? ''
    if (text.trim() === '') return
    const read = readCell(name, field, locale, text, known)
    if ('value' in read) draft[name] = read.value
    else problems.push({ field: name, key: read.problem })
  })
  if (problems.length === 0) return draft
  const unread = new Set(problems.map((p) => p.field))
  throw invalid([...problems, ...readDraft(resource, draft, 'add').problems.filter((p) => !unread.has(p.field))])
}

const problemsIn = (error: Refusal): readonly FieldProblem[] => {
  const problems: unknown = typeof error.data === 'object' && error.data !== null ? Reflect.get(error.data, 'problems') : undefined
  return Array.isArray(problems) ? problems : []
}
/** What a refusal says, cell by cell as far as it names columns of the sheet. */
const toldOf = ({ language }: Ctx, { locale }: Model, { columns }: Sheet, row: number, error: Refusal): ImportProblem[] => {
  const problems = problemsIn(error)
  if (problems.length === 0) return [{ row, column: null, text: error.sentence(language) }]
  return problems.map((problem) => {
    const text = fieldSentence(problem, language)
    const isHere = columns.some(([name]) => name === problem.field)
    const title = locale[language].fields[problem.field] ?? problem.field
    return isHere
      ? { row, column: problem.field, text }
      : { row, column: null, text: language === 'en' ? `${title}: ${text}` : `${title}：${text}` }
  })
}

const knowledgeOf = async (ctx: Ctx, sheet: Sheet): Promise<Knowledge> => ({
  ids: await findNames(ctx, sheet.columns, sheet.rows),
  clock: clockOf(sheet.zone),
})

/** Every row goes the way of a new record, one after the other, so that the second of two equal codes is found too; then all of it is undone. */
export const previewImport = (ctx: Ctx, model: Model, sheet: Sheet): Promise<ImportPreview> =>
  ctx.engine.rehearse(ctx, async (tx) => {
    const known = await knowledgeOf(tx, sheet)
    const bad: number[] = []
    const problems: ImportProblem[] = []
    for (const [i, row] of sheet.rows.entries()) {
      const [error] = await tx.engine
        .attempt(tx, () => tx.engine.add(tx, model.resource.name, draftOf(model, sheet, row, known)))
        .then(
          () => [],
          (failure: unknown) => [failure],
        )
      if (error === undefined) continue
      if (!(error instanceof Refusal)) throw error
      bad.push(i)
      problems.push(...toldOf(tx, model, sheet, i, error))
    }
    return { rows: sheet.rows.length, bad, problems: problems.slice(0, MOST_TOLD), total: problems.length }
  })

/** All of it or nothing. Whoever wants only the good rows sends only those. */
export const importRows = async (ctx: Ctx, model: Model, sheet: Sheet): Promise<{ count: number }> => {
  const known = await knowledgeOf(ctx, sheet)
  for (const [i, row] of sheet.rows.entries())
    try {
      await ctx.engine.attempt(ctx, async () => ctx.engine.add(ctx, model.resource.name, draftOf(model, sheet, row, known)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const [first] = toldOf(ctx, model, sheet, i, error)
      throw fail('import.refused', { row: i + 1, text: first?.text ?? '' }, { row: i })
    }
  const count = sheet.rows.length
  await record(ctx, {
    action: 'import',
    resource: model.resource.name,
    recordId: '',
    // What it is called in every language: the place has its own column.
    label: sheet.file ?? '',
    changes: { rows: [null, count], ...(sheet.file ? { file: [null, sheet.file] } : {}) },
  })
  return { count }
}
