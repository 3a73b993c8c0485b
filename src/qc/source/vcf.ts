import type { ImportNote } from '../table.ts'
import type { CsvCell } from './csv-parser.ts'
import { headerNotes, uniqueNames } from './header.ts'
import { QcInputError } from './input-error.ts'
import { readLines } from './lines.ts'
import { VcfMeta } from './vcf-meta.ts'
import { VcfRecords } from './vcf-record.ts'
import type { VcfFault } from './vcf-fault.ts'
import { readSample } from './encoding.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'

const FIXED = ['CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL', 'FILTER', 'INFO']
const NAMED = 1000
const BOM = Buffer.from('\ufeff')
/** Tabs apart; a return that ends no line is one. */
const CONTROL = /[\u0001-\u0008\u000b-\u001f]/

/** Variant lines as a table with the file's own columns (samples by name); what `##` lines declare goes to the notes. */
export async function readVcf(context: ReadContext): Promise<Reading> {
  const file = context.shownAs
  const notes: ImportNote[] = []
  const source = readLines(context.path, file)
  const body: string[] = []
  const meta = new VcfMeta()
  let header: string[] | undefined
  let [line, faults] = [0, 0]
  let version = ''
  const fault = (found: VcfFault | undefined): void => {
    if (found && ++faults <= NAMED) notes.push({ code: 'vcf_fault', line, detail: found, severity: 'error' })
  }
  const letters = (text: string): void => {
    if (text.includes('\ufffd')) fault('utf8')
    if (CONTROL.test(text)) fault('control')
  }
  const begins = await readSample(context.path, BOM.length)
  while (!header) {
    const { value: batch, done } = await source.next()
    if (done) break
    for (const [index, text] of batch.entries()) {
      line++
      if (line === 1 && !text.startsWith('##fileformat=VCF')) {
        throw new QcInputError(
          'no_vcf',
          { file, line: 1 },
          { zh: '首行应为 ##fileformat=VCF…', en: 'the first line is not ##fileformat=VCF…' },
        )
      }
      if (line === 1) {
        version = text.slice('##fileformat='.length)
        notes.push({ code: 'vcf_version', detail: version, severity: 'info' })
        fault(meta.version(version))
        if (meta.minor >= 3 && begins.equals(BOM)) fault('bom')
      } else if (text.startsWith('##')) fault(meta.add(text.slice(2)))
      letters(text)
      if (text.startsWith('##') || text === '') continue
      if (!text.startsWith('#CHROM\t')) {
        throw new QcInputError('no_vcf_header', { file, line }, { zh: '缺少 #CHROM 表头行', en: 'the header line #CHROM is missing' })
      }
      header = text.slice(1).split('\t')
      body.push(...batch.slice(index + 1))
      break
    }
  }
  if (!header)
    throw new QcInputError('no_vcf_header', { file, line }, { zh: '缺少 #CHROM 表头行', en: 'the header line #CHROM is missing' })
  const missing = FIXED.filter((name, index) => header[index] !== name)
  if (missing.length > 0) {
    throw new QcInputError(
      'no_vcf_header',
      { file, line, column: missing[0] as string },
      { zh: '表头缺少规定的列', en: 'a column the format prescribes is missing from the header' },
    )
  }
  if (header.at(-1) === '') {
    fault('header_tab')
    header.pop()
  }
  const columns = uniqueNames(header)
  if (header.length > 8 && header[8] !== 'FORMAT') fault('no_format')
  if (new Set(header.slice(9)).size !== header.slice(9).length) fault('sample_repeated')
  const judge = new VcfRecords(meta, header.length)
  let ragged = 0
  let records = 0
  const cells = (text: string): CsvCell[] => {
    records++
    const parts = text.split('\t')
    letters(text)
    for (const found of judge.faultsOf(parts)) fault(found)
    if (parts.length !== columns.length) {
      ragged++
      if (ragged <= NAMED)
        notes.push({ code: 'ragged_row', line, count: records, detail: `${parts.length}/${columns.length}`, severity: 'warning' })
    }
    return parts
  }
  const rows = async function* () {
    for (let batch: string[] | undefined = body; batch; batch = (await source.next()).value as string[] | undefined) {
      for (const text of batch) {
        line++
        if (text !== '') yield cells(text)
      }
    }
  }
  const loaded = await loadRows(context, columns, rows())
  if (!(await endsLine(context.path, context.bytes))) fault('final_newline')
  if (faults > 0) notes.push({ code: 'vcf_faults', count: faults, severity: 'error' })
  if (ragged > 0) notes.push({ code: 'ragged_rows', count: ragged, severity: 'warning' })
  const samples = header.slice(9)
  return {
    columns,
    ...loaded,
    facts: {
      header,
      encoding: 'utf-8',
      delimiter: '\t',
      about: { version, ...meta.about(), ...(samples.length > 0 ? { samples } : {}) },
      notes: [...headerNotes(header, columns), ...notes],
    },
  }
}

const endsLine = async (path: string, bytes: number): Promise<boolean> => (await readSample(path, 1, bytes - 1))[0] === 10
