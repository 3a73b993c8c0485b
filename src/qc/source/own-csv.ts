import type { QcWorkspace } from '../database.ts'
import { identifier, literal, Sql } from '../sql.ts'
import { ROW, type SourceFacts, type StagedTable } from '../table.ts'
import { createView } from './relation.ts'
import { hashFile } from './snapshot.ts'

let serial = 0

export type OwnTable = {
  name: string
  /** As the file has them, in its order. */
  columns: readonly string[]
  /** Columns of the table that were left out of the file: nobody looks at their values, which are null. */
  unread?: readonly string[]
  /** What is known of it already. */
  facts?: Partial<SourceFacts>
}

/** A CSV with a head and every cell quoted. An unquoted nothing is null, a quoted one is an empty text. */
const ownCsv = (file: string, columns: readonly string[], longest: Sql): Sql => {
  const names = columns.map((column) => Sql`${literal(column)}: 'VARCHAR'`)
  return Sql`read_csv(${literal(file)}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', allow_quoted_nulls = false,
    new_line = '\\n', columns = {${names}}${longest})`
}

/** Room for longer rows is taken many times over: only where one is met that does not fit. */
export const readingOwnCsv = async <T>(file: string, columns: readonly string[], work: (table: Sql) => Promise<T>): Promise<T> => {
  try {
    return await work(ownCsv(file, columns, Sql``))
  } catch (error) {
    if (!(error instanceof Error && /line size/i.test(error.message))) throw error
    return work(ownCsv(file, columns, Sql`, max_line_size = 20000000`))
  }
}
const intoMemory = (workspace: QcWorkspace, file: string, columns: readonly string[]): Promise<Sql> =>
  readingOwnCsv(file, columns, async (csv) => {
    const table = identifier(`own_${++serial}`)
    await workspace.run(`CREATE TABLE ${table} AS SELECT * FROM ${csv}`)
    return table
  })

export const nothingOf = (columns: readonly string[]): Sql[] => columns.map((column) => Sql`NULL::VARCHAR AS ${identifier(column)}`)

/** A CSV that the program wrote itself: taken into memory as it is, in a fraction of the time in which a file from outside is proved. */
export async function stageOwnCsv(
  workspace: QcWorkspace,
  file: string,
  { name, columns, unread = [], facts = {} }: OwnTable,
): Promise<StagedTable> {
  const table = await intoMemory(workspace, file, columns)
  const [counted] = await workspace.all<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)
  const select = [Sql`rowid + 1 AS ${identifier(ROW)}`, Sql`*`, ...nothingOf(unread)]
  return {
    name,
    relation: await createView(workspace, Sql`SELECT ${select} FROM ${table}`),
    columns: [...columns, ...unread],
    rows: Number(counted?.n ?? 0),
    source: { path: file, format: 'csv', bytes: 0, sha256: await hashFile(file), notes: [], ...facts },
  }
}
