import type { CsvCell } from './csv-parser.ts'
import { NoDta, untilNul, type DtaHead, type DtaVariable } from './dta-head.ts'
import { floatText, instantText } from './statistics-file.ts'

/** Long texts by what a cell that points at one holds. */
export type LongTexts = ReadonlyMap<string, Buffer>

const EPOCH = Date.UTC(1960, 0, 1) / 1000
const DAY = 86_400

/** The values behind the largest of each type are missing: `.`, then `.a` to `.z`. */
const FIRST_MISSING = { byte: 101, int: 32_741, long: 2_147_483_621 } as const
const missingCode = (order: number): CsvCell => (order === 0 ? null : `.${String.fromCharCode(96 + order)}`)

const isMissing = (order: number): boolean => Number.isInteger(order) && order >= 0 && order <= 26

export function wholeText(kind: keyof typeof FIRST_MISSING, value: number): CsvCell {
  const order = value - FIRST_MISSING[kind]
  return order >= 0 ? missingCode(order) : String(value)
}

export function dtaCell(row: Buffer, variable: DtaVariable, head: DtaHead, decode: (bytes: Buffer) => string, long: LongTexts): CsvCell {
  const { kind, offset, width, format } = variable
  const { little } = head
  if (kind === 'text') return decode(untilNul(row.subarray(offset, offset + width))) || null
  if (kind === 'strl') return longText(row.subarray(offset, offset + width), head, decode, long)
  if (kind === 'byte') return dated(wholeText('byte', row.readInt8(offset)), format)
  if (kind === 'int') return dated(wholeText('int', little ? row.readInt16LE(offset) : row.readInt16BE(offset)), format)
  if (kind === 'long') return dated(wholeText('long', little ? row.readInt32LE(offset) : row.readInt32BE(offset)), format)
  if (kind === 'float') {
    const bits = little ? row.readUInt32LE(offset) : row.readUInt32BE(offset)
    const order = (bits - 0x7f000000) / 0x800
    if (isMissing(order)) return missingCode(order)
    return dated(floatText(little ? row.readFloatLE(offset) : row.readFloatBE(offset)), format)
  }
  const high = little ? row.readUInt32LE(offset + 4) : row.readUInt32BE(offset)
  const order = (high - 0x7fe00000) / 0x100
  if (isMissing(order)) return missingCode(order)
  return dated(String(little ? row.readDoubleLE(offset) : row.readDoubleBE(offset)), format)
}

/** A cell names its long text by variable and observation, whose share of the eight bytes differs by release. */
export const longKey = (variable: number, observation: number): string => `${variable},${observation}`

function longText(cell: Buffer, { release, little }: DtaHead, decode: (bytes: Buffer) => string, long: LongTexts): CsvCell {
  const size = release === 117 ? 4 : release === 118 ? 2 : 3
  const [one, two] = [cell.subarray(0, size), cell.subarray(size)]
  const whole = (bytes: Buffer): number => (little ? bytes.readUIntLE(0, bytes.length) : bytes.readUIntBE(0, bytes.length))
  const [variable, observation] = [whole(one), whole(two)]
  if (variable === 0 && observation === 0) return null
  const found = long.get(longKey(variable, observation))
  if (!found) throw new NoDta()
  return decode(found) || null
}

function dated(text: CsvCell, format: string): CsvCell {
  const kind = /^%-?(?:t([cCdwmqhy])|(d))/.exec(format)
  if (text === null || text.startsWith('.') || !kind) return text
  const value = Number(text)
  const unit = kind[1] ?? 'd'
  const from = (perYear: number): [year: number, part: number] => [
    1960 + Math.floor(value / perYear),
    (((value % perYear) + perYear) % perYear) + 1,
  ]
  if (unit === 'd') return instantText(EPOCH + value * DAY, false) ?? text
  if (unit === 'c' || unit === 'C') return instantText(EPOCH + value / 1000, true) ?? text
  if (unit === 'm') return `${from(12)[0]}-${String(from(12)[1]).padStart(2, '0')}`
  const perYear = { w: 52, q: 4, h: 2 }[unit]
  return perYear ? `${from(perYear)[0]}${unit}${from(perYear)[1]}` : text
}
