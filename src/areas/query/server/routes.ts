import { fail, isChoice, ruleOf } from '#kernel'
import type { OtherUnit } from '#kernel'
import { MASK, contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { codesIn } from '#study/dictionary/load.ts'
import { valueCalled } from '#study/record/found-value.ts'
import { variablesCalled, visitsCalled } from '#study/record/called.ts'
import { factsTold, provedTold, type Doors, type Reading } from '#study/query/told.ts'
import { partIn } from '#study/query/role.ts'
import { query } from '../index.ts'
import { mayAnswer } from './answer.ts'
import { nextOf } from './next.ts'
import { formName } from './place.ts'
import type { About } from './thread.ts'

const READ = { audience: 'admin', rule: ruleOf(query.name, 'index') } as const

type Entry = { kind: string; text: string | null; before: string | null; after: string | null; run: number | null; facts: unknown }
const ENTRIES = `SELECT e.id, e.kind, e.text, e.category, e.before, e.after, e.file, e.run, e.facts, e.created_at AS at,
    coalesce(a.nickname, u.nickname) AS "by" FROM query_entry e LEFT JOIN auth_admin a ON a.id = e.by LEFT JOIN user_user u ON u.id = e.member
  WHERE e.query = $1 ORDER BY e.id`

/** Values are for those who read them in the record itself. */
const masker = async (ctx: Ctx, { form, field }: About): Promise<boolean> => {
  if (form === null) return false
  const model = await ctx.engine.registry.open(ctx, formName(form))
  if (!model) return true
  return field === null ? ctx.engine.masks.hidden(ctx, model).fields.size > 0 : ctx.engine.masks.hides(ctx, model.resource.name, field)
}
const VALUES: ReadonlySet<string> = new Set(['before', 'after', 'value'])
/** Every value in what a run proved, however deep. */
const masked = (facts: unknown): unknown => {
  if (Array.isArray(facts)) return facts.map(masked)
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, VALUES.has(key) && value !== null ? MASK : masked(value)]))
}

/** A run proves by codes; whoever reads it knows the variables by name. */
const inNames = (facts: unknown, reading: Reading): unknown => {
  if (Array.isArray(facts)) return facts.map((one) => inNames(one, reading))
  if (typeof facts !== 'object' || facts === null) return facts
  const told = new Map(Object.entries(facts))
  const field: unknown = told.get('field')
  return Object.fromEntries(
    [...told].map(([key, value]: [string, unknown]) => {
      if (key === 'items') return [key, inNames(value, reading)]
      if (typeof value !== 'string' || typeof field !== 'string') return [key, value]
      const { language, called, visit } = reading
      return [key, key === 'field' ? called(value) : VALUES.has(key) ? valueCalled(language, field, value, called, visit) : value]
    }),
  )
}

const DESK: Doors = {
  file: ({ datafile, delivery }) => (delivery === undefined ? `/admin/datafile/${datafile}` : `/admin/gather/delivery/${delivery}`),
  run: (run) => `/admin/qc/run/${run}`,
}
/** `doors`: where this reader opens a file and a run. */
export const threadOf = async (ctx: Ctx, row: About, doors: Doors = DESK) => {
  const isMasked = await masker(ctx, row)
  const shown = (value: string | null) => (isMasked && value !== null ? MASK : value)
  const entries = await ctx.db.query<Entry>(ENTRIES, [row.id])
  const forms = row.form === null ? [] : [row.form]
  const [variables, visits] = [await variablesCalled(ctx.db, ctx.language, forms), await visitsCalled(ctx.db, ctx.language, forms)]
  const own = (say: typeof variables) => (codes: string) => (row.form === null ? codes : say(row.form, codes))
  const reading = { language: ctx.language, called: own(variables), visit: own(visits), veil: isMasked ? MASK : null, doors }
  return entries.map((entry) => ({
    ...entry,
    text: entry.kind === 'proved' ? provedTold(reading, entry.facts, entry.run, row.id) : entry.text,
    before: shown(entry.before),
    after: shown(entry.after),
    facts: inNames(isMasked ? masked(entry.facts) : entry.facts, reading),
    told: factsTold(reading, entry.facts, entry.run),
  }))
}

type Option = { code: string; label: string }
/** How the value is entered, as the page of the form enters it. */
type Shape = { kind: string; units: readonly OtherUnit[]; missingCodes: readonly string[] }
type Cell = { value: unknown; label: string; unit: string; options: Option[] | null; shape: Shape; resource: string; study: number }
const MISSING = `SELECT missing_codes AS codes FROM study_variable WHERE form = $1 AND slot = $2 ORDER BY dictionary DESC LIMIT 1`
const missingCodesOf = async (ctx: Ctx, form: number, name: string): Promise<readonly string[]> => {
  const [, slot] = /^v(\d+)$/.exec(name) ?? []
  if (slot === undefined) return []
  return (await ctx.db.query<{ codes: string }>(MISSING, [form, Number(slot)])).flatMap(({ codes }) => codesIn(codes))
}
/** The cell as it is now, as this person may read it. */
export const cellOf = async (ctx: Ctx, { form, record, field: column, study }: About): Promise<Cell | null> => {
  if (form === null || record === null) return null
  const model = await ctx.engine.registry.open(ctx, formName(form))
  if (!model) return null
  const [row] = (await ctx.engine.list(ctx, formName(form), { limit: 1, search: [{ field: 'id', operator: '=', val: String(record) }] }))
    .list
  // In the bin, or of a department that this person does not see.
  if (!row) return null
  const name = column ?? ''
  const words = model.locale[ctx.language]
  const field = model.columns.get(name)?.field
  const options = field && isChoice(field) ? field.options.map((code) => ({ code, label: words.options?.[name]?.[code] ?? code })) : null
  const shape = { kind: field?.kind ?? 'string', units: field?.units ?? [], missingCodes: await missingCodesOf(ctx, form, name) }
  const [label, unit] = [words.fields[name] ?? '', field?.unit ?? '']
  return { value: row[name] ?? null, label, unit, options, shape, resource: formName(form), study }
}

const ABOUT = 'SELECT id, study, department, form, record, field, datafile, delivery, assignees, members FROM query WHERE id = $1'
/** A query that this person sees. */
export const seenQuery = async (ctx: Ctx, given: unknown): Promise<About> => {
  const id = Number(given)
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  await ctx.engine.get(ctx, query.name, id)
  const [row] = await ctx.db.query<About>(ABOUT, [id])
  if (!row) throw fail('record.missing')
  return row
}

/** What is read of a query beyond its row: what was said, the value now, what this person may do about it. */
const thread = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const row = await seenQuery(ctx, call.query['id'])
  const { decides } = await partIn(ctx.db, actor, row.study, row.department)
  return {
    entries: await threadOf(ctx, row),
    cell: await cellOf(ctx, row),
    may: { answer: await mayAnswer(ctx, row), decide: decides },
    next: await nextOf(ctx, row.id),
  }
}

export const queryRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/query/thread', READ, thread)
}
