import { findCheck } from '../checks/registry.ts'
import type { Run } from '../engine.ts'
import { hidePersons } from '../hide-persons.ts'
import type { Parameter } from '../parameter.ts'
import { profileTable } from '../profile/profile.ts'
import type { ColumnProfile, TableProfile } from '../profile/types.ts'
import type { CheckResult } from '../result.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import { text, type Text } from '../text.ts'
import { barsOf } from './bars.ts'
import { missingMatrix } from './missing.ts'
import type { Limits, ReportColumn, ReportFact, ReportLanguage, ReportModel, ReportPart, ReportResult, ReportTable } from './model.ts'
import { settingsOf } from './settings.ts'

export type ReportInput = {
  database: QcDatabase
  tables: readonly StagedTable[]
  language: ReportLanguage
  title: Text
  made: string
  facts?: readonly ReportFact[]
  /** What reading noticed about a table, in words. */
  notes?: (table: StagedTable) => readonly Text[]
  run?: Run
  /** Which database judged, and why that one. */
  by?: Text
  parameters?: readonly Parameter[]
  parts?: readonly ReportPart[]
  previous?: number | null
  /** So many violations of each check are shown; without it, fewer where many checks failed. */
  first?: number
  profiles?: readonly TableProfile[]
  /** Show values of columns that look like names or numbers of persons. */
  identifying?: boolean
  /** Columns whose values are not shown, beside those that look like persons. */
  hidden?: readonly string[]
  onProgress?: (done: number, total: number) => void
}

/** Nobody reads a thousand distributions; the rest is in the data. */
const MOST_COLUMNS = 400
/** So many violations of each check, and so many of all: of thousands of failed checks nobody reads twenty rows each, and the page would not open. */
const FIRST = 20
const FIRST_OF_ALL = 4000
const firstOf = (results: readonly CheckResult[]): number =>
  Math.max(2, Math.min(FIRST, Math.floor(FIRST_OF_ALL / Math.max(1, results.filter(isFinding).length))))

/** Gathers what a report shows: profiles, distributions and the first violations are read here, nothing when it is rendered. */
export async function buildReport(input: ReportInput): Promise<ReportModel> {
  const { run, parameters = [] } = input
  const tables: ReportTable[] = []
  const hidden = new Set(input.hidden)
  for (const [index, table] of input.tables.entries()) {
    input.onProgress?.(index, input.tables.length + 1)
    const profile =
      input.profiles?.find((item) => item.table === table.name) ??
      (await profileTable(input.database, table, { identifying: input.identifying === true }))
    tables.push(await tableOf(input, table, profile))
    // Of all its columns, also of those that are not drawn.
    for (const { name, identifiers } of profile.columns) if (identifiers.length > 0) hidden.add(name)
  }
  const first = run && (await run.violations.first(input.first ?? firstOf(run.results)))
  const unread = await run?.unread()
  const byId = new Map(parameters.map((parameter) => [parameter.id, parameter]))
  const results = run?.results.map((result): ReportResult => {
    const parameter = byId.get(result.parameter) ?? byId.get(result.parameter.replace(/@[^@]*$/, ''))
    const check = findCheck(result.check)
    const found = first?.get(result.parameter) ?? []
    return {
      ...result,
      title: parameter?.name ?? check?.title ?? text(result.slug, result.slug),
      counts: check?.counts ?? text('', ''),
      ...(parameter?.message ? { told: parameter.message } : {}),
      settings: parameter ? settingsOf(parameter, check) : [],
      unread: unread?.get(result.parameter) ?? 0,
      first: run && !input.identifying ? hidePersons(run, result, found, hidden) : found,
    }
  })
  return {
    language: input.language,
    title: input.title,
    made: input.made,
    facts: input.facts ?? [],
    tables,
    ...(run && results
      ? {
          run: {
            engine: run.engine,
            ...(input.by ? { by: input.by } : {}),
            now: run.now,
            score: run.score,
            ...(input.parts?.length ? { parts: input.parts } : {}),
            ...(input.previous === undefined ? {} : { previous: input.previous }),
            results,
          },
        }
      : {}),
  }
}

async function tableOf(input: ReportInput, table: StagedTable, profile: TableProfile): Promise<ReportTable> {
  const { database, run, parameters = [] } = input
  const own = (run?.results ?? []).filter((result) => result.table === table.name)
  const limits = limitsOf(parameters, own)
  const shown = mostNoted(profile.columns, own)
  const plain = shown.filter((column) => input.identifying === true || column.identifiers.length === 0)
  const bars = await barsOf(database, table, plain, limits)
  const missing = await missingMatrix(
    database,
    table,
    profile.columns.filter((column) => profile.columns.length <= 120 || column.missing > 0).map(({ name }) => name),
  )
  return {
    name: table.name,
    rows: table.rows,
    width: table.columns.length,
    source: table.source,
    notes: input.notes?.(table) ?? [],
    columns: shown.map((column): ReportColumn => {
      const { patterns: _patterns, ...kept } = column
      const found = bars.get(column.name)
      const allowed = allowedIn(parameters, own, column.name)
      return {
        ...kept,
        ...(found ? { bars: found } : {}),
        ...(allowed ? { allowed } : {}),
        limits: limits.get(column.name) ?? [],
        findings: own
          .filter(isFinding)
          .filter(({ columns }) => columns.includes(column.name))
          .reduce((sum, { violated }) => sum + violated, 0),
      }
    }),
    missing,
  }
}

const isFinding = ({ status }: CheckResult): boolean => status === 'failed' || status === 'warned'

/** All of them in their order, or, of very many, those with findings first. */
function mostNoted(columns: readonly ColumnProfile[], results: readonly CheckResult[]): readonly ColumnProfile[] {
  if (columns.length <= MOST_COLUMNS) return columns
  const found = new Set(results.filter(isFinding).flatMap((result) => result.columns))
  const kept = new Set([...columns.filter(({ name }) => found.has(name)), ...columns].slice(0, MOST_COLUMNS))
  return columns.filter((column) => kept.has(column))
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function limitsOf(parameters: readonly Parameter[], results: readonly CheckResult[]): Map<string, Limits[]> {
  const found = new Map<string, Limits[]>()
  for (const { parameter, columns, slug, fields, violated } of results) {
    if (slug !== 'range') continue
    const params = parameters.find(({ id }) => id === parameter)?.params
    const [min, max] = [numberIn(params?.['min']), numberIn(params?.['max'])]
    for (const column of columns) {
      const out = columns.length === 1 ? violated : (fields.find(({ field }) => field === column)?.violated ?? 0)
      const own = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }), parameter, out }
      found.set(column, [...(found.get(column) ?? []), own])
    }
  }
  return found
}

function allowedIn(parameters: readonly Parameter[], results: readonly CheckResult[], column: string): readonly string[] | undefined {
  const result = results.find(({ slug, columns }) => slug === 'in_set' && columns.includes(column))
  const values = result && parameters.find(({ id }) => id === result.parameter)?.params?.['values']
  return Array.isArray(values) ? values.map(String) : undefined
}
