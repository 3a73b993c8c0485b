import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { QcWorkspace } from '../database.ts'
import { identifier, literal, Sql } from '../sql.ts'
import { countRows } from './csv-load.ts'
import { readingOwnCsv } from './own-csv.ts'
import { shadowsIn } from './own-parquet.ts'
import { confirmShadows, shadowName, shadowSql } from './shadow.ts'

export type Patch = {
  /** What `keepOwnCsv` wrote. */
  base: string
  /** What the new table has, in its order, and what the base calls each. */
  columns: readonly { name: string; was: string }[]
  /** A column of whole numbers in whose order the rows stand. */
  key: string
  /** Rows of the base that count no more: those whose number, divided by `size`, is one of these. */
  size: number
  blocks: readonly number[]
  /** What stands in their place, under the new names. */
  csv?: string
}

/** As PostgreSQL writes the head of a CSV. */
const headOf = (names: readonly string[]): string =>
  names.map((name) => (/[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')

/** The hash of the CSV that a table would be, as PostgreSQL writes it with every cell quoted. */
const hashAsCsv = async (workspace: QcWorkspace, from: Sql, names: readonly string[], aside: string) => {
  const head = `${headOf(names)}\n`
  const hash = createHash('sha256').update(head)
  try {
    await workspace.run(
      `COPY (SELECT ${names.map(identifier).join(', ')} FROM ${from}) TO ${literal(aside)} (FORMAT csv, HEADER false, FORCE_QUOTE *)`,
    )
    for await (const chunk of createReadStream(aside, { highWaterMark: 1 << 20 })) hash.update(chunk)
    return { sha256: hash.digest('hex'), bytes: (await stat(aside)).size + Buffer.byteLength(head) }
  } finally {
    await rm(aside, { force: true })
  }
}

const numberIn = (column: string): Sql => Sql`CAST(${identifier(column)} AS BIGINT)`

/**
 * A table from the one that was kept and the rows that changed since: the same rows in the same order, and the same hash, as if all of it had been
 * read. Typed copies are taken over; of what changed they are made, and where they cannot be, there is none of the column. `gone`: rows of the base
 * that were left out.
 */
export async function patchOwnParquet(
  workspace: QcWorkspace,
  { base, columns, key, size, blocks, csv }: Patch,
  to: string,
): Promise<{ sha256: string; bytes: number; gone: number }> {
  const names = columns.map(({ name }) => name)
  const types = new Map(
    (
      await shadowsIn(
        workspace,
        base,
        columns.map(({ was }) => was),
      )
    ).map(({ column, type }) => [column, type]),
  )
  const known = columns.flatMap(({ name, was }) => {
    const type = types.get(was)
    return type ? [{ column: name, name: shadowName(name), was: shadowName(was), type }] : []
  })
  const keyWas = columns.find(({ name }) => name === key)?.was ?? key
  const gone = blocks.length > 0 ? Sql` WHERE ${numberIn(keyWas)} // ${size} NOT IN (${blocks})` : Sql``
  const keptOf = (shadows: typeof known): Sql =>
    Sql`SELECT ${[...columns, ...shadows].map(({ name, was }) => Sql`${identifier(was)} AS ${identifier(name)}`)} FROM read_parquet(${literal(base)})${gone}`
  const write = (select: Sql) => workspace.run(`COPY (${select}) TO ${literal(to)} (FORMAT parquet)`)
  if (csv === undefined) await write(keptOf(known))
  else
    await readingOwnCsv(csv, names, async (fresh) => {
      const confirmed = await confirmShadows(workspace, Sql`(SELECT ${[Sql`*`, ...known.map(shadowSql)]} FROM ${fresh})`, known)
      const shadows = known.filter(({ column }) => confirmed[column] !== undefined)
      const added = Sql`SELECT ${[...names.map(identifier), ...shadows.map(shadowSql)]} FROM ${fresh}`
      await write(Sql`SELECT * FROM (${keptOf(shadows)} UNION ALL ${added}) ORDER BY ${numberIn(key)}`)
    })
  const left = Sql`SELECT count(*) AS n FROM read_parquet(${literal(base)})${gone}`
  const [{ n: stayed } = { n: 0 }] = await workspace.all<{ n: number }>(left)
  const hashed = await hashAsCsv(workspace, Sql`read_parquet(${literal(to)})`, names, `${to}.csv`)
  return { ...hashed, gone: (await countRows(workspace, base)) - stayed }
}
