import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { literal, Sql } from '../sql.ts'
import type { ImportNote, TypedColumn } from '../table.ts'
import { surveyCsv, type CsvSurvey } from './csv-survey.ts'
import { copyCsv } from './csv-copy.ts'
import { countRows, loadCsv } from './csv-load.ts'
import { repairCsv } from './csv-repair.ts'
import { sniffDialect, type SniffedDialect } from './dialect.ts'
import { givenEncoding, readSample, transcode, unicodeOf, type Encoding } from './encoding.ts'
import type { Guess } from './guess-encoding.ts'
import { provenEncoding } from './mixed-encoding.ts'
import { refuseNoTable } from './no-table.ts'
import { preambleOf, type Preamble } from './preamble.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { QcInputError } from './input-error.ts'
import { confirmShadows, guessShadows, type Shadow } from './shadow.ts'
import { type ReadContext, type Reading } from './reading.ts'
import { COLUMNS_PER_PART } from './row-file.ts'

type Plan = {
  text: string
  encoding: Encoding
  sure: boolean
  dialect: SniffedDialect
  above: Preamble
  hasHeader: boolean
  columns: string[]
  shadows: Shadow[]
}

/** Typed copies that may be used, by their columns. */
type Typed = Readonly<Record<string, TypedColumn>>

export const readCsv = (context: ReadContext): Promise<Reading> => read(context)

async function read(context: ReadContext, guess?: Guess): Promise<Reading> {
  proveMarks(context)
  const plan = await planCsv(context, guess)
  const survey = surveyCsv(plan.text, plan.dialect, plan.dialect.header.length, {
    above: plan.above,
    onBytes: (done) => context.options.onProgress?.({ step: 'read', done, total: context.bytes }),
  })
  const wide = plan.columns.length > COLUMNS_PER_PART * 3
  const to = `${context.scratch}.0.parquet`
  const fast = wide ? Promise.resolve(undefined) : context.options.snapshot ? tryLoad(context, plan, to) : tryCopy(context, plan, to)
  const [seen, typed] = await Promise.all([survey, fast])
  if (seen.nulLine !== undefined) {
    throw new QcInputError(
      'nul',
      { file: context.shownAs, line: seen.nulLine },
      {
        zh: '含有 NUL 字节：这不是文本文件，或文件已损坏',
        en: 'a NUL byte: this is no text file, or it is damaged',
      },
    )
  }
  if (seen.badByteLine !== undefined) {
    return read(context, await provenEncoding(plan.text, context.shownAs))
  }
  const result = typed && even(seen) ? await straight(context, plan, seen, { to, typed }) : await repaired(context, plan, seen)
  if (plan.text !== context.path) await rm(plan.text, { force: true })
  return result
}

/** The strict reader accepts some rows it had to guess at, so its success alone proves nothing. */
const even = (seen: CsvSurvey): boolean => {
  const { raggedCount, strayQuotes, loneReturns, leadingBlank, blankLines } = seen.counter
  return raggedCount === 0 && strayQuotes === 0 && loneReturns === 0 && !leadingBlank && blankLines === 0
}

function proveMarks({ options: { delimiter, quote }, shownAs }: ReadContext): void {
  for (const mark of [delimiter, quote]) {
    if (mark !== undefined && (mark.length > 1 || mark.charCodeAt(0) > 126)) {
      throw new QcInputError(
        'bad_option',
        { file: shownAs },
        { zh: `分隔符和引号只能是一个 ASCII 字符，不能是“${mark}”`, en: `delimiter and quote are single ASCII characters, not "${mark}"` },
      )
    }
  }
}

/** For one run its own texts are enough, and splitting them ourselves takes half of what the database's reader and writer take. */
async function tryCopy({ workspace }: ReadContext, plan: Plan, to: string): Promise<Typed | undefined> {
  const { text, columns, dialect, hasHeader: header, above, shadows } = plan
  const { size } = await stat(text)
  const typed = shadows.flatMap(({ type, ...shadow }) => (type === 'DOUBLE' || type === 'DATE' ? [{ ...shadow, type }] : []))
  const copied = await copyCsv({ path: text, to, columns, typed, dialect, header, from: above.bytes }, size, workspace.threads)
  return copied && Object.fromEntries(copied.map(({ column, ...shadow }) => [column, { ...shadow, exact: false }]))
}

