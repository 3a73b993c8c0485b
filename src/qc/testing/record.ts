import type { QcDatabase, SqlRow, SqlValue } from '../table.ts'

/** The same database, with every statement written down. */
export function record(database: QcDatabase): { recorded: QcDatabase; statements: string[] } {
  const statements: string[] = []
  const recorded: QcDatabase = {
    ...database,
    run(sql, values) {
      statements.push(sql)
      return database.run(sql, values)
    },
    all<Row extends SqlRow>(sql: string, values?: readonly SqlValue[]) {
      statements.push(sql)
      return database.all<Row>(sql, values)
    },
    stream<Row extends SqlRow>(sql: string, values?: readonly SqlValue[]) {
      statements.push(sql)
      return database.stream<Row>(sql, values)
    },
  }
  return { recorded, statements }
}
