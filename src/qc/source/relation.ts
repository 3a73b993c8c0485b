import path from 'node:path'
import { identifier, literal, join, Sql } from '../sql.ts'
import { ROW, type QcDatabase, type TypedColumn } from '../table.ts'

export type Part = { file: string; columns: readonly string[] }

const read = (file: string): Sql => Sql`read_parquet(${literal(file)}, file_row_number = true)`

/** A relation over stored parts with the record number in front; names only the parts that hold one of the columns. */
export function partsRelation(
  directory: string,
  parts: readonly Part[],
  columns: readonly string[],
  typed: Readonly<Record<string, TypedColumn>> = {},
): Sql {
  const wanted = new Set(columns)
  const used = parts.filter((part) => part.columns.some((column) => wanted.has(column)))
  const from = used.length > 0 ? used : parts.slice(0, 1)
  const select = from.flatMap((part, index) =>
    part.columns
      .flatMap((column) => (wanted.has(column) ? [column, ...(typed[column] ? [typed[column].name] : [])] : []))
      .map((column) => Sql`p${index}.${identifier(column)}`),
  )
  const source = join(
    from.map((part, index) => Sql`${read(path.join(directory, part.file))} AS p${index}`),
    ' POSITIONAL JOIN ',
  )
  return Sql`SELECT ${[Sql`p0.file_row_number + 1 AS ${identifier(ROW)}`, ...select]} FROM ${source}`
}

let serial = 0

/** A view keeps the statements of a run short; its name is unique in the process because runs may share a database. */
export async function createView(db: QcDatabase, select: Sql): Promise<Sql> {
  const name = identifier(`stage_${++serial}`)
  await db.run(`CREATE VIEW ${name} AS ${select}`)
  return name
}
