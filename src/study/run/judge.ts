import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildReport,
  FORMULA,
  openDatabase,
  profileTable,
  renderReport,
  runChecks,
  stageFile,
  type CheckResult,
  type Parameter,
  type QcWorkspace,
  type RunScore,
} from '#qc'
import { nameParts } from '#qc/source/kind.ts'
import { ENTERED_STATUSES } from '../finding/cover.ts'
import { ledgerColumns, type Place } from '../finding/identity.ts'

export type Judging = {
  /** The file to read, and what its sender called it: parameters name the table by that. */
  file: string
  name: string
  /** A folder of this run alone, also of a second attempt: what was read once is found there. */
  folder: string
  parameters: readonly Parameter[]
  place: Omit<Place, 'lineage'>
  /** The lineage of a parameter, by its code. */
  lineageOf: (code: string) => string
  /** Where the list of violations goes. */
  violations: string
  signal: AbortSignal
  log?: (line: string) => void
  progress?: (share: number) => void
}
export type Judged = {
  engine: string
  formula: string
  now: string
  rows: number
  sourceHash: string
  score: RunScore
  results: readonly CheckResult[]
  /** Columns that look like names or numbers of persons: their values are shown nowhere. */
  hidden: readonly string[]
  evidence: string
}

const MEMORY = '1GB'
export const withWorkspace = async <T>(
  folder: string,
  files: readonly string[],
  signal: AbortSignal,
  work: (db: QcWorkspace) => Promise<T>,
): Promise<T> => {
  const db = await openDatabase({ memory: MEMORY, threads: 2, spillDirectory: folder, allow: { files, directories: [folder] } })
  const stop = () => db.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(db)
  } finally {
    signal.removeEventListener('abort', stop)
    await db.close()
  }
}

export const stageNamed = (db: QcWorkspace, { file, name, folder }: Pick<Judging, 'file' | 'name' | 'folder'>) =>
  stageFile(db, file, { name: nameParts(name).name, snapshot: join(folder, 'snapshot') })

/** The parameter that a result belongs to: one for several tables is judged once for each, as `code@table`. */
export const codeOf = (result: Pick<CheckResult, 'parameter'>, isCode: (code: string) => boolean): string =>
  isCode(result.parameter) ? result.parameter : result.parameter.replace(/@[^@]*$/, '')

/** In whatever order they were found: the same violations have the same hash. */
const EVIDENCE = (path: string) =>
  `SELECT sha256(coalesce(string_agg(line, chr(10) ORDER BY line), '')) AS hash FROM (SELECT fingerprint || ' ' || hash AS line FROM read_parquet('${path}'))`

const wallClock = (): string => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)

/** One file judged by parameters, as the `qc` command does it, with its violations as a file and its report as a page. */
export const judgeFile = (judging: Judging): Promise<{ judged: Judged; report: string }> => {
  const { file, name, folder, parameters, place, violations, signal, log, progress } = judging
  return withWorkspace(folder, [file], signal, async (database) => {
    const table = await stageNamed(database, judging)
    log?.(`${name}: ${table.rows} × ${table.columns.length}`)
    progress?.(0.3)
    const run = await runChecks({
      database,
      tables: [table],
      parameters,
      signal,
      onProgress: (done, total) => progress?.(0.3 + (0.4 * done) / Math.max(1, total)),
    })
    const codes = new Set(parameters.map(({ id }) => id))
    const columns = ledgerColumns((parameter) => ({
      ...place,
      lineage: judging.lineageOf(codeOf({ parameter }, (code) => codes.has(code))),
    }))
    const path = join(database.directory, 'violations.parquet')
    await run.violations.copy(path, 'parquet', { statuses: ENTERED_STATUSES }, columns)
    const [evidence] = await database.all<{ hash: string }>(EVIDENCE(path.replaceAll("'", "''")))
    await copyFile(path, violations)
    const profile = await profileTable(database, table, { signal })
    progress?.(0.9)
    const model = await buildReport({
      database,
      tables: [table],
      language: 'zh',
      title: { zh: `质控报告 ${name}`, en: `Quality report ${name}` },
      made: wallClock(),
      run,
      parameters,
      profiles: [profile],
    })
    const judged: Judged = {
      engine: run.engine,
      formula: FORMULA,
      now: run.now,
      rows: table.rows,
      sourceHash: table.source.sha256 ?? '',
      score: run.score,
      results: run.results,
      hidden: profile.columns.filter(({ identifiers }) => identifiers.length > 0).map(({ name: column }) => column),
      evidence: evidence?.hash ?? '',
    }
    return { judged, report: renderReport(model) }
  })
}
