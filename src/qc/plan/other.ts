import { Sql } from '../sql.ts'
import type { QcDatabase } from '../table.ts'
import type { Tally } from './tally.ts'

export async function countQuery(database: QcDatabase, tally: Tally): Promise<void> {
  const { part } = tally
  if (part.shape !== 'query') throw new Error('not a query')
  const { cast } = database.dialect.values
  const value = part.value ? cast(Sql`(${part.value})`, 'DOUBLE') : 'NULL'
  const [row] = await database.all(
    `SELECT ${cast(Sql`(${part.denominator})`, 'DOUBLE')} AS denominator, ${cast(Sql`(SELECT count(*) FROM (${part.violations}))`, 'DOUBLE')} AS violated, ${value} AS value`,
  )
  const denominator = Number(row?.['denominator'] ?? 0)
  tally.set(undefined, {
    rows: Math.max(denominator, tally.prepared.table?.rows ?? 0),
    denominator,
    base: denominator,
    violated: Number(row?.['violated'] ?? 0),
    ...(part.value ? { value: row?.['value'] === null ? null : Number(row?.['value']) } : {}),
  })
}

export async function countFact(tally: Tally): Promise<void> {
  const { part } = tally
  if (part.shape !== 'fact') throw new Error('not a fact')
  const fact = await part.evaluate()
  tally.facts = fact.items ?? []
  tally.set(undefined, {
    rows: Math.max(fact.denominator, tally.prepared.table?.rows ?? 0),
    denominator: fact.denominator,
    base: fact.denominator,
    violated: fact.violated,
    ...(fact.value === undefined ? {} : { value: fact.value }),
    ...(fact.measures === undefined ? {} : { measures: fact.measures }),
  })
  for (const { group, ...counts } of fact.groups ?? []) tally.set(group, { ...counts, rows: counts.denominator, base: counts.denominator })
}
