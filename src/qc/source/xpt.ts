import { createReadStream } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import type { CsvCell } from './csv-parser.ts'
import { readSample } from './encoding.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { ibmToNumber, missingCode } from './ibm-float.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'
import { readXptHeader, type XptMember, type XptVariable } from './xpt-header.ts'
import { QcInputError } from './input-error.ts'

const HEADER_BYTES = 8 << 20
const DAY = 86_400_000
const EPOCH = Date.UTC(1960, 0, 1)
const DATE_FORMAT = /^(?:DATE|YYMMDD|MMDDYY|DDMMYY|E8601DA|B8601DA|IS8601DA|WEEKDATE|WORDDATE|JULIAN|MONYY|YYMON)/
const DATETIME_FORMAT = /^(?:DATETIME|E8601DT|B8601DT|IS8601DT|DATEAMPM)/
const TIME_FORMAT = /^(?:TIME|HHMM|E8601TM|B8601TM|IS8601TM|TOD)/

export async function readXpt(context: ReadContext): Promise<Reading> {
  const head = await readSample(context.path, HEADER_BYTES)
  const decode = textDecoder(head)
  const member = readXptHeader(head, context.shownAs, decode)
  const header = member.variables.map((variable) => variable.name)
  const columns = uniqueNames(header)
  const dataBytes = context.bytes - member.dataStart
  if (dataBytes < 0)
    throw new QcInputError(
      'damaged_xpt',
      { file: context.shownAs },
      { zh: 'SAS 传输文件不完整', en: 'the SAS transport file is incomplete' },
    )
  const loaded = await loadRows(context, columns, rowsOf(context, member, decode))
  return {
    columns,
    ...loaded,
    facts: {
      encoding: decode === utf8 ? 'utf-8' : 'gb18030',
      header,
      notes: [
        ...headerNotes(header, columns),
        { code: 'xpt_dataset', detail: [member.name, member.label, `v${member.version}`].filter(Boolean).join(' · '), severity: 'info' },
        ...member.variables.flatMap((variable, index) =>
          variable.label || variable.format
            ? [
                {
                  code: 'column_label',
                  column: columns[index] as string,
                  detail: [variable.label, variable.format].filter(Boolean).join(' · '),
                  severity: 'info',
                } as const,
              ]
            : [],
        ),
      ],
    },
  }
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes)
const gb18030 = (bytes: Uint8Array): string => new TextDecoder('gb18030').decode(bytes)

/** The format does not say its encoding. Floats are no text either, so only bytes that stand in runs of three or more count. */
function textDecoder(head: Buffer): (bytes: Uint8Array) => string {
  const labels = head.subarray(0, Math.min(head.length, 400 + 140 * 4000))
  return isUtf8(labels) || /(?:[\xe4-\xe9][\x80-\xbf]{2}){2}/.test(labels.toString('latin1')) ? utf8 : gb18030
}

async function* rowsOf(context: ReadContext, member: XptMember, decode: (bytes: Uint8Array) => string): AsyncGenerator<CsvCell[]> {
  if (member.rowLength === 0) return
  let rest = Buffer.alloc(0)
  let offset = member.dataStart
  let blankRows = 0
  for await (const chunk of createReadStream(context.path, { start: member.dataStart, highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const next = nextMember(bytes, offset)
    if (next !== -1) bytes = bytes.subarray(0, next)
    let at = 0
    for (; at + member.rowLength <= bytes.length; at += member.rowLength) {
      const row = bytes.subarray(at, at + member.rowLength)
      // Padding to 80 bytes looks like blank records, which are real only when a record follows.
      if (row.every((byte) => byte === 0x20)) {
        blankRows++
        continue
      }
      for (; blankRows > 0; blankRows--) yield member.variables.map(() => null)
      yield member.variables.map((variable) => cellOf(row, variable, decode))
    }
    if (next !== -1) return
    rest = Buffer.from(bytes.subarray(at))
    offset += at
  }
  const padding = rest.length < 80 && rest.every((byte) => byte === 0x20)
  if (!padding)
    throw new QcInputError(
      'truncated_xpt',
      { file: context.shownAs },
      { zh: '最后一条记录不完整，文件被截断', en: 'the last record is incomplete: the file is cut off' },
    )
}

/** A second dataset may follow in the same file; it starts on an 80-byte boundary. */
function nextMember(bytes: Buffer, offset: number): number {
  for (let at = bytes.indexOf('HEADER RECORD*******MEMB'); at !== -1; at = bytes.indexOf('HEADER RECORD*******MEMB', at + 1)) {
    if ((offset + at) % 80 === 0) return at
  }
  return -1
}

function cellOf(row: Buffer, variable: XptVariable, decode: (bytes: Uint8Array) => string): CsvCell {
  const bytes = row.subarray(variable.position, variable.position + variable.length)
  if (!variable.numeric) {
    const text = decode(bytes).replace(/[\0 ]+$/, '')
    return text === '' ? null : text
  }
  const missing = missingCode(bytes)
  if (missing !== undefined) return missing === '.' ? null : `.${missing}`
  const value = ibmToNumber(bytes)
  if (DATETIME_FORMAT.test(variable.format)) return new Date(EPOCH + value * 1000).toISOString().slice(0, 19).replace('T', ' ')
  if (DATE_FORMAT.test(variable.format)) return new Date(EPOCH + Math.floor(value) * DAY).toISOString().slice(0, 10)
  if (TIME_FORMAT.test(variable.format)) return new Date(value * 1000).toISOString().slice(11, 19)
  return String(value)
}
