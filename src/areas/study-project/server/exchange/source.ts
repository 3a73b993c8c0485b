import { readQuery, refuse } from '#kernel'
import type { Ctx } from '#server'
import { readByCursor } from '#server/db/cursor.ts'
import { LIMITS } from '#server/db/limits.ts'
import type { Model } from '#server/model/model.ts'
import { listStatement, present } from '#server/resource/read.ts'
import { loadContent } from '#study/dictionary/load.ts'
import type { StoredForm } from '#study/dictionary/load.ts'
import type { SlottedVariable } from '#study/dictionary/variable.ts'
import type { GivenStudy, GivenVisit } from '#study/exchange/odm/give.ts'
import { slotName } from '#study/record/table.ts'
import locale from '../../locale.ts'

/** A form with what this person may read of it. */
export type GivenForm = { form: StoredForm; model: Model | null; variables: readonly SlottedVariable[] }
/** What leaves the house: the study as this reader sees it. */
export type Source = {
  readonly study: GivenStudy
  readonly forms: readonly GivenForm[]
  /** Variables that are masked for this reader: their values stay here. */
  readonly masked: readonly { form: string; code: string }[]
  readonly visits: ReadonlyMap<number, string>
}
/** One record: whose, when, and each readable variable by its code. */
export type GivenRecord = { id: number; subject: string; visit: string | null; instance: number; values: ReadonlyMap<string, string> }

const STUDY = `SELECT code, title, title_en AS "titleEn", coalesce(remark, '') AS remark FROM study_project WHERE id = $1`
const VERSION = `SELECT id, number, state FROM study_dictionary WHERE study = $1 ORDER BY (state = 'published') DESC, number DESC LIMIT 1`
const VISITS = `SELECT id, code, name, name_en AS "nameEn", is_planned AS "isPlanned", day, coalesce(before, 0) AS before, coalesce(after, 0) AS after
  FROM study_visit WHERE study = $1 AND deleted_at IS NULL ORDER BY day NULLS LAST, id`
type Head = Pick<GivenStudy, 'code' | 'title' | 'titleEn' | 'remark'>

/** The study with its published dictionary, or with its draft where nothing is published and there are no records. */
export const sourceOf = async (ctx: Ctx, id: number): Promise<Source> => {
  const [head] = await ctx.db.query<Head>(STUDY, [id])
  const [version] = await ctx.db.query<{ id: number; number: number; state: string }>(VERSION, [id])
  if (!head || !version) throw refuse(locale, 'noDictionary')
  const content = await loadContent(ctx.db, version.id)
  const visits = await ctx.db.query<GivenVisit & { id: number }>(VISITS, [id])
  const forms: GivenForm[] = []
  const masked: { form: string; code: string }[] = []
  for (const form of content.forms) {
    const model = version.state === 'published' ? ((await ctx.engine.registry.open(ctx, `clinical.data.f${form.id}`)) ?? null) : null
    const hidden = model ? ctx.engine.masks.hidden(ctx, model).fields : new Set<string>()
    const own = content.variables.filter((variable) => variable.form === form.code)
    masked.push(...own.filter(({ slot }) => hidden.has(slotName(slot))).map(({ code }) => ({ form: form.code, code })))
    forms.push({ form, model, variables: own.filter(({ slot }) => !hidden.has(slotName(slot))) })
  }
  return {
    study: { ...head, number: version.number, visits, content },
    forms,
    masked,
    visits: new Map(visits.map((visit) => [visit.id, visit.code])),
  }
}

const statementOf = (ctx: Ctx, model: Model, search: readonly object[]) =>
  listStatement(ctx, model, readQuery(model.resource, { search, order: 'id,asc' }), 'live')

/** How many records this person sees in a form. */
export const countOf = async (ctx: Ctx, { model }: GivenForm): Promise<number> => {
  if (!model) return 0
  const { text, values } = await statementOf(ctx, model, [])
  const [row] = await ctx.db.query<{ n: number | string }>(`SELECT count(*) AS n FROM (${text}) x`, values)
  return Number(row?.n ?? 0)
}

const labelIn = (row: Readonly<Record<string, unknown>>, name: string): string => {
  const labels = row['_labels']
  const label: unknown =
    typeof labels === 'object' && labels !== null ? Object.entries(labels).find(([key]) => key === name)?.[1] : undefined
  return typeof label === 'string' ? label : ''
}
/** The records of a form with scope and masks as in its list. `subjects`: of these alone. */
export async function* recordsOf(
  ctx: Ctx,
  { visits }: Source,
  { model, variables }: GivenForm,
  signal: AbortSignal,
  subjects?: readonly number[],
): AsyncGenerator<GivenRecord> {
  if (!model) return
  const search = subjects ? [{ field: 'subject', operator: 'IN', val: subjects.join(',') }] : []
  for await (const raw of readByCursor(ctx.engine.database, await statementOf(ctx, model, search), LIMITS.export, signal)) {
    const row = present(ctx, model, raw)
    const values = variables.flatMap(({ code, slot }) => {
      const value = row[slotName(slot)]
      return typeof value === 'string' ? [[code, value] as const] : []
    })
    const visit = Number(row['visit'] ?? 0)
    yield {
      id: Number(row['id']),
      subject: labelIn(row, 'subject'),
      visit: visits.get(visit) ?? null,
      instance: Number(row['instance'] ?? 1),
      values: new Map(values),
    }
  }
}

const AT_ONCE = 200
export type GivenSubject = { id: number; code: string; department: number | null }
const SITES = `SELECT id, code, name FROM department WHERE id IN (SELECT department FROM study_subject WHERE study = $1 AND deleted_at IS NULL) ORDER BY id`
/** Where the subjects of a study belong. */
export const sitesOf = (ctx: Ctx, study: number): Promise<{ id: number; code: string; name: string }[]> => ctx.db.query(SITES, [study])
/** The subjects that this person sees, some at a time. */
export async function* subjectsOf(ctx: Ctx, study: number, signal: AbortSignal): AsyncGenerator<GivenSubject[]> {
  const statement = await statementOf(ctx, ctx.engine.registry.need('study.subject'), [
    { field: 'study', operator: '=', val: String(study) },
  ])
  let batch: GivenSubject[] = []
  for await (const row of readByCursor(ctx.engine.database, statement, LIMITS.export, signal)) {
    batch.push({ id: Number(row['id']), code: String(row['code']), department: Number(row['department']) || null })
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
