import type { QcWorkspace } from '../database.ts'
import { literal, Sql } from '../sql.ts'
import type { ImportNote, ShadowType, StagedTable, TypedColumn } from '../table.ts'
import { countRows } from './csv-load.ts'
import { readSample } from './encoding.ts'
import { nothingOf, readingOwnCsv, type OwnTable } from './own-csv.ts'
import { createView, partsRelation } from './relation.ts'
import { confirmShadows, guessShadows, shadowName, shadowSql, type Shadow } from './shadow.ts'
import { hashFile } from './snapshot.ts'

/** Under which name the file says whose Parquet it is: the hash of the CSV. */
const HASH = 'sha256'

export type Keeping = {
  /** As the file has them, in its order. */
  columns: readonly string[]
  /** Whose numbers and dates are worth a typed copy. */
  typed: readonly string[]
  /** Of numbers with more digits none is made: left out, of all. */
  mostDigits?: number
}

/** A CSV that the program wrote itself as Parquet, for whoever reads the same again: it knows the hash of the text that it was. Answers that. */
export async function keepOwnCsv(
  workspace: QcWorkspace,
  file: string,
  { columns, typed, mostDigits = Infinity }: Keeping,
  to: string,
): Promise<string> {
  const text = (await readSample(file)).toString('utf8')
  // Whoever names a column of long numbers asks for them.
  const guessed = guessShadows(text, { delimiter: ',', quote: '"' }, columns, true, mostDigits).filter(({ column }) =>
    typed.includes(column),
  )
  const hash = await hashFile(file)
  const write = (shadows: readonly Shadow[]) =>
    readingOwnCsv(file, columns, (csv) =>
      workspace.run(
        `COPY (SELECT ${[Sql`*`, ...shadows.map(shadowSql)].join(', ')} FROM ${csv})
         TO ${literal(to)} (FORMAT parquet, KV_METADATA {${HASH}: ${literal(hash)}})`,
      ),
    )
  await write(guessed)
  const confirmed = await confirmShadows(workspace, Sql`read_parquet(${literal(to)})`, guessed)
  const shadows = guessed.filter(({ column }) => confirmed[column] !== undefined)
  if (shadows.length < guessed.length) await write(shadows)
  return hash
}

const SHADOWS: readonly ShadowType[] = ['DOUBLE', 'DATE', 'TIMESTAMP']
export const shadowsIn = async (workspace: QcWorkspace, file: string, columns: readonly string[]): Promise<Shadow[]> => {
  const found = await workspace.all<{ column_name: string; column_type: string }>(`DESCRIBE SELECT * FROM read_parquet(${literal(file)})`)
  const types = new Map(found.map(({ column_name: name, column_type: type }) => [name, SHADOWS.find((shadow) => shadow === type)]))
  return columns.flatMap((column) => {
    const type = types.get(shadowName(column))
    return type ? [{ column, name: shadowName(column), type }] : []
  })
}

const hashIn = async (workspace: QcWorkspace, file: string): Promise<string> => {
  const [kept] = await workspace.all<{ sha256: string }>(
    `SELECT decode(value) AS sha256 FROM parquet_kv_metadata(${literal(file)}) WHERE decode(key) = ${literal(HASH)}`,
  )
  return kept?.sha256 ?? ''
}

export async function stageOwnParquet(
  workspace: QcWorkspace,
  file: string,
  { name, columns, unread = [], facts = {} }: OwnTable,
): Promise<StagedTable> {
  const typed = Object.fromEntries(
    (await shadowsIn(workspace, file, columns)).map(({ column, ...copy }): [string, TypedColumn] => [column, { ...copy, exact: false }]),
  )
  const parts = partsRelation('', [{ file, columns }], columns, typed)
  const sha256 = facts.sha256 ?? (await hashIn(workspace, file))
  const rows = await countRows(workspace, file)
  const notes: ImportNote[] = [...(facts.notes ?? [])]
  const { independentRows: counted = rows } = facts
  if (counted !== rows) notes.push({ code: 'row_count_mismatch', count: counted, detail: `${rows}/${counted}`, severity: 'error' })
  return {
    name,
    relation: await createView(workspace, Sql`SELECT ${[Sql`*`, ...nothingOf(unread)]} FROM (${parts})`),
    columns: [...columns, ...unread],
    rows,
    source: { path: file, format: 'csv', bytes: 0, ...facts, sha256, notes },
    typed,
  }
}
