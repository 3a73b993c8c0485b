import { buildReport, profileTable, type QcDatabase, type ReportInput, type ReportModel, type StagedTable, type TableProfile } from '#qc'
import { inBoth, text } from '#qc/text.ts'
import { reportTable } from './report.ts'
import { hiddenIn, type Source } from './source.ts'

type Lying = { database: QcDatabase; tables: ReadonlyMap<string, StagedTable> }
type Drawing = Omit<ReportInput, 'database' | 'tables' | 'profiles'>
type Described = {
  model: ReportModel
  /** By place: columns whose values are shown nowhere. */
  hidden: Record<string, readonly string[]>
  /** Undefined, or why there is no profile. */
  over?: unknown
}

const NO_PROFILE = {
  label: text('表的概况', 'Profile of the tables'),
  value: inBoth(text('语句超过上限，没有绘制；各列的值一律不显示', 'a statement went beyond a limit: not drawn, and no values are shown')),
}

/** Profiles, the report drawn from them, and the columns that look like persons. */
const drawn = async ({ database, tables }: Lying, sources: readonly Source[], signal: AbortSignal, draw: Drawing): Promise<Described> => {
  const shown: StagedTable[] = []
  const profiles: TableProfile[] = []
  const hidden: Record<string, readonly string[]> = {}
  for (const source of sources) {
    const table = tables.get(source.name)
    if (!table) continue
    const profile = await profileTable(database, reportTable(table, source), { signal })
    const suspect = profile.columns.flatMap(({ name, identifiers }) => (identifiers.length > 0 && name !== 'subject' ? [name] : []))
    shown.push(reportTable(table, source))
    profiles.push(profile)
    hidden[source.place] = [...new Set([...hiddenIn(source, table.columns), ...suspect])]
  }
  return { model: await buildReport({ ...draw, database, tables: shown, profiles }), hidden }
}

/** What is read for a report keeps to the limits of the server that the tables lie in. Beyond them the verdict stands without it. */
export const describeTables = async (lying: Lying, sources: readonly Source[], signal: AbortSignal, draw: Drawing): Promise<Described> => {
  const { database, tables } = lying
  try {
    return await drawn(lying, sources, signal, draw)
  } catch (over) {
    if (!database.isOver?.(over)) throw over
    // Nobody has looked which columns are of persons: none of them is shown.
    const columnsOf = ({ name, hidden }: Source): string[] => [...new Set([...hidden, ...(tables.get(name)?.columns ?? [])])]
    const hidden = Object.fromEntries(sources.map((source) => [source.place, columnsOf(source)]))
    const model = await buildReport({
      ...draw,
      database,
      tables: [],
      facts: [...(draw.facts ?? []), NO_PROFILE],
      hidden: sources.flatMap(columnsOf),
    })
    return { model, hidden, over }
  }
}
