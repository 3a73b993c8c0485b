import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  name: string
  data?: Buffer | string
  /** Instead of the true ones: what a forger writes. */
  unpacked?: number
  packed?: Buffer
  attributes?: number
  flags?: number
  /** Points to the bytes of an earlier entry. */
  sameAs?: number
}

/** A ZIP by hand, honest or not. */
export const makeZip = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const places: { offset: number; packed: Buffer }[] = []
  let at = 0
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? '')
    const shared = entry.sameAs === undefined ? undefined : places[entry.sameAs]!
    const packed = shared?.packed ?? entry.packed ?? deflateRawSync(data)
    const name = Buffer.from(entry.name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(data), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(entry.unpacked ?? data.length, 22)
    head.writeUInt16LE(name.length, 26)
    const offset = shared?.offset ?? at
    if (!shared) {
      parts.push(head, name, packed)
      at += head.length + name.length + packed.length
    }
    places.push({ offset, packed })
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(entry.flags ?? 0, 8)
    line.writeUInt16LE(8, 10)
    line.writeUInt32LE(crc32(data), 16)
    line.writeUInt32LE(packed.length, 20)
    line.writeUInt32LE(entry.unpacked ?? data.length, 24)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt32LE((entry.attributes ?? 0) >>> 0, 38)
    line.writeUInt32LE(offset, 42)
    directory.push(line, name)
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, table, end])
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const MAIN = { docx: 'wordprocessingml.document', xlsx: 'spreadsheetml.sheet', pptx: 'presentationml.presentation' }
export const makeOffice = (kind: keyof typeof MAIN): Buffer =>
  makeZip([
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/main.xml" ContentType="${OFFICE}.${MAIN[kind]}.main+xml"/></Types>`,
    },
    { name: 'main.xml', data: `<a>${'word '.repeat(200)}</a>` },
  ])
