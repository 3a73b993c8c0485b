import { Readable } from 'node:stream'
import { fail, isChoice, readQuery } from '#kernel'
import type { Field } from '#kernel'
import { begin } from '../running.ts'
import type { Ctx } from '../model/context.ts'
import { readByCursor } from '../db/cursor.ts'
import { LIMITS } from '../db/limits.ts'
import { clockOf, zoneOf } from '../zone.ts'
import { Limit } from '../limit.ts'
import { columnTitle } from '../model/column-title.ts'
import type { Model } from '../model/model.ts'
import { listStatement, presentAll, refuseAbsent } from '../resource/read.ts'
import { record } from '../audit/entry.ts'
import { tellExported } from './notification.ts'
import { writeWorkbook } from './writer.ts'
import type { Cell } from './writer.ts'

const running = new Limit(4)
/** So many rows are made ready at a time: what one question answers for all of them is asked once. */
const PART = 200
async function* inParts<T>(all: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let part: T[] = []
  for await (const one of all) {
    part.push(one)
    if (part.length < most) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

const YES_NO = { 'zh-cn': ['是', '否'], en: ['Yes', 'No'] } as const
const WIDTHS: Partial<Record<Field['kind'], number>> = {
  dateTime: 20,
  date: 12,
  string: 20,
  textarea: 40,
  richText: 40,
  array: 30,
  refs: 30,
}
const widthOf = (field: Field, title: string): number => Math.max(WIDTHS[field.kind] ?? 12, Math.min(40, title.length * 2 + 4))

/** Excel has no day before 1900, and believes in a 29 February of that year. */
const FIRST = Date.parse('1900-03-01T00:00:00Z')

type Reader = { yesNo: readonly [string, string]; clock(at: number): number }

/** Moments as dates of Excel on the reader's clock: text with a Z at its end can be neither sorted nor read. */
const momentOf = (kind: 'date' | 'dateTime', value: string, reader: Reader): Cell => {
  const at = Date.parse(kind === 'date' ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(at) || at < FIRST) return value
  return kind === 'date' ? { clock: at, as: 'day' } : { clock: at + reader.clock(at), as: 'moment' }
}

const cellOf = (field: Field, value: unknown, label: unknown, options: Record<string, string> | undefined, reader: Reader): Cell => {
  if (label !== undefined && label !== null) return Array.isArray(label) ? label.join(', ') : String(label)
  if (value === null || value === undefined) return null
  if (isChoice(field)) return (Array.isArray(value) ? value : [value]).map((v) => options?.[String(v)] ?? String(v)).join(', ')
  if (typeof value === 'boolean') return reader.yesNo[value ? 0 : 1]
  if (typeof value === 'string' && (field.kind === 'date' || field.kind === 'dateTime')) return momentOf(field.kind, value, reader)
  if (typeof value === 'number' || typeof value === 'string') return value
  return Array.isArray(value) && value.every((v) => typeof v !== 'object') ? value.join(', ') : JSON.stringify(value)
}

/** What is to be exported: the parameters of the list, and the columns. */
export type Wish = { params: Record<string, unknown>; names: readonly string[] }

/** Same filters, order, scope and masks as the list; read by cursor in one snapshot. Ends with the signal or with the stream. */
export const exportRows = async (ctx: Ctx, model: Model, wish: Wish, signal: AbortSignal): Promise<Readable> => {
  const leave = running.enter()
  if (!leave) throw fail('export.tooMany')
  try {
    const told = (count: number) => tellExported(ctx.engine.database, ctx.actor, model.locale, count)
    const file = Readable.from(await writeRows(ctx, model, wish, { signal, onWhole: told }), { objectMode: false })
    const end = begin({ by: ctx.actor, action: 'exporting', what: model.locale[ctx.language].title })
    // Not in the generator: one whose reader leaves before the first byte is never run, and would never leave.
    return file.once('close', () => (leave(), end()))
  } catch (error) {
    leave()
    throw error
  }
}

const columnsOf = (ctx: Ctx, model: Model, names: readonly string[]) =>
  names.map((name) => {
    refuseAbsent(ctx, model, name)
    const counted = Object.hasOwn(model.resource.counts ?? {}, name) ? { name, field: { kind: 'integer' } as const } : undefined
    const column = model.columns.get(name) ?? counted
    if (!column || column.field.kind === 'password') throw fail('input.unknownField', { field: name.slice(0, 100) })
    return column
  })

/** Refuses what could not be written: whoever asks for it learns it at once. */
export const checkWish = async (ctx: Ctx, model: Model, { params, names }: Wish): Promise<void> => {
  columnsOf(ctx, model, names)
  await listStatement(ctx, model, readQuery(model.resource, params), 'live')
}

type Writing = { signal: AbortSignal; onWhole(count: number): Promise<void> | void }
/** The bytes of the workbook. The entry of the trail is there before the first of them. */
export const writeRows = async (
  ctx: Ctx,
  model: Model,
  { params, names }: Wish,
  { signal, onWhole }: Writing,
): Promise<AsyncGenerator<Buffer>> => {
  const columns = columnsOf(ctx, model, names)
  const statement = await listStatement(ctx, model, readQuery(model.resource, params), 'live')
  const words = model.locale[ctx.language]
  await ctx.engine.write(ctx, (tx) =>
    record(tx, {
      action: 'exportExcel',
      resource: model.resource.name,
      recordId: '',
      label: words.title,
      changes: { columns: [null, names] },
    }),
  )
  const header = columns.map((c) => {
    const title = columnTitle(model.locale, ctx.language, c.name)
    return { title, width: widthOf(c.field, title) }
  })
  const reader: Reader = { yesNo: YES_NO[ctx.language], clock: clockOf(zoneOf(params['zone'])) }
  return writeWorkbook(words.title, header, rows())

  async function* rows(): AsyncGenerator<Cell[]> {
    let count = 0
    for await (const part of inParts(readByCursor(ctx.engine.database, statement, LIMITS.export, signal), PART))
      for (const row of await presentAll(ctx, model, part)) {
        count++
        const labels = row['_labels'] as Record<string, unknown>
        yield columns.map((c) => cellOf(c.field, row[c.name], labels[c.name], words.options?.[c.name], reader))
      }
    await onWhole(count)
  }
}
