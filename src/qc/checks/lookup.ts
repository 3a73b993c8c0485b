import type { CompileContext } from '../check.ts'
import { nearest } from '../nearest.ts'
import { partnerValue, type Pair } from '../partner.ts'
import { WrongValue } from '../problem.ts'
import type { TableScope } from '../scope.ts'
import { all, join, Sql } from '../sql.ts'
import { text } from '../text.ts'

/** Where a second value lives: in the same row unless a table is named, found there by key. */
export const LOOKUP_PARAMS = {
  table: { kind: 'table', label: text('所在的另一张表', 'The other table it is in') },
  on: { kind: 'columns', label: text('本表的对应列', 'Key columns of this table') },
  key: {
    kind: 'columns',
    of: 'table',
    label: text('另一张表的对应列（不填则同名）', 'Key columns of the other table, if named otherwise'),
  },
} as const

export { partnerValue, type Pair } from '../partner.ts'

export type LookupParams = { table: string | undefined; on: readonly string[] | undefined; key: readonly string[] | undefined }

type Place = Pick<CompileContext<LookupParams>, 'scope' | 'params' | 'other'>

/** A date of the row's partner in the other table, of the row itself when no table is named. Several partners: the earliest or latest. */
export function lookup({ scope, params, other }: Place, column: string, pick: 'earliest' | 'latest'): Sql {
  if (params.table === undefined) return scope.date(column)
  const partner = other(params.table, 'params.table')
  const pairs = pairsOf(partner, params.on ?? [], params.key)
  return partnerValue(scope, partner, pairs, Sql`${pick === 'earliest' ? Sql`min` : Sql`max`}(${partner.date(column)})`)
}

/** The key of both sides, column by column; a wrong one is named before the run, not by the database in the middle of it. */
export function pairsOf(
  partner: TableScope,
  on: readonly string[],
  key: readonly string[] | undefined,
  path = 'params.on',
): readonly Pair[] {
  if (on.length === 0) throw new WrongValue('params.on', text('须指明对应列', 'name the key columns'))
  if (key !== undefined && key.length !== on.length)
    throw new WrongValue('params.key', text(`应有 ${on.length} 列，与 on 同序`, `must have ${on.length} columns, in the order of "on"`))
  return on.map((mine, index) => {
    const theirs = key?.[index] ?? mine
    if (partner.table.columns.includes(theirs)) return { mine, theirs }
    const like = nearest(theirs, partner.table.columns)
    throw new WrongValue(
      key ? 'params.key' : path,
      text(
        `表“${partner.table.name}”没有列“${theirs}”${like ? `，是否指“${like}”` : ''}`,
        `table "${partner.table.name}" has no column "${theirs}"${like ? `; did you mean "${like}"` : ''}`,
      ),
      'column_missing',
    )
  })
}

/** Whether the row's key stands in the partner; null for rows without a key. */
export function hasPartner(scope: TableScope, partner: TableScope, pairs: readonly Pair[], where: Sql = Sql`true`): Sql {
  const keys = pairs.map((pair) => partner.value(pair.theirs))
  const condition = all(...keys.map((sql) => Sql`(${sql} IS NOT NULL)`), where)
  const mine = pairs.map((pair) => scope.value(pair.mine))
  const known = all(...mine.map((sql) => Sql`(${sql} IS NOT NULL)`))
  const select = join(
    keys.map((sql, index) => Sql`${sql} AS k${index}`),
    ', ',
  )
  const found = Sql`(${mine}) IN (SELECT ${select} FROM ${partner.shared.from([...keys, condition])} WHERE ${condition})`
  return scope.share(Sql`(CASE WHEN ${known} THEN ${found} END)`)
}
