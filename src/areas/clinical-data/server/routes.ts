import { TOTAL_CAP, fail, labelOf, ruleOf, saidReason } from '#kernel'
import { MASK, contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { Model } from '#server/model/model.ts'
import { Bind } from '#server/db/bind.ts'
import { scopeSql } from '#server/model/scope.ts'
import { rowsById } from '#server/resource/read.ts'
import { heldForms } from '#study/lock/held.ts'
import { doubleForms } from '#study/record/second.ts'
import { slotName, tableName } from '#study/record/table.ts'
import { clinicalData } from '../index.ts'
import { formName, formOf } from './form.ts'
import { formerOf } from './former.ts'
import { gathersOf } from './gathers.ts'
import { judged } from './judged.ts'

const READ = { audience: 'admin', rule: ruleOf(clinicalData.name, 'index') } as const

const numberIn = (given: unknown): number => {
  const n = Number(given)
  if (!Number.isSafeInteger(n) || n < 1) throw fail('record.missing')
  return n
}
/** Whoever does not see the form is told what is told of one that does not exist. */
const open = async (ctx: Ctx, given: unknown): Promise<Model> => {
  const name = formName(numberIn(given))
  const model = await ctx.engine.registry.open(ctx, name)
  if (!model) throw fail('request.unknown', { url: name })
  return model
}

/** How many records of each form this person sees, to the cap: a record is seen with its subject, so that one condition holds for all forms. */
const countsOf = async (ctx: Ctx, forms: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const [first] = forms
  if (first === undefined) return new Map()
  const bind = new Bind()
  const seen = ['t.deleted_at IS NULL', ...(await scopeSql(ctx, await open(ctx, first), bind))].join(' AND ')
  const each = forms.map(
    (id) =>
      `SELECT ${id} AS id, (SELECT count(*) FROM (SELECT 1 FROM "record"."${tableName(id)}" t WHERE ${seen} LIMIT ${TOTAL_CAP + 1}) c) AS n`,
  )
  const rows = await ctx.db.query<{ id: number; n: number }>(each.join(' UNION ALL '), bind.values)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** The forms of a study with the number of records that this person sees in each. */
const forms = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const study = numberIn(call.query['study'])
  const search = [{ field: 'study', operator: '=', val: study }]
  const { list } = await ctx.engine.list(ctx, clinicalData.name, { limit: 500, search })
  const label = labelOf(clinicalData, ctx.language)
  const counts = await countsOf(
    ctx,
    list.map(({ id }) => id),
  )
  const gathers = await gathersOf(ctx, study)
  const heldBy = await heldForms(ctx.db, study, ctx.language)
  const twice = new Set((await doubleForms(ctx.db, study)).map(({ id }) => id))
  return {
    forms: list.map((row) => {
      const count = counts.get(row.id) ?? 0
      return {
        id: row.id,
        code: row['code'],
        name: row[label],
        resource: formName(row.id),
        total: Math.min(count, TOTAL_CAP),
        capped: count > TOTAL_CAP,
        held: heldBy(row.id),
        isDouble: twice.has(row.id),
        gathers: (gathers.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      }
    }),
  }
}

/** What the dictionary says about what is being typed: what is asked for, what is missing, what is odd, what follows. Nothing is stored. */
const judgement = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const { form, values } = { form: undefined, values: undefined, ...(call.body as object | undefined) }
  const model = await open(ctx, form)
  return judged(ctx, model, values)
}

const STORY = `SELECT c.id, c.at, c.before, c.after, c.entered, c.reason, c.source, c.actor_name AS by,
  CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'name', d.name, 'number', d.number, 'row', c.row_no) END AS delivery
  FROM value_change c LEFT JOIN gather_delivery d ON d.id = c.delivery WHERE c.form = $1 AND c.record = $2 AND c.slot = $3 ORDER BY c.id DESC LIMIT 200`
const FIRST = 'SELECT before FROM value_change WHERE form = $1 AND record = $2 AND slot = $3 ORDER BY id LIMIT 1'
/** The file that said it, and where in it; the row is not known of what came before rows were noted. */
type Brought = { id: number; name: string; number: number; row: number | null }
type Change = {
  id: number
  at: string
  before: string | null
  after: string | null
  entered: string | null
  reason: string | null
  source: string
  by: string
  delivery: Brought | null
}
/** A delivery stores its rows without an entry for each cell: the value that a cell was born with is the one before its first change. */
const birthOf = async (ctx: Ctx, table: string, [form, id, slot]: readonly [number, number, number]): Promise<Change[]> => {
  const [first] = await ctx.db.query<{ before: string | null }>(FIRST, [form, id, slot])
  const [born] = await ctx.db.query<{ at: string; value: string | null } & Brought>(
    `SELECT t.created_at AS at, t."${slotName(slot)}" AS value, d.id, d.name, d.number, t.row_no AS row FROM ${table} t JOIN gather_delivery d ON d.id = t.delivery_id WHERE t.id = $1`,
    [id],
  )
  const after = first ? first.before : (born?.value ?? null)
  if (!born || after === null) return []
  return [
    {
      id: 0,
      at: born.at,
      before: null,
      after,
      entered: null,
      reason: null,
      source: 'import',
      by: '',
      delivery: { id: born.id, name: born.name, number: born.number, row: born.row },
    },
  ]
}
const ORIGINS = `SELECT o.id, o.value, o.at, o.by, o.location, o.reason, o.system, d.received_at AS "receivedAt" FROM value_origin o
  LEFT JOIN gather_delivery d ON d.id = o.delivery WHERE o.form = $1 AND o.record = $2 AND o.slot = $3 ORDER BY o.id DESC LIMIT 200`
type Origin = Record<'at' | 'by' | 'location' | 'reason' | 'system', string> & { id: number; value: string | null; receivedAt: string }
/** What another system says happened before the value came here: its words, which nobody here vouches for. */
const originsOf = async (ctx: Ctx, form: number, id: number, slot: number): Promise<Change[]> => {
  const rows = await ctx.db.query<Origin>(ORIGINS, [form, id, slot])
  return rows.map(({ value, at, by, location, reason, system, receivedAt, ...own }, i) => ({
    id: -own.id,
    at: Number.isNaN(Date.parse(at)) ? receivedAt : at,
    before: rows[i + 1]?.value ?? null,
    after: value,
    entered: null,
    reason: reason || null,
    source: 'origin',
    by: [by, location, system].filter(Boolean).join(' · '),
    delivery: null,
  }))
}
/** Where a value came from: every one that the cell has had, who entered it, when and why. */
const story = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const model = await open(ctx, call.query['form'])
  const id = numberIn(call.query['id'])
  const field = String(call.query['field'] ?? '')
  // A variable that a later version no longer has keeps its story.
  const { content, former } = formOf(ctx, model)
  if (!former.has(field) && !content.variables.some(({ slot }) => slotName(slot) === field))
    throw fail('input.unknownField', { field: field.slice(0, 100) })
  if (ctx.engine.masks.lacks(ctx, model.resource.name, field)) throw fail('input.unknownField', { field })
  const slot = Number(field.slice(1))
  const seen = [...(await rowsById(ctx, model, [id], 'live')), ...(await rowsById(ctx, model, [id], 'recycled'))]
  if (seen.length === 0) throw fail('record.missing')
  const masked = ctx.engine.masks.hides(ctx, model.resource.name, field)
  const shown = (value: string | null) => (masked && value !== null ? MASK : value)
  const cell = [formOf(ctx, model).id, id, slot] as const
  const rows = await ctx.db.query<Change>(STORY, cell)
  const all = [...rows, ...(await birthOf(ctx, model.table, cell)), ...(await originsOf(ctx, ...cell))]
  return {
    list: all.map((row) => ({
      ...row,
      before: shown(row.before),
      after: shown(row.after),
      entered: shown(row.entered),
      reason: saidReason(row.reason, ctx.language),
    })),
  }
}

/** The variables that left the form and that this record has a story of. */
const former = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const model = await open(ctx, call.query['form'])
  const id = numberIn(call.query['id'])
  const seen = [...(await rowsById(ctx, model, [id], 'live')), ...(await rowsById(ctx, model, [id], 'recycled'))]
  if (seen.length === 0) throw fail('record.missing')
  return { list: await formerOf(ctx, model, id) }
}

export const clinicalRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/clinical.data/forms', READ, forms)
  guarded('GET', '/admin/clinical.data/story', READ, story)
  guarded('GET', '/admin/clinical.data/former', READ, former)
  guarded('POST', '/admin/clinical.data/judge', READ, judgement)
}
