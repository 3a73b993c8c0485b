import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Sql } from '../sql.ts'
import type { QcWorkspace } from '../database.ts'
import type { ImportNote, SourceFacts, StagedTable } from '../table.ts'
import { readCsv } from './csv.ts'
import { readDta } from './dta.ts'
import { readSample } from './encoding.ts'
import { readFastq } from './fastq.ts'
import { fileSize } from './file-size.ts'
import { QcInputError } from './input-error.ts'
import { readJson } from './json.ts'
import { contentMismatch, formatOfEnding, magicOf, nameParts } from './kind.ts'
import { readNifti } from './nifti.ts'
import { readParquet } from './parquet.ts'
import { readPor } from './por.ts'
import { FORMATS, type Format, type ReadContext, type Reading, type StageOptions } from './reading.ts'
import { createView, partsRelation } from './relation.ts'
import { hashFile, loadSnapshot, mayHaveSnapshot, saveSnapshot, snapshotKey } from './snapshot.ts'
import { readSas7bdat } from './sas7bdat.ts'
import { readSav } from './sav.ts'
import { unpack } from './unpack.ts'
import { withinLimits } from './unpack-limit.ts'
import { readVcf } from './vcf.ts'
import { findMembers } from './xpt-members.ts'
import { readXpt } from './xpt.ts'

const READERS: Record<Format, (context: ReadContext) => Promise<Reading>> = {
  csv: readCsv,
  // What reads workbooks takes longer to load than a small file to read.
  xlsx: async (context) => (await import('./xlsx.ts')).readExcel(context),
  ods: async (context) => (await import('./ods.ts')).readOds(context),
  json: readJson,
  ndjson: readJson,
  parquet: readParquet,
  xpt: readXpt,
  sav: readSav,
  por: readPor,
  dta: readDta,
  sas7bdat: readSas7bdat,
  nifti: readNifti,
  fastq: readFastq,
  vcf: readVcf,
}

let serial = 0

type Found = { file: string; format: Format; bytes: number; sha256: string; directory: string; reading: Reading }

/** One file as one table: every cell as the text it was, plus the record number. */
export async function stageFile(workspace: QcWorkspace, file: string, options: StageOptions = {}): Promise<StagedTable> {
  const source = path.resolve(file)
  const bytes = await fileSize(file)
  const stored = await reuse(source, file, bytes, options)
  if (stored) return tableOf(workspace, stored, options)

  const scratch = path.join(workspace.directory, `t${++serial}`)
  const { path: plain, name, packed } = await unpack(source, file, scratch)
  const ending = path.extname(name).slice(1).toLowerCase()
  const format = await recognise(plain, file, ending, options)
  const size = packed ? (await stat(plain)).size : bytes
  const odd = contentMismatch(ending, await readSample(plain, 512))
  const first = await READERS[format]({ workspace, path: plain, shownAs: file, bytes: size, scratch, options })
  const reading = odd
    ? {
        ...first,
        facts: {
          ...first.facts,
          notes: [...first.facts.notes, { code: 'content_mismatch', detail: `${odd.expected}/${odd.found}`, severity: 'warning' } as const],
        },
      }
    : first
  const sha256 = (packed ? undefined : reading.facts.sha256) ?? (await hashFile(source))
  if (packed && !reading.select) await rm(plain, { force: true })
  const found = { file, format, bytes, sha256, directory: workspace.directory, reading }
  if (!options.snapshot || reading.select) return tableOf(workspace, found, options)
  const key = snapshotKey(sha256, options)
  const kept = await saveSnapshot(workspace.directory, options.snapshot, bytes, key, { ...reading, format })
  return tableOf(workspace, { ...found, directory: options.snapshot, reading: kept }, options)
}

/** Names of the datasets of a SAS library; empty for every other file. */
export async function datasetsIn(file: string): Promise<string[]> {
  const source = path.resolve(file)
  const bytes = await fileSize(file)
  const magic = magicOf(await readSample(source, 512))
  if (magic === 'xpt') return (await findMembers(createReadStream(source))).map(({ name }) => name)
  if (magic !== 'gzip' || formatOfEnding(nameParts(file).ending) !== 'xpt') return []
  const plain = pipeline(createReadStream(source), createGunzip(), withinLimits(bytes, file), () => {})
  // A damaged archive is named when it is read.
  return findMembers(plain).then(
    (members) => members.map(({ name }) => name),
    () => [],
  )
}

/** The content decides where it can; the name decides among texts, which carry no mark. */
async function recognise(plain: string, file: string, ending: string, options: StageOptions): Promise<Format> {
  const magic = magicOf(await readSample(plain, 512))
  const byContent = FORMATS.find((format) => format === magic)
  const format = options.format ?? byContent ?? formatOfEnding(ending) ?? 'csv'
  const isBook = (format === 'xlsx' && magic === 'xls') || ((format === 'xlsx' || format === 'ods') && magic === 'zip')
  const fits = magic === undefined || magic === 'vcf' || format === magic || isBook
  if (fits) return format
  throw new QcInputError(
    'wrong_content',
    { file },
    { zh: `内容是 ${magic}，不能按 ${format} 读取`, en: `the content is ${magic} and cannot be read as ${format}` },
  )
}

async function reuse(source: string, file: string, bytes: number, options: StageOptions): Promise<Found | undefined> {
  const directory = options.snapshot
  if (!directory || !(await mayHaveSnapshot(directory, bytes))) return undefined
  const sha256 = options.sha256 ?? (await hashFile(source))
  const reading = await loadSnapshot(directory, bytes, snapshotKey(sha256, options))
  return reading && { file, format: reading.format, bytes, sha256, directory, reading }
}

async function tableOf(workspace: QcWorkspace, found: Found, options: StageOptions): Promise<StagedTable> {
  const { file, format, bytes, sha256, directory, reading } = found
  const notes: ImportNote[] = [...reading.facts.notes]
  const { independentRows } = reading.facts
  if (independentRows !== undefined && independentRows !== reading.rows) {
    notes.push({ code: 'row_count_mismatch', count: independentRows, detail: `${reading.rows}/${independentRows}`, severity: 'error' })
  }
  const source: SourceFacts = { ...reading.facts, path: file, format, bytes, sha256, notes }
  const select = reading.select ?? partsRelation(directory, reading.parts, reading.columns, reading.typed)
  return {
    name: options.name ?? nameParts(file).name,
    relation: await createView(workspace, select),
    columns: reading.columns,
    rows: reading.rows,
    source,
    ...(reading.typed ? { typed: reading.typed } : {}),
    ...(reading.parts.length > 1
      ? { narrow: (columns: readonly string[]) => Sql`(${partsRelation(directory, reading.parts, columns, reading.typed)})` }
      : {}),
  }
}
