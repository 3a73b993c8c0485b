type Column = { name: string; label?: string; format?: string; width: number; numeric?: boolean }
export type SasFile = {
  wide: boolean
  little: boolean
  packing: 'none' | 'rle' | 'rdc'
  columns: readonly Column[]
  rows: readonly (readonly (string | number | null)[])[]
}

const MAGIC = Buffer.from('000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011', 'hex')
const PAGE = 4096
const LETTERS = 60

/** A SAS dataset as others read it: descriptions, then rows on pages of their own, or packed among the descriptions. */
export function writeSas7bdat({ wide, little, packing, columns, rows }: SasFile): Buffer {
  const size = wide ? 8 : 4
  const put = (bytes: Buffer, value: number, at: number, length: number): void => {
    if (length === 8) {
      if (little) bytes.writeBigUInt64LE(BigInt(value), at)
      else bytes.writeBigUInt64BE(BigInt(value), at)
    } else if (little) bytes.writeUIntLE(value, at, length)
    else bytes.writeUIntBE(value, at, length)
  }
  const piece = (mark: string, length: number): Buffer => {
    const bytes = Buffer.alloc(length)
    const isSize = mark.startsWith('f7') || mark.startsWith('f6')
    const signature = Buffer.from(wide ? (isSize ? (little ? `00000000${mark}` : `${mark}00000000`) : `ffffffff${mark}`) : mark, 'hex')
    Buffer.from(little ? signature.toReversed() : signature).copy(bytes)
    return bytes
  }
  let rowLength = 0
  const offsets = columns.map(({ width }) => (rowLength += width) - width)

  const texts: Buffer[] = [Buffer.alloc(LETTERS)]
  const place = (text: string): [number, number] => {
    const at = texts.reduce((sum, item) => sum + item.length, 0)
    const bytes = Buffer.from(text)
    texts.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, 0x20))
    return [at, bytes.length]
  }
  if (packing !== 'none') texts[0]!.write(packing === 'rle' ? 'SASYZCRL' : 'SASYZCR2', wide ? 16 : 12, 'latin1')
  const places = columns.map(({ name, label = '', format = '' }) => ({ name: place(name), label: place(label), format: place(format) }))
  const columnText = Buffer.concat([piece('fffffffd', size), ...texts, Buffer.alloc(4 + size)])

  const names = piece('ffffffff', 2 * size + 12 + columns.length * 8)
  const attributes = piece('fffffffc', 2 * size + 12 + columns.length * (size + 8))
  const formats = places.map(({ format, label }) => {
    const bytes = piece('fffffbfe', wide ? 64 : 52)
    for (const [index, value] of [0, ...format, 0, ...label].entries()) put(bytes, value, 3 * size + 22 + index * 2, 2)
    return bytes
  })
  for (const [index, { name }] of places.entries()) {
    put(names, name[0], size + 8 + index * 8 + 2, 2)
    put(names, name[1], size + 8 + index * 8 + 4, 2)
    const at = size + 8 + index * (size + 8)
    put(attributes, offsets[index] as number, at, size)
    put(attributes, columns[index]!.width, at + size, 4)
    attributes[at + size + 6] = columns[index]!.numeric ? 1 : 2
  }
  for (const bytes of [columnText, names, attributes]) put(bytes, bytes.length - 4 - 2 * size, size, 2)
  const columnSize = piece('f6f6f6f6', 3 * size)
  put(columnSize, columns.length, size, size)
  const rowSize = piece('f7f7f7f7', wide ? 808 : 480)
  const perPage = Math.max(1, Math.floor((PAGE - (wide ? 40 : 24)) / rowLength))
  for (const [slot, value] of [
    [5, rowLength],
    [6, rows.length],
    [9, columns.length],
    [15, 0],
  ] as const)
    put(rowSize, value, slot * size, size)

  const records = rows.map((row) => {
    const bytes = Buffer.alloc(rowLength, 0x20)
    for (const [index, { width, numeric }] of columns.entries()) {
      const value = row[index] ?? null
      const cell = Buffer.alloc(8)
      if (!numeric) Buffer.from(String(value ?? '')).copy(bytes, offsets[index], 0, width)
      else {
        if (typeof value === 'number') cell.writeDoubleBE(value)
        else Buffer.from([0xff, 0xff, value === null ? 0xfe : 255 - (value.charCodeAt(1) - 63)]).copy(cell)
        const short = cell.subarray(0, width)
        Buffer.from(little ? short.toReversed() : short).copy(bytes, offsets[index])
      }
    }
    return bytes
  })
  const packed = packing === 'none' ? [] : records.map((row) => (packing === 'rle' ? packRle(row) : packRdc(row)))

  const base = wide ? 32 : 16
  const page = (type: number, blocks: number, pieces: readonly { bytes: Buffer; packed: boolean }[], data?: Buffer): Buffer => {
    const bytes = Buffer.alloc(PAGE)
    for (const [index, value] of [type, blocks, pieces.length].entries()) put(bytes, value, base + index * 2, 2)
    let end = PAGE
    for (const [index, item] of pieces.entries()) {
      end -= item.bytes.length
      item.bytes.copy(bytes, end)
      const at = base + 8 + index * (wide ? 24 : 12)
      put(bytes, end, at, size)
      put(bytes, item.bytes.length, at + size, size)
      bytes[at + 2 * size] = item.packed ? 4 : 0
      bytes[at + 2 * size + 1] = item.packed ? 1 : 0
    }
    data?.copy(bytes, base + 8)
    return bytes
  }
  const descriptions = [rowSize, columnSize, columnText, names, attributes, ...formats].map((bytes) => ({ bytes, packed: false }))
  const pages = [page(0, descriptions.length, descriptions)]
  const plain = packing === 'none' ? records : []
  for (let at = 0; at < plain.length; at += perPage) {
    const some = plain.slice(at, at + perPage)
    pages.push(page(0x100, some.length, [], Buffer.concat(some)))
  }
  const room = 8
  for (let at = 0; at < packed.length; at += room) {
    const some = packed.slice(at, at + room).map((bytes, index) => ({ bytes, packed: bytes.length !== records[at + index]!.length }))
    pages.push(
      page(
        0,
        some.length,
        some.map((item) => ({ ...item, packed: true })),
      ),
    )
  }
  const head = Buffer.alloc(1024)
  MAGIC.copy(head)
  head[32] = wide ? 0x33 : 0x22
  head[35] = wide ? 0x33 : 0x22
  head[37] = little ? 1 : 0
  head[39] = 0x31
  head[70] = 20
  head.write('SAS FILE', 84, 'latin1')
  head.write('DATA    ', 156, 'latin1')
  const shift = wide ? 4 : 0
  put(head, head.length, 196 + shift, 4)
  put(head, PAGE, 200 + shift, 4)
  put(head, pages.length, 204 + shift, wide ? 8 : 4)
  head.write('9.0401M6', 216 + 2 * shift, 'latin1')
  return Buffer.concat([head, ...pages])
}

