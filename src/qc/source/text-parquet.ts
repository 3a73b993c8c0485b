import { appendFile, open, writeFile, type FileHandle } from 'node:fs/promises'
import type { TextColumn } from './text-column.ts'
import { int, list, long, struct, text, varint, type ThriftValue } from './thrift.ts'

const MAGIC = Buffer.from('PAR1')
const [DATA_PAGE, DICTIONARY_PAGE] = [0, 2]
const [PLAIN, RUNS, DICTIONARY] = [0, 3, 8]
const [BYTE_ARRAY, OPTIONAL, UTF8] = [6, 1, 0]

export type RowGroup = { rows: number; meta: ThriftValue }

/** A Parquet file of texts alone, neither compressed nor with statistics: a copy that is read two or three times and deleted. */
export const beginParquet = (path: string): Promise<void> => writeFile(path, MAGIC)

/** Groups may lie anywhere between both ends of the file: its last lines say where. */
export async function endParquet(path: string, names: readonly string[], groups: readonly RowGroup[]): Promise<void> {
  const columns = names.map((name) => struct({ 1: int(BYTE_ARRAY), 3: int(OPTIONAL), 4: text(name), 6: int(UTF8) }))
  const root = struct({ 4: text('table'), 5: int(columns.length) })
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const all = list(
    'struct',
    groups.map(({ meta }) => meta),
  )
  const footer = struct({ 1: int(1), 2: list('struct', [root, ...columns]), 3: long(rows), 4: all })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.bytes.length)
  await appendFile(path, Buffer.concat([Uint8Array.from(footer.bytes), length, MAGIC]))
}

/** Writes row groups from one place of a file that has begun, and never beyond another. */
export class GroupWriter {
  readonly groups: RowGroup[] = []
  readonly #file: FileHandle
  readonly #names: readonly string[]
  readonly #limit: number
  #position: number

  private constructor(file: FileHandle, names: readonly string[], from: number, limit: number) {
    this.#file = file
    this.#names = names
    this.#position = from
    this.#limit = limit
  }

  static async open(path: string, names: readonly string[], from = MAGIC.length, limit = Number.POSITIVE_INFINITY): Promise<GroupWriter> {
    return new GroupWriter(await open(path, 'r+'), names, from, limit)
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
    for (const [index, name] of this.#names.entries()) {
      const column = columns[index]
      if (column) chunks.push(await this.#chunk(column, name))
    }
    this.groups.push({ rows, meta: struct({ 1: list('struct', chunks), 2: long(this.#position - start), 3: long(rows) }) })
  }

  async #chunk(column: TextColumn, name: string): Promise<ThriftValue> {
    const start = this.#position
    if (column.coded) await this.#page(DICTIONARY_PAGE, struct({ 1: int(column.words), 2: int(PLAIN) }), [column.texts])
    const data = this.#position
    const { rows } = column
    const encoding = column.coded ? DICTIONARY : PLAIN
    const head = struct({ 1: int(rows), 2: int(encoding), 3: int(RUNS), 4: int(RUNS) })
    await this.#page(DATA_PAGE, head, [levels(column, rows), column.coded ? codes(column) : column.texts])
    const size = long(this.#position - start)
    const meta = {
      1: int(BYTE_ARRAY),
      2: list('int', [int(RUNS), int(PLAIN), ...(column.coded ? [int(DICTIONARY)] : [])]),
      3: list('text', [text(name)]),
      4: int(0),
      5: long(rows),
      6: size,
      7: size,
      9: long(data),
      ...(column.coded ? { 11: long(start) } : {}),
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

/** The numbers of the words, each in as few bits as the largest needs. */
function codes(column: TextColumn): Uint8Array {
  const width = Math.max(1, 32 - Math.clz32(Math.max(0, column.words - 1)))
  const groups = groupsOf(column.count)
  const head = [width, ...varint(groups * 2 + 1)]
  const packed = new Uint8Array(head.length + groups * width)
  packed.set(head)
  let [at, bits, pending] = [head.length, 0, 0]
  for (let index = 0; index < column.count; index++) {
    pending |= (column.codes[index] ?? 0) << bits
    bits += width
    while (bits >= 8) {
      packed[at++] = pending & 0xff
      pending >>>= 8
      bits -= 8
    }
  }
  if (bits > 0) packed[at] = pending
  return packed
}
