import type { TableScope } from './scope.ts'
import { all, literal, join, Sql } from './sql.ts'

/** A key column of this table, or with `constant` a text, and its counterpart in the other. */
export type Pair = { mine: string; theirs: string; constant?: boolean }

/** An aggregate over the rows of the partner with the same key, which may speak of its columns and of its "__row"; null without any. */
export function partnerValue(scope: TableScope, partner: TableScope, pairs: readonly Pair[], aggregate: Sql): Sql {
  const theirs = pairs.map((pair) => partner.value(pair.theirs))
  const known = all(...theirs.map((sql) => Sql`(${sql} IS NOT NULL)`))
  const keys = pairs.map((pair) => (pair.constant ? scope.share(literal(pair.mine)) : scope.value(pair.mine)))
  return scope.shared.lookup(
    {
      id: JSON.stringify([partner.table.name, theirs, keys]),
      keys,
      relation(values) {
        const select = join(
          [...theirs.map((sql, index) => Sql`${sql} AS k${index}`), ...values.map(({ sql, as }) => Sql`${sql} AS ${as}`)],
          ', ',
        )
        // Only what is read: the alias of the answer may belong to this very table, looked up in itself.
        const from = partner.shared.from([...theirs, ...values.map(({ sql }) => sql)])
        return Sql`(SELECT ${select} FROM ${from} WHERE ${known} GROUP BY ${theirs})`
      },
    },
    aggregate,
  )
}
