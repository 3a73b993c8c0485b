import { trimEnd } from '../trim.ts'
import type { BinaryFile } from './binary-file.ts'

/** Numbers of one byte order and, in files of 64-bit systems, twice as long words. */
export type SasShape = { little: boolean; wide: boolean; headerLength: number; pageLength: number; pages: number; encoding: number }

const MAGIC = Buffer.from('000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011', 'hex')

/** Character sets by the number in the head, as far as decoders exist for them. */
const ENCODINGS: Readonly<Record<number, string>> = {
  20: 'utf-8',
  28: 'utf-8',
  29: 'iso-8859-1',
  30: 'iso-8859-2',
  33: 'iso-8859-5',
  40: 'iso-8859-15',
  60: 'windows-1250',
  61: 'windows-1251',
  62: 'windows-1252',
  118: 'euc-tw',
  119: 'euc-tw',
  123: 'big5',
  125: 'gb18030',
  126: 'gb18030',
  134: 'euc-jp',
  138: 'shift_jis',
  140: 'euc-kr',
  205: 'gb18030',
}
export const sasEncoding = (number: number): string | undefined => ENCODINGS[number]

/** The head of a SAS dataset; undefined when it is none. */
export async function readSasShape(file: BinaryFile): Promise<SasShape | undefined> {
  const head = await file.read(0, Math.min(288, file.size))
  if (head.length < 288 || !head.subarray(0, 32).equals(MAGIC)) return undefined
  const wide = head[32] === 0x33
  const shift = head[35] === 0x33 ? 4 : 0
  const little = head[37] === 1
  const u32 = (at: number) => (little ? head.readUInt32LE(at) : head.readUInt32BE(at))
  const pages = wide ? Number(little ? head.readBigUInt64LE(204 + shift) : head.readBigUInt64BE(204 + shift)) : u32(204 + shift)
  return { little, wide, headerLength: u32(196 + shift), pageLength: u32(200 + shift), pages, encoding: head[70] as number }
}

export type SasColumn = { name: string; label: string; format: string; offset: number; width: number; numeric: boolean }
export type SasPointer = { at: number; length: number; compression: number; kind: number }
export type SasPage = { bytes: Buffer; type: number; blocks: number; pointers: SasPointer[] }

/** One page with its pointers. */
export function readPage(bytes: Buffer, { little, wide }: SasShape): SasPage {
  const base = wide ? 32 : 16
  const u16 = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const word = (at: number) =>
    wide ? Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at)) : little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const [type, blocks, count] = [u16(base), u16(base + 2), u16(base + 4)]
  const size = wide ? 8 : 4
  const pointers = Array.from({ length: count }, (_, index) => {
    const at = base + 8 + index * (wide ? 24 : 12)
    return { at: word(at), length: word(at + size), compression: bytes[at + 2 * size] as number, kind: bytes[at + 2 * size + 1] as number }
  })
  return { bytes, type, blocks, pointers }
}

export type SasMeta = {
  rowLength: number
  rows: number
  /** Rows on a page that holds both descriptions and data. */
  mixedRows: number
  columns: SasColumn[]
  compression: 'none' | 'rle' | 'rdc'
}

type Places = {
  texts: Buffer[]
  names: { text: number; at: number; length: number }[]
  attributes: { offset: number; width: number; numeric: boolean }[]
  formats: { format: [number, number, number]; label: [number, number, number] }[]
}

const SIGNATURES: Readonly<Record<string, string>> = {
  f7f7f7f7: 'rowSize',
  f6f6f6f6: 'columnSize',
  fffffffd: 'columnText',
  ffffffff: 'columnName',
  fffffffc: 'columnAttributes',
  fffffbfe: 'formatLabel',
  fffffffe: 'columnList',
  fffffc00: 'subheaderCounts',
}

/** Collects the descriptions of a dataset from its pages, in the order in which they stand. */
export class SasDescription {
  rowLength = 0
  rows = 0
  mixedRows = 0
  readonly #shape: SasShape
  readonly #places: Places = { texts: [], names: [], attributes: [], formats: [] }
  constructor(shape: SasShape) {
    this.#shape = shape
  }

  /** What a piece describes; undefined for data. */
  static kindOf(piece: Buffer, { little, wide }: SasShape): string | undefined {
    if (piece.length < (wide ? 8 : 4)) return undefined
    const bytes = Buffer.from(piece.subarray(0, wide ? 8 : 4))
    if (little) bytes.reverse()
    const hex = bytes.toString('hex')
    if (!wide) return SIGNATURES[hex]
    // Long words repeat the mark, or fill it up with ones or zeros.
    const [first, last] = [hex.slice(0, 8), hex.slice(8)]
    return first === 'f7f7f7f7' || first === 'f6f6f6f6' ? SIGNATURES[first] : SIGNATURES[last]
  }

  add(kind: string, piece: Buffer): void {
    const { little, wide } = this.#shape
    const size = wide ? 8 : 4
    const u16 = (at: number) => (little ? piece.readUInt16LE(at) : piece.readUInt16BE(at))
    const u32 = (at: number) => (little ? piece.readUInt32LE(at) : piece.readUInt32BE(at))
    const word = (at: number) => (wide ? Number(little ? piece.readBigUInt64LE(at) : piece.readBigUInt64BE(at)) : u32(at))
    if (kind === 'rowSize') {
      this.rowLength = word(5 * size)
      this.rows = word(6 * size)
      this.mixedRows = word(15 * size)
    } else if (kind === 'columnText') this.#places.texts.push(piece.subarray(size))
    else if (kind === 'columnName') {
      const count = Math.floor((piece.length - 2 * size - 12) / 8)
      for (let index = 0; index < count; index++) {
        const at = size + 8 + index * 8
        this.#places.names.push({ text: u16(at), at: u16(at + 2), length: u16(at + 4) })
      }
    } else if (kind === 'columnAttributes') {
      const step = size + 8
      const count = Math.floor((piece.length - 2 * size - 12) / step)
      for (let index = 0; index < count; index++) {
        const at = size + 8 + index * step
        this.#places.attributes.push({ offset: word(at), width: u32(at + size), numeric: piece[at + size + 6] === 1 })
      }
    } else if (kind === 'formatLabel') {
      const at = 3 * size + 22
      this.#places.formats.push({ format: [u16(at), u16(at + 2), u16(at + 4)], label: [u16(at + 6), u16(at + 8), u16(at + 10)] })
    }
  }

  /** How the rows are packed stands in the first text. */
  get compression(): 'none' | 'rle' | 'rdc' {
    const first = this.#places.texts[0]?.toString('latin1') ?? ''
    return first.includes('SASYZCRL') ? 'rle' : first.includes('SASYZCR2') ? 'rdc' : 'none'
  }

  columns(decode: (bytes: Uint8Array) => string): SasColumn[] {
    const text = (index: number, at: number, length: number): string => {
      const piece = this.#places.texts[index]?.subarray(at, at + length)
      return piece ? trimEnd(decode(piece), '\0 ') : ''
    }
    return this.#places.attributes.map((attribute, index) => {
      const name = this.#places.names[index]
      const shown = this.#places.formats[index]
      return {
        ...attribute,
        name: name ? text(name.text, name.at, name.length) : '',
        label: shown ? text(...shown.label) : '',
        format: shown ? text(...shown.format).toUpperCase() : '',
      }
    })
  }
}
