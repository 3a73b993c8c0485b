import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { QcWorkspace } from '../database.ts'
import type { ImportNote, SourceFacts, StagedTable } from '../table.ts'
import { readCsv } from './csv.ts'
import { readSample } from './encoding.ts'
import { gunzip } from './gunzip.ts'
import { QcInputError } from './input-error.ts'
import { formatOfEnding, magicOf, nameParts } from './kind.ts'
import { FORMATS, type Format, type ReadContext, type Reading, type StageOptions } from './reading.ts'
import { createView, partsRelation } from './relation.ts'
import { hashFile, loadSnapshot, mayHaveSnapshot, saveSnapshot, snapshotKey } from './snapshot.ts'

const READERS: Partial<Record<Format, (context: ReadContext) => Promise<Reading>>> = { csv: readCsv }

let serial = 0

/** One file as one table: every cell as the text it was, plus the record number. */
export async function stageFile(workspace: QcWorkspace, file: string, options: StageOptions = {}): Promise<StagedTable> {
  const source = path.resolve(file)
  const info = await stat(source).catch(() => undefined)
  if (!info?.isFile()) throw new QcInputError('no_file', { file }, { zh: '找不到这个文件', en: 'there is no such file' })
  const { bytes, format, zipped } = await recognise(file, info.size, options)
  const known = await reuse(file, format, bytes, options)
  if (known) return finish(workspace, options.snapshot as string, file, format, bytes, known.reading, known.sha256, options)

  const scratch = path.join(workspace.directory, `t${++serial}`)
  const plain = zipped ? `${scratch}.plain` : source
  if (zipped) await gunzip(source, plain, file)
  const reader = READERS[format]
  if (!reader) throw new QcInputError('unsupported', { file }, { zh: `不支持 ${format} 格式`, en: `format ${format} is not supported` })
  const context = { workspace, path: plain, shownAs: file, bytes: zipped ? (await stat(plain)).size : bytes, scratch, options }
  const reading = await reader(context)
  const sha256 = (zipped ? undefined : reading.facts.sha256) ?? (await hashFile(source))
  if (options.snapshot && !reading.select) {
    const stored = await saveSnapshot(workspace.directory, options.snapshot, bytes, snapshotKey(sha256, format, options), reading)
    if (zipped) await rm(plain, { force: true })
    return finish(workspace, options.snapshot, file, format, bytes, stored, sha256, options)
  }
  if (zipped && !reading.select) await rm(plain, { force: true })
  return finish(workspace, workspace.directory, file, format, bytes, reading, sha256, options)
}

async function recognise(file: string, bytes: number, options: StageOptions): Promise<{ bytes: number; format: Format; zipped: boolean }> {
  const magic = magicOf(await readSample(path.resolve(file), 4096))
  const { ending } = nameParts(file)
  const zipped = magic === 'gzip'
  const byMagic = (FORMATS as readonly string[]).includes(magic ?? '') ? (magic as Format) : undefined
  const format = options.format ?? byMagic ?? formatOfEnding(ending) ?? 'csv'
  const foreign = magic !== undefined && !zipped && byMagic === undefined
  const agrees = format === 'xlsx' && (magic === 'zip' || magic === 'xls')
  if (foreign && !agrees) {
    throw new QcInputError(
      'wrong_content',
      { file },
      {
        zh: `内容是 ${magic}，不能按 ${format} 读取`,
        en: `the content is ${magic} and cannot be read as ${format}`,
      },
    )
  }
  return { bytes, format, zipped }
}

async function reuse(file: string, format: Format, bytes: number, options: StageOptions) {
  if (!options.snapshot || !(await mayHaveSnapshot(options.snapshot, bytes))) return undefined
  const sha256 = await hashFile(path.resolve(file))
  const reading = await loadSnapshot(options.snapshot, bytes, snapshotKey(sha256, format, options))
  return reading && { reading, sha256 }
}

async function finish(
  workspace: QcWorkspace,
  directory: string,
  file: string,
  format: Format,
  bytes: number,
  reading: Reading,
  sha256: string,
  options: StageOptions,
): Promise<StagedTable> {
  const notes: ImportNote[] = [...reading.facts.notes]
  const { independentRows } = reading.facts
  if (independentRows !== undefined && independentRows !== reading.rows) {
    notes.push({ code: 'row_count_mismatch', count: independentRows, detail: `${reading.rows}/${independentRows}`, severity: 'error' })
  }
  const source: SourceFacts = { ...reading.facts, path: file, format, bytes, sha256, notes }
  const select = reading.select ?? partsRelation(directory, reading.parts, reading.columns)
  return {
    name: options.name ?? nameParts(file).name,
    relation: await createView(workspace, select),
    columns: reading.columns,
    rows: reading.rows,
    source,
    ...(reading.typed ? { typed: reading.typed } : {}),
    ...(reading.parts.length > 1
      ? { narrow: (columns: readonly string[]) => `(${partsRelation(directory, reading.parts, columns)})` }
      : {}),
  }
}
