import { createReadStream } from 'node:fs'
import type { CsvCell } from './csv-parser.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { QcInputError } from './input-error.ts'
import { JsonSplitter } from './json-splitter.ts'
import { repeatedKey } from './repeated-key.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'

type RawNumber = { rawJSON: string }
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const raw = JSON as unknown as {
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): value is RawNumber
  parse(text: string, reviver: Reviver): unknown
}
const LONGEST_RECORD = 64 << 20

/** 1.50 and 12345678901234567890 would come back as 1.5 and …7000: numbers keep the text they were written with. */
const keepNumbers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? raw.rawJSON(source) : value

type Flat = Map<string, CsvCell>

export async function readJson(context: ReadContext): Promise<Reading> {
  const names = new Map<string, number>()
  let nested = 0
  let records = 0
  const beside = new Set<string>()
  for await (const record of recordsOf(context, (key) => beside.add(key))) {
    records++
    for (const [key, value] of record) {
      if (!names.has(key)) names.set(key, names.size)
      if (value !== null && (value.startsWith('[') || value.startsWith('{'))) nested++
    }
  }
  if (records === 0)
    throw new QcInputError('empty_file', { file: context.shownAs }, { zh: '文件里没有记录', en: 'the file holds no record' })
  if (names.size === 0)
    throw new QcInputError('no_columns', { file: context.shownAs }, { zh: '记录里没有任何键', en: 'the records have no key at all' })
  const header = [...names.keys()]
  const columns = uniqueNames(header)
  const loaded = await loadRows(context, columns, cellsOf(recordsOf(context), names))
  const notes = headerNotes(header, columns)
  if (beside.size > 0) notes.push({ code: 'beside_list', detail: [...beside].join(', '), severity: 'warning' })
  if (nested > 0) notes.push({ code: 'nested', count: nested, severity: 'info' })
  return { columns, ...loaded, facts: { encoding: 'utf-8', header, independentRows: records, notes } }
}

async function* cellsOf(records: AsyncIterable<Flat>, names: ReadonlyMap<string, number>): AsyncGenerator<CsvCell[]> {
  for await (const record of records) {
    const cells: CsvCell[] = Array.from({ length: names.size }, () => null)
    for (const [key, value] of record) cells[names.get(key) as number] = value
    yield cells
  }
}

async function* recordsOf(context: ReadContext, onBeside?: (key: string) => void): AsyncGenerator<Flat> {
  const splitter = new JsonSplitter()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const file = context.shownAs
  let first: { flat: Flat; value: unknown } | undefined
  let count = 0
  const records = function* (values: readonly { text: string; line: number }[]) {
    for (const { text, line } of values) {
      const value = parse(text, file, line)
      const key = repeatedKey(text)
      if (key !== undefined)
        throw new QcInputError(
          'repeated_key',
          { file, line },
          {
            zh: `同一条记录里键“${key}”出现两次，只能保留一个值`,
            en: `the key "${key}" stands twice in one object: one of its values would be lost`,
          },
        )
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new QcInputError(
          'no_record',
          { file, line },
          { zh: '这里应是一条记录（JSON 对象）', en: 'a record (a JSON object) is expected here' },
        )
      }
      count++
      const flat = rowOf(value, { file, line })
      // The first waits: if nothing follows, it may be an envelope around the list of records.
      if (count === 1) first = { flat, value }
      else {
        if (count === 2 && first) yield first.flat
        yield flat
      }
    }
  }
  for await (const chunk of createReadStream(context.path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    yield* records(splitter.push(decode(decoder, chunk, file, splitter)))
    if (splitter.pending.length > LONGEST_RECORD) {
      throw new QcInputError(
        'open_record',
        { file, line: splitter.pending.line },
        { zh: '这里开始的记录没有结束', en: 'the record that begins here never ends' },
      )
    }
  }
  yield* records(splitter.push('', true))
  if (count === 1 && first) yield* envelope(first.value, file, onBeside) ?? [first.flat]
}

/** `{ "total": 2, "data": [ {…}, {…} ] }`, as exports of web services are. What stands beside the list belongs to no record. */
function envelope(value: unknown, file: string, onBeside?: (key: string) => void): Flat[] | undefined {
  const entries = Object.entries(value as Record<string, unknown>)
  const lists = entries.filter(([, item]) => Array.isArray(item) && item.length > 0 && item.every(isRecord))
  const [list] = lists
  if (!list || lists.length > 1) return undefined
  for (const [key] of entries) if (key !== list[0]) onBeside?.(key)
  return (list[1] as object[]).map((item) => rowOf(item, { file }))
}

/** One record as a row. Two of its keys that would be one column lose one of their values. */
function rowOf(value: object, place: { file: string; line?: number }): Flat {
  const { cells, twice } = flatten(value)
  const [key] = twice
  if (key === undefined) return cells
  throw new QcInputError('repeated_key', place, {
    zh: `“${key}”既是键，又是嵌套的键，两者会成为同一列`,
    en: `"${key}" is a key and a nested key as well: both would be the same column`,
  })
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !raw.isRawJSON(value)

function parse(text: string, file: string, line: number): unknown {
  try {
    return raw.parse(text, keepNumbers)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new QcInputError('bad_json', { file, line }, { zh: `不是有效的 JSON：${message}`, en: `no valid JSON: ${message}` })
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer, file: string, splitter: JsonSplitter): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw new QcInputError(
      'undecodable',
      { file, line: splitter.pending.line },
      { zh: 'JSON 应为 UTF-8，此行之后有别的字节', en: 'JSON is UTF-8; other bytes follow this line' },
    )
  }
}

type Flattened = { cells: Flat; twice: string[] }

function cellOf(item: unknown): CsvCell {
  if (item === null) return null
  if (raw.isRawJSON(item)) return item.rawJSON
  return typeof item === 'object' ? JSON.stringify(item) : String(item)
}

/** Objects inside become `outer.inner`; lists stay JSON text in one cell. */
function flatten(value: object, prefix = '', into: Flattened = { cells: new Map(), twice: [] }): Flattened {
  for (const [key, item] of Object.entries(value)) {
    const name = prefix + key
    if (isRecord(item) && Object.keys(item).length > 0) {
      flatten(item, `${name}.`, into)
      continue
    }
    if (into.cells.has(name)) into.twice.push(name)
    into.cells.set(name, cellOf(item))
  }
  return into
}
