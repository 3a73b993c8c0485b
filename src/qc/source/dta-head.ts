import type { Cursor } from './binary-file.ts'

export type DtaKind = 'byte' | 'int' | 'long' | 'float' | 'double' | 'text' | 'strl'
export type DtaVariable = { kind: DtaKind; width: number; offset: number; name: Buffer; format: string; labelSet: string; label: Buffer }
export type DtaHead = {
  release: number
  little: boolean
  rows: number
  label: Buffer
  variables: DtaVariable[]
  rowLength: number
  dataStart: number
  /** Where the long texts and the labels of values lie; before release 117 the labels follow the data to the end. */
  parts?: { strls: number; labels: number; end: number }
}

export class NoDta extends Error {}

const WIDTHS = { byte: 1, int: 2, long: 4, float: 4, double: 8, strl: 8 } as const
type Fixed = keyof typeof WIDTHS

/** Release 113 to 115: one structure after the other. */
export function readOldHead(cursor: Cursor): DtaHead {
  const release = cursor.u8()
  const order = cursor.u8()
  cursor.little = order === 2
  if (release < 113 || release > 115 || (order !== 1 && order !== 2)) throw new NoDta()
  cursor.take(2)
  const count = cursor.i16()
  const rows = cursor.i32()
  if (count < 0 || rows < 0) throw new NoDta()
  const label = untilNul(cursor.take(81))
  cursor.take(18)
  const types = [...cursor.take(count)].map((code) => kindOf(code, 244, { byte: 251, int: 252, long: 253, float: 254, double: 255 }))
  const names = list(cursor, count, 33)
  cursor.take(2 * (count + 1))
  const formats = list(cursor, count, release === 113 ? 12 : 49)
  const sets = list(cursor, count, 33)
  const labels = list(cursor, count, 81)
  for (;;) {
    const kind = cursor.u8()
    const size = cursor.i32()
    if (kind === 0 && size === 0) break
    cursor.take(size)
  }
  return { release, little: cursor.little, rows, label, ...placed(types, names, formats, sets, labels), dataStart: cursor.at }
}

/** Release 117 to 119: sections between tags, with a map of their places. */
export function readNewHead(cursor: Cursor): DtaHead {
  const tag = (text: string): void => {
    if (cursor.take(text.length).toString('latin1') !== text) throw new NoDta()
  }
  tag('<stata_dta><header><release>')
  const release = Number(cursor.take(3).toString('latin1'))
  if (release < 117 || release > 119) throw new NoDta()
  tag('</release><byteorder>')
  const order = cursor.take(3).toString('latin1')
  if (order !== 'LSF' && order !== 'MSF') throw new NoDta()
  cursor.little = order === 'LSF'
  tag('</byteorder><K>')
  const count = release === 119 ? cursor.u32() : cursor.u16()
  tag('</K><N>')
  const rows = release === 117 ? cursor.u32() : cursor.u64()
  tag('</N><label>')
  const label = cursor.take(release === 117 ? cursor.u8() : cursor.u16())
  tag('</label><timestamp>')
  cursor.take(cursor.u8())
  tag('</timestamp></header><map>')
  const places = Array.from({ length: 14 }, () => cursor.u64())
  tag('</map><variable_types>')
  const types = Array.from({ length: count }, () =>
    kindOf(cursor.u16(), 2045, { strl: 32_768, double: 65_526, float: 65_527, long: 65_528, int: 65_529, byte: 65_530 }),
  )
  tag('</variable_types><varnames>')
  const isWide = release > 117
  const names = list(cursor, count, isWide ? 129 : 33)
  tag('</varnames><sortlist>')
  cursor.take((count + 1) * (release === 119 ? 4 : 2))
  tag('</sortlist><formats>')
  const formats = list(cursor, count, isWide ? 57 : 49)
  tag('</formats><value_label_names>')
  const sets = list(cursor, count, isWide ? 129 : 33)
  tag('</value_label_names><variable_labels>')
  const labels = list(cursor, count, isWide ? 321 : 81)
  tag('</variable_labels><characteristics>')
  while (cursor.take(4).toString('latin1') === '<ch>') {
    cursor.take(cursor.u32())
    tag('</ch>')
  }
  tag('aracteristics><data>')
  const [strls, valueLabels, end] = places.slice(10, 13) as [number, number, number]
  return {
    release,
    little: cursor.little,
    rows,
    label,
    ...placed(types, names, formats, sets, labels),
    dataStart: cursor.at,
    parts: { strls, labels: valueLabels, end },
  }
}

const list = (cursor: Cursor, count: number, size: number): Buffer[] => Array.from({ length: count }, () => untilNul(cursor.take(size)))

export function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

function kindOf(code: number, longest: number, codes: Partial<Record<Fixed, number>>): { kind: DtaKind; width: number } {
  if (code >= 1 && code <= longest) return { kind: 'text', width: code }
  const found = (Object.keys(codes) as Fixed[]).find((kind) => codes[kind] === code)
  if (!found) throw new NoDta()
  return { kind: found, width: WIDTHS[found] }
}

function placed(types: { kind: DtaKind; width: number }[], names: Buffer[], formats: Buffer[], sets: Buffer[], labels: Buffer[]) {
  let rowLength = 0
  const variables = types.map((type, index): DtaVariable => {
    const offset = rowLength
    rowLength += type.width
    return {
      ...type,
      offset,
      name: names[index] as Buffer,
      format: (formats[index] as Buffer).toString('latin1'),
      labelSet: (sets[index] as Buffer).toString('latin1'),
      label: labels[index] as Buffer,
    }
  })
  return { variables, rowLength }
}
