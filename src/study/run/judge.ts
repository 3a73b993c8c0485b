import { createHash } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  FORMULA,
  openDatabase,
  renderReport,
  runChecks,
  scoreRun,
  stageFile,
  stageOwnCsv,
  stageOwnParquet,
  textOf,
  type CheckResult,
  type Parameter,
  type QcWorkspace,
  type ReportModel,
  type RunScore,
  type Score,
  type StagedTable,
} from '#qc'
import type { Words } from '#kernel'
import type { ReportFact } from '#qc/report/model.ts'
import type { Text } from '#qc/text.ts'
import { ENTERED_STATUSES } from '../finding/cover.ts'
import { ledgerColumns, type Place } from '../finding/identity.ts'
import type { Background } from './background.ts'
import { copyHere } from '#qc/trino/copy.ts'
import { namedIn } from './compile.ts'
import { describeTables } from './describe.ts'
import type { EngineName } from './engine.ts'
import { historyOf, withHistory, type PastRun } from './history.ts'
import { followWork, wordsOf } from './follow.ts'
import { onEngine, type Engines, type Judge, type Told } from './on-engine.ts'
import { presented, titled, versioned } from './report.ts'
import { partsOf, type Called } from './part.ts'
import { sitesOf, type Site, type SiteScore } from './site.ts'
import { formIn, hiddenIn, type Source } from './source.ts'

export type Judging = {
  sources: readonly Source[]
  /** What the report is called. */
  title: string
  /** A folder of this run alone, also of a second attempt: what was read once is found there. */
  folder: string
  parameters: readonly Parameter[]
  /** What there is to know beside the tables. */
  background?: Background
  /** What the rules call now. */
  now: string
  study: string
  /** The place of what is about no single table. */
  whole: string
  /** The lineage of a parameter, by its code; one for several tables is called `code@table` in each. */
  lineageOf: (parameter: string) => string
  /** What it may be judged on. */
  engines: Engines
  /** Where the list of violations goes. */
  violations: string
  /** What forms and sites are called, by place and by department. */
  called?: Called
  /** What the report says of itself, and which version of a rule judged. */
  facts?: readonly ReportFact[]
  versionOf?: (parameter: string) => Text | null
  /** Runs over the same data that ended before, the oldest first. */
  past?: readonly PastRun[]
  signal: AbortSignal
  log?: (line: string | Words) => void
  progress?: (share: number) => void
}
/** `snapshot`: its key, where it is one. */
export type Read = { place: string; name: string; rows: number; sha256: string; snapshot?: string }
export type Judged = {
  engine: string
  /** Which engine judged, and why that one; of a server, which. */
  by: { engine: EngineName; why: Words; server: string | null }
  formula: string
  now: string
  rows: number
  sourceHash: string
  snapshots: readonly Read[]
  score: RunScore
  /** With the place that each is about. */
  results: readonly (CheckResult & { place: string })[]
  /** By place: columns whose values are shown nowhere, because they are sensitive or look like names or numbers of persons. */
  hidden: Readonly<Record<string, readonly string[]>>
  /** Lineages of rules that speak of sensitive columns: whatever they found may tell their values. */
  discreet: readonly string[]
  /** By place: what the fields of findings are called for good. */
  slots: Readonly<Record<string, Readonly<Record<string, string>>>>
  evidence: string
  /** Of records: each form at each site. */
  sites: readonly Site[]
  /** Of each form, and of each site. */
  scores: { forms: readonly (Score & { place: string })[]; sites: readonly SiteScore[] }
}
/** The report as a page, and what it was drawn from. */
export type Judgement = { judged: Judged; report: string; model: ReportModel; parameters: readonly Parameter[]; background: Background }

const MEMORY = '1GB'
export const withWorkspace = async <T>(
  folder: string,
  files: readonly string[],
  signal: AbortSignal,
  work: (db: QcWorkspace) => Promise<T>,
  folders: readonly string[] = [],
  memory = MEMORY,
): Promise<T> => {
  const allow = { files, directories: [folder, ...folders] }
  const db = await openDatabase({ memory, threads: 2, spillDirectory: folder, allow })
  const stop = () => db.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(db)
  } finally {
    signal.removeEventListener('abort', stop)
    await db.close()
  }
}

export const stageSource = async (
  db: QcWorkspace,
  folder: string,
  { file, name, called, read = {}, own, aside = [] }: Source,
): Promise<StagedTable> => {
  const table = await (own
    ? { csv: stageOwnCsv, parquet: stageOwnParquet }[own.format](db, file, { ...own, name })
    : stageFile(db, file, { ...read, name, snapshot: join(folder, 'snapshot') }))
  return { ...table, aside, source: { ...table.source, path: called ?? table.source.path } }
}

