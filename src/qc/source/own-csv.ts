import type { QcWorkspace } from '../database.ts'
import { identifier, literal, Sql } from '../sql.ts'
import { ROW, type StagedTable } from '../table.ts'
import { createView } from './relation.ts'
import { hashFile } from './snapshot.ts'

let serial = 0

export type OwnCsv = {
  name: string
  /** As the file has them, in its order. */
  columns: readonly string[]
  /** Columns of the table that were left out of the file: nobody looks at their values, which are null. */
  unread?: readonly string[]
}

/**
 * A CSV that the program wrote itself, with a head and every cell quoted: taken into memory as it is, in a fraction of the time in which a file
 * from outside is proved. An unquoted nothing is null, a quoted one is an empty text.
 */
export async function stageOwnCsv(workspace: QcWorkspace, file: string, { name, columns, unread = [] }: OwnCsv): Promise<StagedTable> {
  const table = identifier(`own_${++serial}`)
  const names = columns.map((column) => `${literal(column)}: 'VARCHAR'`).join(', ')
  const options = `auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', allow_quoted_nulls = false, new_line = '\\n'`
  await workspace.run(`CREATE TABLE ${table} AS SELECT * FROM read_csv(${literal(file)}, ${options}, columns = {${names}})`)
  const [counted] = await workspace.all<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)
  const select = [Sql`rowid + 1 AS ${identifier(ROW)}`, Sql`*`, ...unread.map((column) => Sql`NULL::VARCHAR AS ${identifier(column)}`)]
  return {
    name,
    relation: await createView(workspace, Sql`SELECT ${select} FROM ${table}`),
    columns: [...columns, ...unread],
    rows: Number(counted?.n ?? 0),
    source: { path: file, format: 'csv', bytes: 0, sha256: await hashFile(file), notes: [] },
  }
}
