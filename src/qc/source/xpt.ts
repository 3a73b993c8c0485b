import { createReadStream } from 'node:fs'
import { CellDecoder } from './cell-decoder.ts'
import type { CsvCell } from './csv-parser.ts'
import type { ColumnFact, ImportNote } from '../table.ts'
import { encodingOfPieces, givenEncoding, readSample, type Encoding } from './encoding.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { ibmToNumber, missingCode } from './ibm-float.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'
import { countXptRows } from './xpt-count.ts'
import { readXptHeader, type XptMember, type XptVariable } from './xpt-header.ts'
import { findMembers, type MemberPlace } from './xpt-members.ts'
import { QcInputError } from './input-error.ts'
import { sasNumber } from './sas-number.ts'
import { factNotes } from './statistics-file.ts'
import { trimEnd } from '../trim.ts'

const HEADER_BYTES = 8 << 20

type Decode = (bytes: Uint8Array) => string

export async function readXpt(context: ReadContext): Promise<Reading> {
  const file = context.shownAs
  const members = await findMembers(createReadStream(context.path, { highWaterMark: 1 << 20 }))
  const chosen = choose(members, context)
  const end = members[members.indexOf(chosen) + 1]?.start ?? context.bytes
  const head = await readSample(context.path, Math.min(HEADER_BYTES, end - chosen.start), chosen.start)
  const given = givenEncoding(context)
  const { encoding, sure } = given ? { encoding: given, sure: true } : encodingOf(head, readXptHeader(head, file, latin1))
  const texts = new CellDecoder(encoding)
  const decode = texts.text
  const member = readXptHeader(head, file, decode)
  const header = member.variables.map((variable) => variable.name)
  const columns = uniqueNames(header)
  const start = chosen.start + member.dataStart
  if (start > end) throw new QcInputError('damaged_xpt', { file }, { zh: 'SAS 传输文件不完整', en: 'the SAS transport file is incomplete' })
  const independentRows = member.stated ?? (await countXptRows(context.path, start, end, member.rowLength))
  const dictionary = factsOf(member, columns)
  const loaded = await loadRows(context, columns, rowsOf(context, { ...member, start, end, atLeast: independentRows }, decode))
  return {
    columns,
    ...loaded,
    facts: {
      encoding,
      header,
      independentRows,
      ...(dictionary.length > 0 ? { dictionary } : {}),
      notes: [
        ...(sure ? [] : [{ code: 'doubtful_encoding', detail: encoding, severity: 'warning' } as const]),
        ...texts.notes,
        ...headerNotes(header, columns),
        { code: 'xpt_dataset', detail: [member.name, member.label, `v${member.version}`].filter(Boolean).join(' · '), severity: 'info' },
        ...otherNotes(members, chosen, context),
        ...dictionary.flatMap(factNotes),
      ],
    },
  }
}

function choose(members: readonly MemberPlace[], { options: { sheet }, shownAs: file }: ReadContext): MemberPlace {
  const wanted = sheet ?? 0
  const chosen =
    typeof wanted === 'number' ? members[wanted] : members.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase())
  if (chosen) return chosen
  if (members.length === 0)
    throw new QcInputError('damaged_xpt', { file }, { zh: 'SAS 传输文件里没有数据集', en: 'the SAS transport file holds no dataset' })
  const asked = typeof wanted === 'number' ? wanted + 1 : wanted
  const names = members.map(({ name }) => name)
  throw new QcInputError(
    'no_dataset',
    { file },
    { zh: `没有数据集“${asked}”；现有：${names.join('、')}`, en: `there is no dataset "${asked}"; there are: ${names.join(', ')}` },
  )
}

/** Who asked for one dataset knows of the others. */
function otherNotes(members: readonly MemberPlace[], chosen: MemberPlace, { options }: ReadContext): ImportNote[] {
  const others = members.filter((member) => member !== chosen)
  if (others.length === 0 || options.sheet !== undefined) return []
  return [{ code: 'other_dataset', detail: others.map(({ name }) => name).join(', '), severity: 'warning' }]
}

const factsOf = ({ variables }: XptMember, columns: readonly string[]): ColumnFact[] =>
  variables.flatMap(({ label, format }, index) =>
    label.trim() || format
      ? [{ column: columns[index] as string, ...(label.trim() ? { label: label.trim() } : {}), ...(format ? { format } : {}) }]
      : [],
  )

const latin1: Decode = (bytes) => Buffer.from(bytes).toString('latin1')

/** The format does not say its encoding. Only names, labels and text cells count: the bytes of numbers are no text. */
function encodingOf(head: Buffer, member: XptMember): { encoding: Encoding; sure: boolean } {
  const texts = member.variables.filter((variable) => !variable.numeric)
  const pieces: Buffer[] = member.variables.flatMap(({ name, label }) => [Buffer.from(name, 'latin1'), Buffer.from(label, 'latin1')])
  for (let at = member.dataStart; texts.length > 0 && at + member.rowLength <= head.length; at += member.rowLength)
    for (const { position, length } of texts) pieces.push(head.subarray(at + position, at + position + length))
  return encodingOfPieces(pieces)
}

type Stretch = XptMember & { start: number; end: number; atLeast: number }

async function* rowsOf(context: ReadContext, member: Stretch, decode: Decode): AsyncGenerator<CsvCell[]> {
  const { rowLength, variables, start, end } = member
  if (rowLength === 0 || start === end) return
  const blank = (): CsvCell[] => variables.map(() => null)
  let rest = Buffer.alloc(0)
  let [rows, blankRows] = [0, 0]
  const stream = createReadStream(context.path, { start, end: end - 1, highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>
  for await (const chunk of stream) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    for (; at + rowLength <= bytes.length; at += rowLength) {
      const row = bytes.subarray(at, at + rowLength)
      // Padding to 80 bytes looks like blank records, which are real only when a record follows or the count says so.
      if (row.every((byte) => byte === 0x20)) {
        blankRows++
        continue
      }
      rows += blankRows + 1
      for (; blankRows > 0; blankRows--) yield blank()
      yield variables.map((variable) => cellOf(row, variable, decode))
    }
    rest = Buffer.from(bytes.subarray(at))
  }
  for (; blankRows > 0 && rows < member.atLeast; blankRows--, rows++) yield blank()
  const padding = rest.length < 80 && rest.every((byte) => byte === 0x20)
  if (!padding)
    throw new QcInputError(
      'truncated_xpt',
      { file: context.shownAs },
      { zh: '最后一条记录不完整，文件被截断', en: 'the last record is incomplete: the file is cut off' },
    )
}

function cellOf(row: Buffer, variable: XptVariable, decode: Decode): CsvCell {
  const bytes = row.subarray(variable.position, variable.position + variable.length)
  if (!variable.numeric) {
    const text = trimEnd(decode(bytes), '\0 ')
    return text === '' ? null : text
  }
  const missing = missingCode(bytes)
  if (missing !== undefined) return missing === '.' ? null : `.${missing}`
  return sasNumber(ibmToNumber(bytes), variable.format)
}