const runAt = (row: Buffer, at: number, most: number): number => {
  let length = 1
  while (length < most && at + length < row.length && row[at + length] === row[at]) length++
  return length
}

/** Runs of blanks, of zeros and of other bytes, and what lies between them. */
function packRle(row: Buffer): Buffer {
  const out: number[] = []
  let literal: number[] = []
  const flush = (): void => {
    if (literal.length > 0) out.push(0x80 + literal.length - 1, ...literal)
    literal = []
  }
  for (let at = 0; at < row.length;) {
    const byte = row[at] as number
    const run = runAt(row, at, 17)
    if (run < 3) {
      literal.push(byte)
      if (literal.length === 16) flush()
      at++
      continue
    }
    flush()
    if (byte === 0x20 || byte === 0) out.push((byte === 0 ? 0xf0 : 0xe0) + run - 2)
    else out.push(0xc0 + run - 3, byte)
    at += run
  }
  flush()
  return Buffer.from(out)
}

function packRdc(row: Buffer): Buffer {
  const out: Buffer[] = []
  for (let at = 0; at < row.length;) {
    const bytes: number[] = []
    let bits = 0
    for (let bit = 15; bit >= 0 && at < row.length; bit--) {
      const run = runAt(row, at, 18)
      if (run < 3) bytes.push(row[at++] as number)
      else {
        bits |= 1 << bit
        bytes.push(run - 3, row[at] as number)
        at += run
      }
    }
    out.push(Buffer.from([bits >> 8, bits & 0xff, ...bytes]))
  }
  return Buffer.concat(out)
}