/** In whatever order they were found: the same violations have the same hash. One text of a million lines would not fit into the memory that there is. */
const evidenceOf = async (database: QcWorkspace, path: string): Promise<string> => {
  const hash = createHash('sha256')
  let between = ''
  const lines = database.stream<{ line: string }>(
    `SELECT fingerprint || ' ' || hash AS line FROM read_parquet('${path}') ORDER BY fingerprint, hash`,
  )
  for await (const rows of lines) {
    hash.update(between + rows.map(({ line }) => line).join('\n'))
    between = '\n'
  }
  return hash.digest('hex')
}

export const hashOfAll = (read: readonly Read[]): string => {
  const [first, ...more] = read
  if (first && more.length === 0) return first.sha256
  const lines = read.map(({ name, sha256 }) => `${name} ${sha256}`).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** Fields that stand together are called by what each of them is called. */
const slotsOf = ({ cells: { slots = {} } }: Source, fields: readonly string[]): Record<string, string> => {
  const called = (field: string): string =>
    field
      .split(', ')
      .map((name) => slots[name] ?? name)
      .join(', ')
  return Object.keys(slots).length === 0 ? {} : { ...slots, ...Object.fromEntries(fields.map((field) => [field, called(field)] as const)) }
}

const EVIDENCE: Text = { zh: '证据', en: 'Evidence' }
/** What befalls a run on a server and does not end it, for its log. */
const saying = (log: Judging['log']): Pick<Told, 'stalled' | 'left'> => ({
  stalled: () =>
    log?.({
      'zh-cn': 'Trino 的一条语句长时间没有进展，已在服务器上中止，再问一次',
      en: 'A statement got no further on Trino; it was ended there and is asked once more',
    }),
  left: (place, error) => {
    const { zh, en } = textOf(error)
    log?.({
      'zh-cn': `交给 Trino 的数据没能取走：${place}（${zh}）；一天后会自动清理`,
      en: `What was handed to Trino could not be taken away: ${place} (${en}); it is swept after a day`,
    })
  },
})
const noProfile = (over: unknown): Words => {
  const { zh, en } = textOf(over)
  return { 'zh-cn': `报告中没有表的概况：${zh}`, en: `The report has no profile of the tables: ${en}` }
}

const judgedOn = ({ server, why }: Judged['by']): { zh: string; en: string } => ({
  zh: `${server ?? 'DuckDB'}（${why['zh-cn']}）`,
  en: `${server ?? 'DuckDB'} (${why.en})`,
})

/** Tables judged by parameters, as the `qc` command does it, with the violations as a file and the report as a page. */
export const judgeSources = (judging: Judging): Promise<Judgement> => {
  const { sources, title, folder, now, study, whole, lineageOf, engines, violations, signal, log, progress } = judging
  const here = sources.filter(({ remote }) => remote === undefined)
  const files = here.map(({ file }) => file)
  const shared = engines.share?.folders ?? []
  const following = followWork(log, progress)
  const work = async (workspace: QcWorkspace): Promise<Judgement> => {
    const staged = new Map<string, StagedTable>()
    for (const source of here) {
      const table = await stageSource(workspace, folder, source)
      staged.set(source.name, table)
      log?.(`${source.name}: ${table.rows} × ${table.columns.length}`)
    }
    progress?.(0.3)
    const judge = async ({ database, tables, engine, why, server, work: done }: Judge): Promise<Judgement> => {
      const by = { engine, why, server: server ?? null }
      log?.(why)
      const byName = new Map(sources.map((source) => [source.name, source]))
      const alone = sources.length === 1 ? sources[0] : undefined
      // A rule names its rows as it likes; the ledger names a record by what never changes.
      const secretIn = new Map(sources.map((source) => [source, hiddenIn(source, tables.get(source.name)?.columns ?? [])]))
      const parameters = judging.parameters.map((parameter) => {
        const source = parameter.table === undefined ? alone : byName.get(parameter.table)
        if (source?.key) return { ...parameter, keyFields: source.key }
        // A finding is called by its key: a name in it would be told to everybody who reads the ledger.
        const { keyFields, ...rest } = parameter
        const told = keyFields?.filter((name) => !source || !secretIn.get(source)?.includes(name)) ?? []
        return told.length > 0 ? { ...rest, keyFields: told } : rest
      })
      const run = await runChecks({
        database,
        tables: [...tables.values()],
        parameters,
        keys: Object.fromEntries(sources.flatMap(({ name, key }) => (key ? [[name, key] as const] : []))),
        now,
        context: judging.background ?? {},
        signal,
        onProgress: following.counted,
      })
      const sourceOf = new Map(run.results.map((result) => [result.parameter, result.table === null ? alone : byName.get(result.table)]))
      const slots = Object.fromEntries(
        sources.map((source) => {
          const own = run.results.filter(({ parameter }) => sourceOf.get(parameter) === source)
          return [
            source.place,
            slotsOf(
              source,
              own.flatMap(({ parameter }) => run.violations.fieldsOf(parameter)),
            ),
          ]
        }),
      )
      const placeOf = (parameter: string): Place => ({
        study,
        form: sourceOf.get(parameter)?.place ?? whole,
        lineage: lineageOf(parameter),
      })
      const columns = ledgerColumns(placeOf, (parameter) => {
        const source = sourceOf.get(parameter)
        return source ? { ...source.cells, slots: slots[source.place] ?? {} } : {}
      })
      const path = join(workspace.directory, 'violations.parquet')
      const filter = { statuses: ENTERED_STATUSES }
      if (engine === 'duckdb') await run.violations.copy(path, 'parquet', filter, columns)
      else await copyHere(run.violations, workspace, path, { format: 'parquet', filter, columns })
      const evidence = await evidenceOf(workspace, path.replaceAll("'", "''"))
      const results = run.results.map((result) => ({ ...result, place: placeOf(result.parameter).form }))
      const { sites, scores } = await sitesOf({ db: workspace, sources, tables: staged, violations: path, results, judgedBy: run.judgedBy })
      const forms = [...Map.groupBy(results, ({ place }) => place)].flatMap(([place, own]) => {
        const { score, applicable, total } = scoreRun(own)
        return formIn(place) === null ? [] : [{ place, score, applicable, total }]
      })
      await copyFile(path, violations)
      // What was read here is described from here, whichever engine judged it.
      const described = { database: staged.size > 0 ? workspace : database, tables: staged.size > 0 ? staged : tables }
      const secret = new Set([...secretIn.values()].flatMap((names) => names.map((name) => name.toLowerCase())))
      const tells = parameters.filter((parameter) => [...namedIn(parameter)].some((word) => secret.has(word)))
      const discreet = tells.map(({ id }) => lineageOf(id))
      progress?.(0.8)
      const { model, hidden, over } = await describeTables(described, sources, signal, {
        language: 'zh',
        title: { zh: `质控报告 ${title}`, en: `Quality report ${title}` },
        made: now,
        by: judgedOn(by),
        // The last of them stands on every printed page.
        facts: [...(judging.facts ?? []), { label: EVIDENCE, value: evidence }],
        run,
        parameters,
        parts: partsOf({ forms, sites: scores }, judging.called),
      })
      if (over !== undefined) log?.(noProfile(over))
      progress?.(0.9)
      const read = sources.map(({ place, name, snapshot }) => {
        const table = tables.get(name)
        return { place, name, rows: table?.rows ?? 0, sha256: table?.source.sha256 ?? '', ...(snapshot === undefined ? {} : { snapshot }) }
      })
      const judged: Judged = {
        engine: run.engine,
        by,
        formula: FORMULA,
        now: run.now,
        rows: read.reduce((sum, { rows }) => sum + rows, 0),
        sourceHash: hashOfAll(read),
        snapshots: read,
        score: run.score,
        results,
        hidden,
        discreet,
        slots,
        evidence,
        sites,
        scores: { forms, sites: scores },
      }
      const named = versioned(titled(model, sources, judging.called), judging.versionOf)
      const shown = await presented(workspace, staged, named, (parameter) => discreet.includes(lineageOf(parameter)))
      const said = judged.results.map(({ parameter, place, status, violated, denominator, score, value = null }) => {
        const form = formIn(place)
        return { parameter: Number(lineageOf(parameter)), form, code: parameter, status, violated, denominator, score, value }
      })
      const told = withHistory(shown, historyOf(judging.past ?? [], { at: now, score: run.score.score, said }, shown))
      if (engine === 'trino') log?.(wordsOf(done()))
      return { judged, report: renderReport(told), model: told, parameters, background: judging.background ?? {} }
    }
    return onEngine(workspace, sources, staged, engines, signal, judge, { worked: following.worked, ...saying(log) })
  }
  return withWorkspace(folder, files, signal, work, shared)
}
