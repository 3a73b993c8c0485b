import type { Cursor } from './binary-file.ts'
import { trimEnd } from '../trim.ts'

/** One element of eight bytes in a record, or the first of those that a text fills. */
export type SavVariable = {
  /** 0 for numbers, else the bytes of the text. */
  width: number
  /** Which element of the record it begins at. */
  element: number
  name: Buffer
  label: Buffer | undefined
  format: number
  missing: Buffer[]
  isRange: boolean
}
export type SavHead = {
  little: boolean
  zlib: boolean
  compressed: boolean
  bias: number
  stated: number
  label: Buffer
  variables: SavVariable[]
  elements: number
  valueLabels: { values: { value: Buffer; label: Buffer }[]; elements: number[] }[]
  /** Extension records by their number. */
  extensions: Map<number, Buffer>
  dataStart: number
}

export class NoSav extends Error {}

/** The dictionary of an SPSS system file, texts still as bytes: the encoding stands behind them. */
export function readSavHead(cursor: Cursor): SavHead {
  const zlib = cursor.take(4).toString('latin1') === '$FL3'
  cursor.take(60)
  const layout = cursor.take(4)
  const little = layout.readInt32LE() === 2 || layout.readInt32LE() === 3
  if (!little && layout.readInt32BE() !== 2 && layout.readInt32BE() !== 3) throw new NoSav()
  cursor.little = little
  cursor.take(4)
  const compression = cursor.i32()
  cursor.take(4)
  const head: SavHead = {
    little,
    zlib: zlib || compression === 2,
    compressed: compression !== 0,
    stated: cursor.i32(),
    bias: cursor.f64(),
    label: cursor.take(17 + 64).subarray(17),
    variables: [],
    elements: 0,
    valueLabels: [],
    extensions: new Map(),
    dataStart: 0,
  }
  cursor.take(3)
  for (let kind = cursor.i32(); kind !== 999; kind = cursor.i32()) {
    if (kind === 2) readVariable(cursor, head)
    else if (kind === 3) readValueLabels(cursor, head)
    else if (kind === 6) cursor.take(cursor.i32() * 80)
    else if (kind === 7) {
      const number = cursor.i32()
      const size = cursor.i32()
      head.extensions.set(number, cursor.take(size * cursor.i32()))
    } else throw new NoSav()
  }
  cursor.take(4)
  head.dataStart = cursor.at
  const counts = head.extensions.get(16)
  if (counts?.length === 16) head.stated = Number(little ? counts.readBigInt64LE(8) : counts.readBigInt64BE(8))
  return head
}

function readVariable(cursor: Cursor, head: SavHead): void {
  const width = cursor.i32()
  const hasLabel = cursor.i32() === 1
  const missing = cursor.i32()
  if (width < -1 || width > 255 || Math.abs(missing) > 3) throw new NoSav()
  const format = cursor.i32()
  cursor.take(4)
  const name = cursor.take(8)
  const size = hasLabel ? cursor.i32() : 0
  const label = hasLabel ? cursor.take(Math.ceil(size / 4) * 4).subarray(0, size) : undefined
  const values = Array.from({ length: Math.abs(missing) }, () => cursor.take(8))
  // A text fills as many elements as its bytes need, and no number follows before.
  const last = head.variables.at(-1)
  const room = last ? last.element + Math.max(1, Math.ceil(last.width / 8)) : 0
  if (width === -1 ? head.elements >= room : head.elements !== room) throw new NoSav()
  if (width >= 0) head.variables.push({ width, element: head.elements, name, label, format, missing: values, isRange: missing < 0 })
  head.elements++
}

function readValueLabels(cursor: Cursor, head: SavHead): void {
  const count = cursor.i32()
  if (count < 0) throw new NoSav()
  const values = []
  for (let index = 0; index < count; index++) {
    const value = cursor.take(8)
    const size = cursor.u8()
    values.push({ value, label: cursor.take(Math.ceil((size + 1) / 8) * 8 - 1).subarray(0, size) })
  }
  if (cursor.i32() !== 4) throw new NoSav()
  const elements = Array.from({ length: Math.min(cursor.i32(), head.elements) }, () => cursor.i32() - 1)
  head.valueLabels.push({ values, elements })
}

/** `SHORT=long` pairs of an extension, between tabs. */
export const pairsOf = (text: string): Map<string, string> =>
  new Map(
    text.split('\t').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at).toUpperCase(), trimEnd(pair.slice(at + 1), '\0 ')] as const] : []
    }),
  )
