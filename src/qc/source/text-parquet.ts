import { appendFile, open, writeFile, type FileHandle } from 'node:fs/promises'
import type { Shadow } from './shadow.ts'
import type { TextColumn } from './text-column.ts'
import { int, list, long, struct, text, varint, type ThriftValue } from './thrift.ts'
import { typedWords, type TypedWords } from './typed-words.ts'

const MAGIC = Buffer.from('PAR1')
const [DATA_PAGE, DICTIONARY_PAGE] = [0, 2]
const [PLAIN, RUNS, DICTIONARY] = [0, 3, 8]
const [INT32, DOUBLE, BYTE_ARRAY] = [1, 5, 6]
const [OPTIONAL, UTF8, DAYS] = [1, 0, 6]

/** `typed`: chunks of typed copies by the name of the copy, where all that the group holds could be read. */
export type RowGroup = { rows: number; bytes: number; chunks: readonly ThriftValue[]; typed: Readonly<Record<string, ThriftValue>> }
/** What columns of texts may have beside them. */
export type TypedCopy = Shadow & { type: TypedWords }

/** A Parquet file of texts and typed copies of them, neither compressed nor with statistics: it is read two or three times and deleted. */
export const beginParquet = (path: string): Promise<void> => writeFile(path, MAGIC)

const textElement = (name: string): ThriftValue => struct({ 1: int(BYTE_ARRAY), 3: int(OPTIONAL), 4: text(name), 6: int(UTF8) })
const typedElement = ({ name, type }: TypedCopy): ThriftValue =>
  type === 'DOUBLE'
    ? struct({ 1: int(DOUBLE), 3: int(OPTIONAL), 4: text(name) })
    : struct({ 1: int(INT32), 3: int(OPTIONAL), 4: text(name), 6: int(DAYS) })

/**
 * Groups may lie anywhere between both ends of the file: its last lines say where. They name a typed copy only if every group has it;
 * answers which those are.
 */
export async function endParquet(
  path: string,
  names: readonly string[],
  typed: readonly TypedCopy[],
  groups: readonly RowGroup[],
): Promise<TypedCopy[]> {
  const whole = typed.filter(({ name }) => groups.every((group) => group.typed[name] !== undefined))
  const columns = [...names.map(textElement), ...whole.map(typedElement)]
  const root = struct({ 4: text('table'), 5: int(columns.length) })
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const all = groups.map((group) => {
    const chunks = [...group.chunks, ...whole.flatMap(({ name }) => group.typed[name] ?? [])]
    return struct({ 1: list('struct', chunks), 2: long(group.bytes), 3: long(group.rows) })
  })
  const footer = struct({ 1: int(1), 2: list('struct', [root, ...columns]), 3: long(rows), 4: list('struct', all) })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.bytes.length)
  await appendFile(path, Buffer.concat([Uint8Array.from(footer.bytes), length, MAGIC]))
  return whole
}

const PHYSICAL = { DOUBLE, DATE: INT32 }
type Columns = { columns: readonly string[]; typed: readonly TypedCopy[] }
/** The different texts, or what they were read as. */
type Words = { count: number; bytes: Uint8Array }

/** Writes row groups from one place of a file that has begun, and never beyond another. */
export class GroupWriter {
  readonly groups: RowGroup[] = []
  readonly #file: FileHandle
  readonly #names: readonly string[]
  #typed: readonly TypedCopy[]
  readonly #limit: number
  #position: number

  private constructor(file: FileHandle, { columns, typed }: Columns, from: number, limit: number) {
    this.#file = file
    this.#names = columns
    this.#typed = typed
    this.#position = from
    this.#limit = limit
  }

  static async open(path: string, columns: Columns, from = MAGIC.length, limit = Number.POSITIVE_INFINITY): Promise<GroupWriter> {
    return new GroupWriter(await open(path, 'r+'), columns, from, limit)
  }

  /** All of them have as many. */
  rowsOf(columns: readonly TextColumn[]): number {
    return columns[0]?.rows ?? 0
  }

