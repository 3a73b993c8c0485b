import { fail, refuse, ruleOf, can } from '#kernel'
import type { Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { rowsById } from '#server/resource/read.ts'
import { tellsArm } from '#study/blind.ts'
import type { Handed } from '#study/query/told.ts'
import locale from '../locale.ts'

/** What a query is about: a cell, a record, or findings of one record or row. */
export type Place = {
  title: string
  study: number
  department: number | null
  subject: number | null
  visit: number | null
  form: number | null
  record: number | null
  field: string | null
  datafile: number | null
  delivery: number | null
  /** The file that is asked about, and who handed it over. */
  file: Handed | null
  sender: { user: number | null; admin?: number | null } | null
  /** As it stands in the cell, or as the finding has it. */
  value: string | null
  findings: readonly Found[]
}
export type Found = {
  id: number
  name: string
  state: string
  field: string | null
  slot: string | null
  value: string | null
  parameter: number
  run: number
}

const NO_FILE = { delivery: null, file: null, sender: null } as const
const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const joined = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ').slice(0, 200)

export const formName = (form: number): string => `clinical.data.f${form}`
const SUBJECT = `SELECT s.study, s.department, s.code, v.code AS visit FROM study_subject s LEFT JOIN study_visit v ON v.id = $2 WHERE s.id = $1`
type Subject = { study: number; department: number; code: string; visit: string | null }

/** Whoever does not see the form, or the record, is told that there is none. */
export const openCell = async (ctx: Ctx, form: number, record: number): Promise<{ model: Model; row: AnyRow }> => {
  const model = await ctx.engine.registry.open(ctx, formName(form))
  const [row] = model ? await rowsById(ctx, model, [record], 'live') : []
  if (!model || !row) throw fail('record.missing')
  return { model, row }
}
/** Variables have a help text: their code. What belongs to every record has none. */
const codeOf = (model: Model, field: string): string | undefined => model.locale['zh-cn'].help?.[field]

export const placeOfRecord = async (ctx: Ctx, form: number, record: number, field: string | null): Promise<Place> => {
  if (!can(ctx.actor.rules, ruleOf('clinical.data', 'index'))) throw fail('auth.forbidden')
  const { model, row } = await openCell(ctx, form, record)
  if (field !== null && codeOf(model, field) === undefined) throw fail('input.unknownField', { field: field.slice(0, 100) })
  const [subject] = await ctx.db.query<Subject>(SUBJECT, [row['subject'], row['visit'] ?? null])
  if (!subject) throw fail('record.missing')
  return {
    title: joined([subject.code, subject.visit, field && codeOf(model, field)]),
    study: subject.study,
    department: subject.department,
    subject: whole(row['subject']),
    visit: whole(row['visit']),
    form,
    record,
    field,
    datafile: null,
    ...NO_FILE,
    value: field === null || (await tellsArm(ctx.db, form, field)) ? null : textOf(row[field]),
    findings: [],
  }
}

/** The one value that all share, if they do. */
const shared = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)

const DEPARTMENT = 'SELECT department_id AS department FROM datafile WHERE id = $1'
const placeOfGroup = async (ctx: Ctx, rows: readonly AnyRow[], study: number): Promise<Place> => {
  const own = (name: string) => shared(rows.map((row) => whole(row[name])))
  const named = shared(rows.map((row) => textOf(row['field'])))
  const slot = shared(rows.map((row) => textOf(row['slot'])))
  // Of a record it is the one column that was looked at: what was found in two together is about neither alone.
  const field = own('form') === null ? named : slot !== null && /^v\d+$/.test(slot) ? slot : null
  const datafile = own('datafile')
  const [file] = datafile === null ? [] : await ctx.db.query<{ department: number | null }>(DEPARTMENT, [datafile])
  return {
    title: joined([shared(rows.map((row) => textOf(row['name']))), named]),
    study,
    department: own('department') ?? file?.department ?? null,
    subject: own('subject'),
    visit: own('visit'),
    form: own('form'),
    record: own('record'),
    field,
    datafile,
    ...NO_FILE,
    value: rows.length === 1 ? textOf(rows[0]?.['value']) : null,
    findings: rows.map((row) => ({
      id: row.id,
      name: String(row['name']),
      state: String(row['state']),
      field: textOf(row['field']),
      slot: textOf(row['slot']),
      value: textOf(row['value']),
      parameter: whole(row['parameter']) ?? 0,
      run: whole(row['stateRun']) ?? 0,
    })),
  }
}

const OPEN: ReadonlySet<unknown> = new Set(['new', 'reopened'])
/** Findings of one record or row are one question to those who answer for it; those of others are questions of their own. */
export const placesOfFindings = async (ctx: Ctx, ids: readonly number[]): Promise<Place[]> => {
  const rows = await rowsById(ctx, ctx.engine.registry.need('finding'), ids, 'live', true)
  if (rows.length !== new Set(ids).size) throw fail('record.missing')
  for (const row of rows) {
    if (whole(row['study']) === null) throw refuse(locale, 'noStudy', { name: String(row['name']) })
    if (!OPEN.has(row['state'])) throw refuse(locale, 'taken', { name: String(row['name']) })
  }
  const keyOf = (row: AnyRow) => JSON.stringify([row['study'], row['datafile'], row['form'], row['record'], row['name']])
  const places: Place[] = []
  for (const group of Map.groupBy(rows, keyOf).values()) places.push(await placeOfGroup(ctx, group, whole(group[0]?.['study']) ?? 0))
  return places
}
