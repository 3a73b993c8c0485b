import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { can, fail, refuse, ruleOf } from '#kernel'
import type { Language } from '#kernel'
import { MASK, contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { SENT } from '#server/http/route.ts'
import type { Model } from '#server/model/model.ts'
import { REFUSALS } from '#study/delivery/refusal.ts'
import { targetsOf } from '#study/delivery/mapping.ts'
import type { ChangedRow, Placed, RefusedRow, Sample, Values } from '#study/delivery/sample.ts'
import { reachIn } from '#study/team.ts'
import { gatherDelivery } from '../index.ts'
import locale from '../locale.ts'
import { formOf } from './form.ts'

const READ = { audience: 'admin', rule: ruleOf(gatherDelivery.name, 'index') } as const

type Seen = {
  files: Readonly<Record<string, string>> | null
  study: number
  task: unknown
  name: string
  model: Model
  form: number
  /** Whose rows this person sees, and which slots they read in clear. */
  sees(row: Placed): boolean
  isHidden(slot: string): boolean
}
const filesIn = (diff: unknown): Record<string, string> | null => {
  const files: unknown = typeof diff === 'object' && diff !== null ? Reflect.get(diff, 'files') : undefined
  return typeof files === 'object' && files !== null
    ? Object.fromEntries(Object.entries(files).map(([name, hash]) => [name, String(hash)]))
    : null
}

/** A delivery as this person sees it: rows of their sites, values that their role reads. Its values are clinical data, and asked for like these. */
const open = async (ctx: Ctx, given: unknown): Promise<Seen> => {
  const row = await ctx.engine.get(ctx, gatherDelivery.name, Number(given))
  if (!can(ctx.actor.rules, ruleOf('clinical.data', 'index'))) throw fail('auth.forbidden')
  const [study, form] = [Number(row['study']), Number(row['form'])]
  const model = await ctx.engine.registry.open(ctx, `clinical.data.f${form}`)
  if (!model) throw fail('record.missing')
  const reach = await reachIn(ctx.db, ctx.actor, study)
  const hidden = ctx.engine.masks.hidden(ctx, model).fields
  const own = row['department']
  return {
    files: filesIn(row['diff']),
    study,
    task: row['task'],
    form,
    name: String(row['name']),
    model,
    // A row without a subject is seen by whoever answers for the whole delivery.
    sees: ({ department }) => reach === 'all' || (department === null ? typeof own === 'number' && reach.has(own) : reach.has(department)),
    isHidden: (slot) => hidden.has(slot),
  }
}

const masked = ({ isHidden }: Seen, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([slot, value]) => [slot, value !== null && isHidden(slot) ? MASK : value]))
const maskedCells = ({ isHidden }: Seen, { cells, ...row }: ChangedRow): ChangedRow => ({
  ...row,
  cells: cells.map(({ slot, before, after }) => {
    const shown = (value: string | null) => (value !== null && isHidden(slot) ? MASK : value)
    return { slot, before: shown(before), after: shown(after) }
  }),
})

const SHOWN = 200
const refusedRows = async function* (call: Call, seen: Seen): AsyncGenerator<RefusedRow> {
  const hash = seen.files?.['refused']
  if (!hash) return
  const lines = createInterface({ input: createReadStream(call.backend.store.pathOf(hash)), crlfDelay: Infinity })
  for await (const line of lines) {
    if (line === '') continue
    const row: RefusedRow = JSON.parse(line)
    if (seen.sees(row)) yield { ...row, values: masked(seen, row.values) }
  }
}
const isReason = (reason: string): reason is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, reason)
const wordsOf = (reason: string, language: Language): string => (isReason(reason) ? REFUSALS[reason][language] : reason)

const TASK = 'SELECT state, error FROM task WHERE id = $1'
/** Whether a worker has it in hand, and why the last attempt came to nothing. */
const workOn = async (ctx: Ctx, task: unknown): Promise<{ atWork: boolean; error: string | null }> => {
  const [found] = await ctx.db.query<{ state: string; error: Readonly<Record<string, string>> | null }>(TASK, [task])
  const isFailed = found?.state === 'failed' || found?.state === 'parked'
  return { atWork: found?.state === 'waiting' || found?.state === 'running', error: (isFailed && found.error?.[ctx.language]) || null }
}

/** What the comparison found: what each column can fill and first values of it, first rows that would be added, changed and refused. */
const changes = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const seen = await open(ctx, call.query['id'])
  const content = await formOf(ctx.db, seen.study, seen.form)
  const { fields } = seen.model.locale[ctx.language]
  const targets = (content ? targetsOf(content) : []).map(({ name }) => ({ name, title: fields[name] ?? name }))
  const work = await workOn(ctx, seen.task)
  const hash = seen.files?.['sample']
  if (!hash) return { ...work, targets, columns: [], added: [], changed: [], refused: [] }
  const sample: Sample = JSON.parse(await ctx.services.readStored(hash))
  const refused = []
  for await (const row of refusedRows(call, seen)) {
    if (refused.length >= SHOWN) break
    refused.push({ ...row, text: wordsOf(row.reason, ctx.language) })
  }
  const isWhole = sample.added.every(seen.sees) && sample.changed.every(seen.sees)
  const readsAll = targets.every(({ name }) => !seen.isHidden(name))
  return {
    ...work,
    targets,
    // First values of columns are those of anybody, and of columns that nobody has named yet.
    columns: sample.columns.map(({ name, values }) => ({ name, values: isWhole && readsAll ? values : [] })),
    added: sample.added.filter(seen.sees).map((row) => ({ ...row, values: masked(seen, row.values) })),
    changed: sample.changed.filter(seen.sees).map((row) => maskedCells(seen, row)),
    refused,
  }
}

/** A sheet takes what begins like this for a formula and would run it. A negative number is none: it comes back as it was. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const HEAD: Readonly<Record<Language, readonly string[]>> = {
  'zh-cn': ['行号', '原因', '受试者', '访视', '序号'],
  en: ['Row', 'Reason', 'Subject', 'Visit', 'Number'],
}
const BOM = '\uFEFF'

const csvLines = async function* (call: Call, seen: Seen, language: Language): AsyncGenerator<string> {
  const { fields } = seen.model.locale[language]
  let slots: string[] | undefined
  for await (const { row, reason, subject, visit, instance, values } of refusedRows(call, seen)) {
    if (!slots) {
      slots = Object.keys(values).filter(Boolean)
      yield `${BOM}${[...HEAD[language], ...slots.map((slot) => fields[slot] ?? slot)].map(cell).join(',')}\r\n`
    }
    yield `${[row, wordsOf(reason, language), subject, visit, instance, ...slots.map((slot) => values[slot] ?? null)].map(cell).join(',')}\r\n`
  }
}

export const deliveryRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/gather.delivery/changes', READ, changes)
  guarded('GET', '/admin/gather.delivery/refused', { address: 'ticket' }, async (call, actor, reply) => {
    if (!can(actor.rules, READ.rule)) throw fail('auth.forbidden')
    const ctx = await contextOf(call, actor)
    const seen = await open(ctx, call.query['id'])
    if (!seen.files?.['refused']) throw refuse(locale, 'nothing')
    const file = `${seen.name.replace(/\.[^.]*$/, '')}-refused.csv`
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvLines(call, seen, ctx.language)))
    return SENT
  })
}