/** What later runs read is compressed, and has typed copies beside its texts. */
async function tryLoad(context: ReadContext, plan: Plan, to: string): Promise<Typed | undefined> {
  try {
    await loadCsv(context.workspace, {
      path: plan.text,
      to,
      columns: plan.columns,
      dialect: plan.dialect,
      header: plan.hasHeader,
      skip: plan.above.lines,
      shadows: plan.shadows,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    // A full disk is no doubt about the file: reading it the careful way would fill the disk again.
    if (/^(?:Invalid Input|Conversion|IO) Error/.test(message) && !message.includes('No space left')) return undefined
    throw error
  }
  return confirmShadows(context.workspace, Sql`read_parquet(${literal(to)})`, plan.shadows)
}

async function planCsv(context: ReadContext, proven: Guess | undefined): Promise<Plan> {
  const { options, shownAs } = context
  const sample = await readSample(context.path)
  if (sample.length === 0) throw new QcInputError('empty_file', { file: shownAs }, { zh: '文件是空的', en: 'the file is empty' })
  const { encoding, sure } = proven ?? (await encodingOf(context, sample))
  let text = context.path
  if (encoding !== 'utf-8') {
    text = `${context.scratch}.utf8`
    await transcode(context.path, text, encoding, shownAs)
  }
  const head = (encoding === 'utf-8' ? sample : await readSample(text)).toString('utf8')
  const end = head.length < sample.length / 4 ? -1 : Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r'))
  const lines = end === -1 || sample.length < 1 << 20 ? head : head.slice(0, end + 1)
  const above = preambleOf(lines, options)
  const table = Buffer.from(lines).subarray(above.bytes).toString('utf8')
  if (options.format === undefined && above.delimiter === undefined) refuseNoTable(table, shownAs)
  const dialect = sniffDialect(table, { ...options, ...(above.delimiter ? { delimiter: above.delimiter } : {}) })
  const header = dialect.header
  if (header.length === 0) {
    throw new QcInputError('no_header', { file: shownAs, line: 1 }, { zh: '没有表头，只有空行', en: 'no header: only blank lines' })
  }
  const control = header.findIndex((cell) => cell !== null && /[\u0001-\u0008\u000e-\u001f\ufffd]/.test(cell))
  if (control !== -1) throw undecodable(context)
  const hasHeader = options.header !== false
  const columns = uniqueNames(hasHeader ? header.map((cell) => cell ?? '') : header.map(() => ''))
  const shadows = guessShadows(table, dialect, columns, hasHeader)
  return { text, encoding, sure, dialect, above, hasHeader, columns, shadows }
}

const undecodable = (context: ReadContext) =>
  new QcInputError(
    'not_text',
    { file: context.shownAs, line: 1 },
    {
      zh: '内容不是文本（二进制文件，或未知编码）',
      en: 'the content is no text: a binary file, or an unknown encoding',
    },
  )

/** What is neither named nor Unicode is judged by the whole file, not by its beginning. */
async function encodingOf(context: ReadContext, sample: Buffer): Promise<{ encoding: Encoding; sure: boolean }> {
  const encoding = givenEncoding(context) ?? unicodeOf(sample)
  if (encoding) return { encoding, sure: true }
  if (sample.includes(0)) throw undecodable(context)
  return provenEncoding(context.path, context.shownAs)
}

function commonFacts(plan: Plan, seen: CsvSurvey, context: ReadContext) {
  return {
    encoding: plan.encoding,
    delimiter: plan.dialect.delimiter,
    header: plan.dialect.header.map((cell) => cell ?? ''),
    ...(plan.text === context.path ? { sha256: seen.sha256 } : {}),
  }
}

const encodingNote = ({ encoding, sure }: Plan): ImportNote =>
  sure ? { code: 'transcoded', detail: encoding, severity: 'info' } : { code: 'doubtful_encoding', detail: encoding, severity: 'warning' }

const openingNotes = (plan: Plan): ImportNote[] => [
  ...(plan.encoding === 'utf-8' ? [] : [encodingNote(plan)]),
  ...(plan.above.comments > 0 ? [{ code: 'comment_lines', count: plan.above.comments, severity: 'info' } as const] : []),
  ...(plan.hasHeader ? headerNotes(plan.dialect.header, plan.columns) : []),
]

async function straight(context: ReadContext, plan: Plan, seen: CsvSurvey, { to, typed }: { to: string; typed: Typed }): Promise<Reading> {
  const rows = await countRows(context.workspace, to)
  const independentRows = seen.counter.records - (plan.hasHeader ? 1 : 0)
  return {
    columns: plan.columns,
    rows,
    parts: [{ file: path.basename(to), columns: plan.columns }],
    typed,
    facts: { ...commonFacts(plan, seen, context), independentRows, notes: openingNotes(plan) },
  }
}

async function repaired(context: ReadContext, plan: Plan, seen: CsvSurvey): Promise<Reading> {
  await rm(`${context.scratch}.0.parquet`, { force: true })
  const outcome = await repairCsv(context, plan)
  // Old line ends change what a record is: count again the way the forgiving reader reads.
  const recount =
    seen.counter.loneReturns > 0
      ? await surveyCsv(plan.text, plan.dialect, plan.columns.length, { above: plan.above, returnsEndRecords: true })
      : seen
  const independentRows = recount.counter.records - (plan.hasHeader ? 1 : 0)
  return {
    columns: plan.columns,
    rows: outcome.rows,
    parts: outcome.parts,
    facts: { ...commonFacts(plan, seen, context), independentRows, notes: [...openingNotes(plan), ...outcome.notes] },
  }
}