  async add(columns: readonly TextColumn[]): Promise<void> {
    const rows = this.rowsOf(columns)
    if (rows === 0) return
    const start = this.#position
    const chunks: ThriftValue[] = []
    const typed: Record<string, ThriftValue> = {}
    for (const [index, name] of this.#names.entries()) {
      const column = columns[index]
      if (!column) continue
      const cells = [levels(column, rows), ...(column.coded ? codes(column) : [column.texts])]
      const words = column.coded ? { count: column.words, bytes: column.texts } : undefined
      chunks.push(await this.#chunk(name, BYTE_ARRAY, rows, cells, words))
      const copy = this.#typed.find((item) => item.column === name)
      const bytes = copy && typedWords(column, copy.type)
      if (!bytes) this.#typed = this.#typed.filter((item) => item !== copy)
      else typed[copy.name] = await this.#chunk(copy.name, PHYSICAL[copy.type], rows, cells, { count: column.words, bytes })
    }
    this.groups.push({ rows, bytes: this.#position - start, chunks, typed })
  }

  async #chunk(name: string, type: number, rows: number, cells: readonly Uint8Array[], words?: Words): Promise<ThriftValue> {
    const start = this.#position
    if (words) await this.#page(DICTIONARY_PAGE, struct({ 1: int(words.count), 2: int(PLAIN) }), [words.bytes])
    const data = this.#position
    await this.#page(DATA_PAGE, struct({ 1: int(rows), 2: int(words ? DICTIONARY : PLAIN), 3: int(RUNS), 4: int(RUNS) }), cells)
    const size = long(this.#position - start)
    const meta = {
      1: int(type),
      2: list('int', [int(RUNS), int(PLAIN), ...(words ? [int(DICTIONARY)] : [])]),
      3: list('text', [text(name)]),
      4: int(0),
      5: long(rows),
      6: size,
      7: size,
      9: long(data),
      ...(words ? { 11: long(start) } : {}),
    }
    return struct({ 2: long(start), 3: struct(meta) })
  }

  async #page(type: number, head: ThriftValue, body: readonly Uint8Array[]): Promise<void> {
    const size = int(body.reduce((sum, { length }) => sum + length, 0))
    const field = type === DATA_PAGE ? { 5: head } : { 7: head }
    await this.#write([Uint8Array.from(struct({ 1: int(type), 2: size, 3: size, ...field }).bytes), ...body])
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #write(parts: readonly Uint8Array[]): Promise<void> {
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    if (this.#position + length > this.#limit) throw new Error('a copy is larger than what it copies allows')
    const { bytesWritten } = await this.#file.writev(parts, this.#position)
    if (bytesWritten !== length) {
      throw Object.assign(new Error('not enough space left on the disk to copy a file'), { code: 'ENOSPC', syscall: 'write' })
    }
    this.#position += length
  }
}

/** Which rows are filled: its length in front, then one run. */
function levels(column: TextColumn, rows: number): Uint8Array {
  const runs = column.nulls === 0 ? [...varint(rows * 2), 1] : varint(groupsOf(rows) * 2 + 1)
  const bits = column.nulls === 0 ? new Uint8Array() : column.filled.subarray(0, groupsOf(rows))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(runs.length + bits.length)
  return Buffer.concat([length, Uint8Array.from(runs), bits])
}

const groupsOf = (values: number): number => Math.ceil(values / 8)

/** The numbers of the words in whole bytes, one or two each: fewer bits would take longer to pack than they take to write. */
function codes(column: TextColumn): Uint8Array[] {
  const groups = groupsOf(column.count)
  const numbers = column.codes.subarray(0, groups * 8)
  const width = column.words > 256 ? 2 : 1
  const bytes = width === 2 ? new Uint8Array(numbers.buffer, 0, numbers.byteLength) : Uint8Array.from(numbers)
  return [Uint8Array.from([width * 8, ...varint(groups * 2 + 1)]), bytes]
}
