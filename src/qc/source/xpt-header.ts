import { QcInputError } from './input-error.ts'
import { trimEnd } from '../trim.ts'

export type XptVariable = { name: string; label: string; numeric: boolean; length: number; position: number; format: string }
export type XptMember = {
  version: 5 | 8
  name: string
  label: string
  variables: XptVariable[]
  dataStart: number
  rowLength: number
  stated?: number
}

const RECORD = 80
const HEADER = 'HEADER RECORD*******'

/** Headers of one dataset of a SAS transport file, version 5 or 8; the bytes begin with its MEMBER record. Throws when they end inside. */
export function readXptHeader(bytes: Buffer, file: string, decode: (bytes: Uint8Array) => string): XptMember {
  const broken = (offset: number) =>
    new QcInputError(
      'damaged_xpt',
      { file },
      {
        zh: `SAS 传输文件的文件头在第 ${offset} 字节处中断`,
        en: `the header of the SAS transport file breaks off at byte ${offset}`,
      },
    )
  const text = (from: number, to: number) => trimEnd(decode(bytes.subarray(from, to)), '\0 ')
  const kind = (offset: number) => {
    const head = bytes.toString('latin1', offset, offset + 28)
    if (!head.startsWith(HEADER)) throw broken(offset)
    return head.slice(HEADER.length).trim()
  }
  const count = (offset: number) => Number(bytes.toString('latin1', offset + 53, offset + 58))

  let at = 0
  const version = kind(at) === 'MEMBV8' ? 8 : 5
  const namestr = Number(bytes.toString('latin1', at + 74, at + 78)) || 140
  at += RECORD * 2
  const name = version === 8 ? text(at + 8, at + 40) : text(at + 8, at + 16)
  const label = text(at + RECORD + 32, at + RECORD + 72)
  at += RECORD * 2
  if (!kind(at).startsWith('NAM')) throw broken(at)
  const variables: XptVariable[] = []
  const total = count(at)
  at += RECORD
  if (bytes.length < at + total * namestr) throw broken(bytes.length)
  for (let index = 0; index < total; index++) {
    const from = at + index * namestr
    const long = version === 8 ? text(from + 88, from + 120) : ''
    variables.push({
      name: long || text(from + 8, from + 16),
      label: text(from + 16, from + 56),
      numeric: bytes.readInt16BE(from) === 1,
      length: bytes.readInt16BE(from + 4),
      position: version === 8 ? -1 : bytes.readInt32BE(from + 84),
      format: text(from + 56, from + 64).toUpperCase(),
    })
  }
  at += Math.ceil((total * namestr) / RECORD) * RECORD
  if (kind(at).startsWith('LABELV')) at = readLongLabels(bytes, at, variables, text)
  if (!kind(at).startsWith('OBS')) throw broken(at)
  const rowLength = place(variables)
  const stated = /^ +(\d+) *$/.exec(bytes.toString('latin1', at + 48, at + RECORD))?.[1]
  return { version, name, label, variables, dataStart: at + RECORD, rowLength, ...(stated ? { stated: Number(stated) } : {}) }
}

/**
 * The length of a record. Version 8 keeps in `npos` the place in SAS's own file, numbers first, while the record follows the variables;
 * version 5 is believed only where its places fill the record without a gap.
 */
function place(variables: XptVariable[]): number {
  let end = 0
  const given = variables.toSorted((a, b) => a.position - b.position)
  const fills = given.every(({ position, length }) => {
    const fits = position === end
    end += length
    return fits
  })
  if (fills) return end
  end = 0
  for (const variable of variables) {
    variable.position = end
    end += variable.length
  }
  return end
}

/** Labels beyond 40 characters, and with V9 formats beyond 8, follow in a section of their own. */
function readLongLabels(bytes: Buffer, start: number, variables: XptVariable[], text: (from: number, to: number) => string): number {
  const withFormats = bytes.toString('latin1', start + 20, start + 27) === 'LABELV9'
  const total = Number(bytes.toString('latin1', start + 48, start + 53))
  let at = start + RECORD
  for (let index = 0; index < total; index++) {
    const sizes = Array.from({ length: withFormats ? 5 : 3 }, (_, slot) => bytes.readInt16BE(at + slot * 2))
    at += sizes.length * 2
    const [number, name, label, format = 0, informat = 0] = sizes as [number, number, number, number?, number?]
    const variable = variables[number - 1]
    if (variable) {
      variable.name = text(at, at + name) || variable.name
      variable.label = text(at + name, at + name + label) || variable.label
      if (format > 0) variable.format = text(at + name + label, at + name + label + format).toUpperCase()
    }
    at += name + label + format + informat
  }
  return start + RECORD + Math.ceil((at - start - RECORD) / RECORD) * RECORD
}
