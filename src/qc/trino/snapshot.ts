import { identifier, literal, join, Sql } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'

type Place = {
  /** Where DuckDB writes, and how Trino calls the same folder. */
  folder: string
  location: string
  catalog: string
  schema: string
  table: string
}

/** Names of the file are ours: catalogs differ in which names of columns they take. */
const fieldsOf = (table: StagedTable): { field: Sql; name: string; type: Sql }[] => [
  { field: Sql`r`, name: ROW, type: Sql`BIGINT` },
  ...table.columns.flatMap((name, at) => {
    const copy = table.typed?.[name]
    return [
      { field: Sql`c${at}`, name, type: Sql`VARCHAR` },
      ...(copy ? [{ field: Sql`t${at}`, name: copy.name, type: Sql`${copy.type}` }] : []),
    ]
  }),
]

/** `drop` forgets the table; the files stay. */
type Shared = { table: StagedTable; drop(): Promise<void> }

/** A staged table as Parquet in a folder that both see, and as an external table of a Hive catalog: the same rows, texts and typed copies. */
export async function shareSnapshot(here: QcDatabase, there: QcDatabase, table: StagedTable, place: Place): Promise<Shared> {
  const fields = fieldsOf(table)
  const select = fields.map(({ field, name }) => `${identifier(name)} AS ${field}`).join(', ')
  const options = 'FORMAT parquet, COMPRESSION zstd, PER_THREAD_OUTPUT true, ROW_GROUP_SIZE 122880'
  await here.run(`COPY (SELECT ${select} FROM ${table.relation}) TO ${literal(place.folder)} (${options})`)
  const remote = join([place.catalog, place.schema, place.table].map(identifier), '.')
  const columns = fields.map(({ field, type }) => `${field} ${type}`).join(', ')
  await there.run(`CREATE SCHEMA IF NOT EXISTS ${[place.catalog, place.schema].map(identifier).join('.')}`)
  await there.run(`DROP TABLE IF EXISTS ${remote}`)
  await there.run(`CREATE TABLE ${remote} (${columns}) WITH (format = 'PARQUET', external_location = ${literal(place.location)})`)
  const names = join(
    fields.map(({ field, name }) => Sql`${field} AS ${identifier(name)}`),
    ', ',
  )
  const { narrow: _, ...rest } = table
  return {
    table: { ...rest, relation: Sql`(SELECT ${names} FROM ${remote})` },
    drop: () => there.run(`DROP TABLE IF EXISTS ${remote}`),
  }
}
