import { identifier, literal } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'

let serial = 0

/** A staged table made of literal cells: for tests and for trying a parameter on sample rows. */
export async function stageRows(
  database: QcDatabase,
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<StagedTable> {
  serial += 1
  const relation = identifier(`rows_${serial}`)
  await database.run(
    `CREATE TABLE ${relation} (${[`${identifier(ROW)} BIGINT`, ...columns.map((column) => `${identifier(column)} VARCHAR`)].join(', ')})`,
  )
  for (let start = 0; start < rows.length; start += 500) {
    const values = rows
      .slice(start, start + 500)
      .map(
        (row, index) =>
          `(${[start + index + 1, ...columns.map((_, at) => (row[at] === null || row[at] === undefined ? 'NULL' : literal(row[at])))].join(', ')})`,
      )
    await database.run(`INSERT INTO ${relation} VALUES ${values.join(', ')}`)
  }
  return { name, relation, columns, rows: rows.length, source: { path: '', format: 'rows', bytes: 0, notes: [] } }
}
