import { identifier, literal, join, Sql } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'
import type { Share } from './share.ts'

/** A column of the file: how it is written here, what it is called and is there, and how it is read there. */
type Field = { field: Sql; name: string; written: Sql; type: Sql; read: Sql }

/** Names of the file are ours: catalogs differ in which names of columns they take. */
const fieldsOf = (table: StagedTable): Field[] => {
  const plain = (field: Sql, name: string, type: Sql): Field => ({ field, name, written: identifier(name), type, read: field })
  return [
    plain(Sql`r`, ROW, Sql`BIGINT`),
    ...table.columns.flatMap((name, at) => {
      const copy = table.typed?.[name]
      return [
        plain(Sql`c${at}`, name, Sql`VARCHAR`),
        ...(copy
          ? [copy.type === 'TIMESTAMP' ? momentField(Sql`t${at}`, copy.name) : plain(Sql`t${at}`, copy.name, Sql`${copy.type}`)]
          : []),
      ]
    }),
  ]
}

/** A Hive catalog keeps milliseconds unless somebody set it up otherwise, and would hand on cut times without a word. */
const momentField = (field: Sql, name: string): Field => ({
  field,
  name,
  written: Sql`strftime(${identifier(name)}, '%Y-%m-%d %H:%M:%S.%f')`,
  type: Sql`VARCHAR`,
  read: Sql`CAST(${field} AS TIMESTAMP(6))`,
})

/** The rows of a staged table, their texts and typed copies, as they are written. */
export const snapshotRows = (table: StagedTable): Sql =>
  Sql`SELECT ${fieldsOf(table).map(({ field, written }) => Sql`${written} AS ${field}`)} FROM ${table.relation}`

/** A bucket takes no file above 5 GB at once, and one file is read by few nodes. */
const MOST = '1GB'

type Place = { catalog: string; schema: string; table: string }
const nameOf = ({ catalog, schema, table }: Place): Sql => join([catalog, schema, table].map(identifier), '.')
/** Forgets the table; the files stay. */
export const dropSnapshot = (there: QcDatabase, place: Place): Promise<void> => there.run(`DROP TABLE IF EXISTS ${nameOf(place)}`)

/** Files that lie there already, as an external table of a Hive catalog: the same rows, texts and typed copies. */
export async function declareSnapshot(there: QcDatabase, table: StagedTable, location: string, place: Place): Promise<StagedTable> {
  const fields = fieldsOf(table)
  const remote = nameOf(place)
  const columns = fields.map(({ field, type }) => `${field} ${type}`).join(', ')
  await there.run(`CREATE SCHEMA IF NOT EXISTS ${[place.catalog, place.schema].map(identifier).join('.')}`)
  await dropSnapshot(there, place)
  // Sent twice by the transport, the second one would find the table of the first.
  await there.run(`CREATE TABLE IF NOT EXISTS ${remote} (${columns}) WITH (format = 'PARQUET', external_location = ${literal(location)})`)
  const names = join(
    fields.map(({ name, read }) => Sql`${read} AS ${identifier(name)}`),
    ', ',
  )
  const { narrow: _, ...rest } = table
  return { ...rest, relation: Sql`(SELECT ${names} FROM ${remote})` }
}

type Handing = {
  here: QcDatabase
  there: QcDatabase
  share: Share
  /** A folder that DuckDB may write to, where the share is none. */
  aside: string
  catalog: string
  schema: string
  signal?: AbortSignal
  /** Told of what could not be taken away: records of persons lie there. */
  onLeft?: (place: string, error: unknown) => void
}

/** What was read here, as tables there for as long as the work takes; also what was handed over in part is taken away. */
export async function withHanded<T>(
  { here, there, share, aside, catalog, schema, signal, onLeft }: Handing,
  tables: readonly StagedTable[],
  called: (at: number) => string,
  work: (tables: StagedTable[]) => Promise<T>,
): Promise<T> {
  const handed: StagedTable[] = []
  const forget: { place: string; drop(): Promise<void> }[] = []
  const options = `FORMAT parquet, COMPRESSION zstd, PER_THREAD_OUTPUT true, ROW_GROUP_SIZE 122880, FILE_SIZE_BYTES '${MOST}'`
  try {
    for (const [at, table] of tables.entries()) {
      signal?.throwIfAborted()
      const name = called(at)
      const [location, place] = [share.locate(name), { catalog, schema, table: name }]
      forget.push({ place: location, drop: () => share.remove(name) })
      await share.put(name, aside, (folder) => here.run(`COPY (${snapshotRows(table)}) TO ${literal(folder)} (${options})`), signal)
      // A statement that is cancelled may have made the table all the same.
      forget.push({ place: [catalog, schema, name].join('.'), drop: () => dropSnapshot(there, place) })
      handed.push(await declareSnapshot(there, table, location, place))
    }
    return await work(handed)
  } finally {
    // The verdict stands, and what went wrong before is what has to be heard: neither is lost to a broom.
    for (const { place, drop } of forget.toReversed()) await drop().catch((error: unknown) => onLeft?.(place, error))
  }
}
