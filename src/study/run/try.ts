import {
  pointsOf,
  profileTable,
  REASONS,
  runChecks,
  type CheckResult,
  type Parameter,
  type QcWorkspace,
  type StagedTable,
  type Violation,
} from '#qc'
import type { TriedRow } from '#kernel'
import { ENTERED_STATUSES } from '../finding/cover.ts'
import type { Trial, TriedTable } from '../parameter/trial.ts'
import { identifier } from '#qc/sql.ts'
import { RECORD_CELLS } from '../record/snapshot.ts'
import { wordsOf } from '../parameter/setting.ts'
import { columnsCalled } from '../record/secret.ts'
import { bare, wordsIn } from '../word.ts'
import type { Background } from './background.ts'
import { namedIn } from './compile.ts'
import { hashOfAll, stageSource, withWorkspace } from './judge.ts'
import { formIn, hiddenIn, type Source } from './source.ts'

export type Trying = {
  sources: readonly Source[]
  parameters: readonly Parameter[]
  /** What there is to know beside the tables. */
  background: Background
  /** What the rule calls now. */
  now: string
  folder: string
  /** By table: columns that whoever asks may not read. What fails in them is not told row by row. */
  secret: Readonly<Record<string, readonly string[]>>
  signal: AbortSignal
  progress?: (share: number) => void
}
type Tried = Pick<Trial, 'faults' | 'tables' | 'list' | 'rows' | 'violated' | 'engine'> & { sha256: string }

const SHOWN_FAILED = 200
const SHOWN_PASSED = 20
const SHOWN_COLUMNS = 12
const HIDDEN = '••••'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** What a rule speaks of in its table; a rule that names nothing looks at the whole row. */
const lookedAt = ({ columns }: CheckResult, parameter: Parameter | undefined, { shown }: Source, table: StagedTable): string[] => {
  const own = shown ?? table.columns
  const { columns: named = [], params = {}, filter = '', groupBy = [] } = parameter ?? {}
  // What its settings say, not what they are called: a column may be called “id” or “min”.
  const settings = [named, Object.values(params), filter, groupBy]
  const words = wordsIn(settings)
  const said = JSON.stringify(settings).toLowerCase()
  const found = own.filter((name) => columns.includes(name) || words.has(name.toLowerCase()) || said.includes(`[${name.toLowerCase()}]`))
  return found.length > 0 ? found : own.filter((name) => table.columns.includes(name))
}

type Rows = Map<number, Record<string, unknown>>
const rowsIn = async (db: QcWorkspace, table: StagedTable, columns: readonly string[], rows: readonly number[]): Promise<Rows> => {
  if (rows.length === 0) return new Map()
  const own = [RECORD_CELLS.record, RECORD_CELLS.name].filter((name) => table.columns.includes(name))
  const found = await db.all(
    `SELECT ${['__row', ...own, ...columns].map(identifier).join(', ')} FROM ${table.relation} WHERE "__row" IN (${rows.map(Number).join(', ')})`,
  )
  return new Map(found.map((row) => [Number(row['__row']), row]))
}

/** In a file nobody has said what is sensitive: what looks like names or numbers of persons is. */
const suspectIn = async (db: QcWorkspace, table: StagedTable, columns: readonly string[], signal: AbortSignal): Promise<string[]> => {
  const { columns: found } = await profileTable(db, { ...table, columns }, { signal })
  return found.flatMap(({ name, identifiers }) => (identifiers.length > 0 ? [name] : []))
}

type Looked = { result: CheckResult; source: Source | undefined; table: StagedTable | undefined; columns: string[]; hidden: string[] }
const tableOf = ({ result, table, columns, hidden }: Looked): TriedTable => ({
  table: result.table,
  status: result.status,
  reason: result.reason ?? null,
  why: result.reason ? wordsOf(REASONS[result.reason]) : null,
  isMeasured: pointsOf(result, '').length > 0,
  rows: table?.rows ?? 0,
  of: table?.rows ?? 0,
  denominator: result.denominator,
  violated: result.violated,
  value: result.value ?? null,
  columns: columns.slice(0, SHOWN_COLUMNS).map((name) => ({ name, isHidden: hidden.includes(name) })),
})

