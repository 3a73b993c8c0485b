import { readableKey } from '../finding/compare.ts'
import { placeIn } from '../finding/identity.ts'
import { withWorkspace } from './judge.ts'

export type Wanted = {
  /** As the violations call the rule in its place. */
  cover: string
  /** Columns of that place whose values go nowhere; null: nothing is known of them. */
  hidden: readonly string[] | null
  /** Whether whatever the rule found may tell sensitive values. */
  isDiscreet: boolean
  /** Sites whose rows whoever asks may see. */
  departments: 'all' | readonly number[]
  from: number
  count: number
}
export type MassRow = {
  row: number | null
  name: string
  record: number | null
  field: string
  value: string | null
  /** There is a value that is not shown. */
  isHidden: boolean
}
export type MassPage = { total: number; rows: readonly MassRow[] }

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Some of the violations that one finding stands for, in the order of their rows, from the file that the run kept of them. */
export const readMassPage = (
  file: string,
  { cover, hidden, isDiscreet, departments, from, count }: Wanted,
  folder: string,
  signal: AbortSignal,
): Promise<MassPage> =>
  withWorkspace(folder, [file], signal, async (db) => {
    const isForm = placeIn(cover).form.startsWith('form:')
    const seen =
      departments === 'all'
        ? 'true'
        : `coalesce(list_contains([${departments.map(Number).join(', ')}]::BIGINT[], TRY_CAST(department AS BIGINT)), false)`
    const secret =
      hidden === null || isDiscreet ? 'true' : `list_has_any(string_split(field, ', '), [${hidden.map(literal).join(', ')}]::VARCHAR[])`
    const source = `FROM read_parquet(${literal(file)}) WHERE lineage = ${literal(cover)} AND ${seen}`
    const [counted] = await db.all<{ total: number | bigint }>(`SELECT count(*) AS total ${source}`)
    const rows = await db.all<{
      row: number | bigint | null
      name: string
      record: string | null
      field: string
      value: string | null
      secret: boolean
    }>(
      `SELECT "row", coalesce(name, ${readableKey('"key"')}, '#' || "row", '–') AS name, record, field, "value", ${secret} AS secret ${source}
        ORDER BY "row", field, "key" LIMIT ${Math.trunc(count)} OFFSET ${Math.trunc(from)}`,
    )
    return {
      total: Number(counted?.total ?? 0),
      rows: rows.map(({ row, name, record, field, value, secret: isHidden }) => ({
        // The number of a record's row in what the run read says nothing to anybody.
        row: row === null || isForm ? null : Number(row),
        name,
        record: record === null ? null : Number(record),
        field,
        value: isHidden ? null : value,
        isHidden: isHidden && value !== null,
      })),
    }
  })
