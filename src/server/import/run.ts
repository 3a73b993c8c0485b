import { Refusal, fail, fieldSentence, invalid, isPointer, readDraft } from '#kernel'
import type { FieldProblem, ImportPreview, ImportProblem } from '#kernel'
import { record } from '../audit/entry.ts'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { clockOf } from '../zone.ts'
import { readCell } from './cell.ts'
import type { Knowledge } from './cell.ts'
import { findNames } from './names.ts'
import type { Sheet } from './sheet.ts'
import { findTaken } from './taken.ts'

const MOST_TOLD = 1000

/** What a row says, and what in it cannot be read. An empty cell says nothing: the default holds, and what is required is missed. */
type Read = { draft: Record<string, unknown>; unread: readonly FieldProblem[] }
const readRow = ({ locale }: Model, { columns }: Sheet, row: readonly string[], known: Knowledge): Read => {
  const draft: Record<string, unknown> = {}
  const unread: FieldProblem[] = []
  columns.forEach(([name, field], i) => {
    const text = row[i] ?? ''
    if (text.trim() === '') return
    const read = readCell(name, field, locale, text, known)
    if ('value' in read) draft[name] = read.value
    else unread.push({ field: name, ...read.problem })
  })
  return { draft, unread }
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
  language: ctx.language,
  ids: await findNames(ctx, sheet.columns, sheet.rows),
  titleOf: (field) => (isPointer(field) && ctx.engine.registry.get(field.to)?.locale[ctx.language].title) || '',
  clock: clockOf(sheet.zone),
})

/** What comes first about a field is said: that it cannot be read, that it is taken, that it may not be stored. */
const together = (...problems: (readonly FieldProblem[])[]): FieldProblem[] => {
  const all = problems.flat()
  return all.filter(({ field }, i) => all.findIndex((other) => other.field === field) === i)
}

/** Every row goes the way of a new record, one after the other; what it is refused for, or nothing. */
async function* rowByRow(ctx: Ctx, model: Model, sheet: Sheet): AsyncGenerator<Refusal | undefined> {
  const { resource } = model
  const known = await knowledgeOf(ctx, sheet)
  const read = sheet.rows.map((row) => readRow(model, sheet, row, known))
  const drafts = read.map(({ draft }) => draft)
  const taken = await findTaken(ctx, model, sheet, drafts)
  for (const [i, { draft, unread }] of read.entries()) {
    const before = together(unread, taken[i] ?? [])
    try {
      if (before.length > 0) throw invalid(together(before, readDraft(resource, draft, 'add').problems))
      await ctx.engine.attempt(ctx, () => ctx.engine.add(ctx, resource.name, draft))
      yield undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      yield error
    }
  }
}

/** What an import would do and be refused for; then all of it is undone. */
export const previewImport = (ctx: Ctx, model: Model, sheet: Sheet): Promise<ImportPreview> =>
  ctx.engine.rehearse(ctx, async (tx) => {
    const bad: number[] = []
    const problems: ImportProblem[] = []
    let row = 0
    for await (const refused of rowByRow(tx, model, sheet)) {
      if (refused) {
        bad.push(row)
        problems.push(...toldOf(tx, model, sheet, row, refused))
      }
      row++
    }
    return { rows: sheet.rows.length, bad, problems: problems.slice(0, MOST_TOLD), total: problems.length }
  })

/** All of it or nothing. Whoever wants only the good rows sends only those. */
export const importRows = async (ctx: Ctx, model: Model, sheet: Sheet): Promise<{ count: number }> => {
  let row = 0
  for await (const refused of rowByRow(ctx, model, sheet)) {
    if (refused) {
      const [first] = toldOf(ctx, model, sheet, row, refused)
      throw fail('import.refused', { row: sheet.numbers[row] ?? row + 1, text: first?.text ?? '' }, { row })
    }
    row++
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
