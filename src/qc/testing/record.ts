import type { QcDatabase } from '../table.ts'

/** The same database, with every statement written down. */
export function record(database: QcDatabase): { recorded: QcDatabase; statements: string[] } {
  const statements: string[] = []
  const noted = <A extends readonly unknown[], R>(call: (sql: string, ...rest: A) => R) => {
    return (sql: string, ...rest: A): R => {
      statements.push(sql)
      return call(sql, ...rest)
    }
  }
  const recorded: QcDatabase = {
    ...database,
    run: noted(database.run.bind(database)),
    all: noted(database.all.bind(database)) as QcDatabase['all'],
    stream: noted(database.stream.bind(database)) as QcDatabase['stream'],
  }
  return { recorded, statements }
}
