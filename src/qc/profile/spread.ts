import { identifier, Sql } from '../sql.ts'
import { ROW, type QcDatabase, type StagedTable } from '../table.ts'

/** A condition that about so many of the rows meet, spread over the table, the same ones each time; undefined where all of them are few enough. */
export function spread({ dialect }: QcDatabase, { rows, sparse }: StagedTable, wanted: number): Sql | undefined {
  const step = Math.max(1, Math.ceil(rows / wanted))
  if (step === 1) return undefined
  const row = identifier(ROW)
  // Of numbers that are all even, or all above a million, every third or none is a multiple more one: their hashes are as good as any.
  const place = sparse ? dialect.texts.md5Number(dialect.texts.shown(row)) : row
  return Sql`${place} % ${step} = 1`
}