const listOf = async (db: QcWorkspace, looked: Looked, failed: readonly Violation[], fine: readonly number[]): Promise<TriedRow[]> => {
  const { source, table, hidden, result } = looked
  const columns = looked.columns.slice(0, SHOWN_COLUMNS)
  const numbers = [...failed.flatMap(({ row }) => (row === null ? [] : [row])), ...fine]
  const rows: Rows = table ? await rowsIn(db, table, columns, [...new Set(numbers)]) : new Map()
  const said = (verdict: TriedRow['verdict'], row: number | null, violation?: Violation): TriedRow => {
    const found = row === null ? undefined : rows.get(row)
    const record = text(found?.[RECORD_CELLS.record])
    const isHidden = violation?.field.split(', ').some((name) => hidden.includes(name)) ?? false
    return {
      table: result.table,
      verdict,
      name: text(found?.[RECORD_CELLS.name]) ?? (row === null ? '–' : `#${row}`),
      record: record === null ? null : Number(record),
      form: source ? formIn(source.place) : null,
      field: violation?.field ?? null,
      value: violation && violation.value !== null && isHidden ? HIDDEN : (violation?.value ?? null),
      cells: columns.map((name) => {
        const cell = text(found?.[name])
        return cell !== null && hidden.includes(name) ? HIDDEN : cell
      }),
    }
  }
  return [...failed.map((violation) => said('failed', violation.row, violation)), ...fine.map((row) => said('passed', row))]
}

/** One rule over these tables: what it counts, and the rows it blames beside some that it finds right. Nothing is kept. */
export const tryRule = ({ sources, parameters, background, now, folder, secret, signal, progress }: Trying): Promise<Tried> =>
  withWorkspace(
    folder,
    sources.map(({ file }) => file),
    signal,
    async (database) => {
      const tables = new Map<string, StagedTable>()
      for (const source of sources) tables.set(source.name, await stageSource(database, folder, source))
      progress?.(0.6)
      const byName = new Map(sources.map((source) => [source.name, source]))
      const run = await runChecks({
        database,
        tables: [...tables.values()],
        parameters,
        keys: Object.fromEntries(sources.flatMap(({ name, key }) => (key ? [[name, key] as const] : []))),
        now,
        context: background,
        signal,
      })
      const looked: Looked[] = []
      for (const result of run.results) {
        const name = result.table ?? (sources.length === 1 ? (sources[0]?.name ?? '') : '')
        const [source, table] = [byName.get(name), tables.get(name)]
        const parameter = parameters.find(({ id }) => id === result.parameter) ?? parameters[0]
        const columns = source && table ? lookedAt(result, parameter, source, table) : []
        const isFile = source?.cells.record === undefined
        const suspect = table && isFile ? await suspectIn(database, table, columns, signal) : []
        looked.push({ result, source, table, columns, hidden: [...(source && table ? hiddenIn(source, table.columns) : []), ...suspect] })
      }
      // Also what it looks up in another table.
      const words = new Set(parameters.flatMap((parameter) => [...namedIn(parameter)]))
      const unread = new Map(
        [...tables].map(([name, { columns }]) => [
          name,
          [...(secret[name] ?? []), ...columnsCalled(columns, (secret[name] ?? []).map(bare))],
        ]),
      )
      const isSaid = [...unread.values()].some((names) => names.some((name) => words.has(name.toLowerCase())))
      const isTold =
        !isSaid && looked.every(({ source, columns }) => !columns.some((name) => unread.get(source?.name ?? '')?.includes(name)))
      const list: TriedRow[] = []
      if (isTold) {
        const first = await run.violations.first(SHOWN_FAILED, { statuses: ENTERED_STATUSES })
        for (const one of looked) {
          const { parameter } = one.result
          const fine = await run.violations.fine(parameter, SHOWN_PASSED)
          list.push(...(await listOf(database, one, first.get(parameter)?.slice(0, SHOWN_FAILED - list.length) ?? [], fine)))
        }
      }
      const read = [...tables].map(([name, table]) => ({
        place: byName.get(name)?.place ?? '',
        name,
        rows: table.rows,
        sha256: table.source.sha256 ?? '',
      }))
      return {
        engine: run.engine,
        faults: run.results.flatMap(({ status, faults, message }) =>
          status !== 'error'
            ? []
            : (faults ?? (message ? [{ path: '', message }] : [])).map((fault) => ({
                path: fault.path,
                words: wordsOf(fault.message),
                ...('at' in fault && fault.at !== undefined ? { at: fault.at } : {}),
              })),
        ),
        tables: looked.map(tableOf),
        list: isTold ? list : null,
        rows: Math.max(0, ...looked.map(({ table }) => table?.rows ?? 0)),
        violated: run.results.reduce((sum, { violated }) => sum + violated, 0),
        sha256: hashOfAll(read),
      }
    },
  )
