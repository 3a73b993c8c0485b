import type { Dialect } from '../dialect/dialect.ts'
import { framed } from '../framed.ts'
import type { CheckResult } from '../result.ts'
import type { TableScope } from '../scope.ts'
import { all, identifier, literal, join, Sql, replaced } from '../sql.ts'
import { ROW } from '../table.ts'
import { withColumns, type CopyColumns } from './copy-column.ts'
import { badRowsSql, groupsSql } from './group.ts'
import type { Tally } from './tally.ts'

/** The violations of one part as SQL: parameter, row, key, field, value, hash and what the caller adds. */
export function violationSql(dialect: Dialect, result: CheckResult, tally: Tally, columns: CopyColumns): Sql | undefined {
  const { scope } = tally.prepared
  const nothing = dialect.values.cast(Sql`NULL`, 'VARCHAR')
  const hasRow = tally.part.shape === 'row' || tally.part.shape === 'group'
  const cell = (name: string): Sql => (hasRow && scope?.table.columns.includes(name) ? scope.text(name) : nothing)
  return withColumns(dialect, result.parameter, columns, (cells) => branch(dialect, result, tally, cells), cell)
}

function branch(dialect: Dialect, result: CheckResult, tally: Tally, cells: readonly Sql[]): Sql | undefined {
  const { part, prepared } = tally
  const { cast } = dialect.values
  const head = Sql`${cast(literal(result.parameter), 'VARCHAR')} AS parameter`
  const field = Sql`${cast(literal(tally.field), 'VARCHAR')} AS field`
  // MD5, because it is the same in every version of the database: the hash of an accepted finding is kept for years.
  const hashOf = (texts: readonly Sql[]): Sql => Sql`${dialect.texts.md5(framed(dialect, texts))} AS hash`
  const noRow = Sql`${cast(Sql`NULL`, 'BIGINT')} AS "row"`
  const noKey = Sql`${cast(Sql`NULL`, 'VARCHAR')} AS "key"`
  if (part.shape === 'measure' || part.shape === 'aggregate') {
    const { value: measured } = tally.total
    const value = cast(typeof measured === 'number' ? literal(String(measured)) : Sql`NULL`, 'VARCHAR')
    return Sql`SELECT ${list(head, noRow, noKey, field, Sql`${value} AS "value"`, hashOf([value]), ...cells)}`
  }
  if (part.shape === 'fact') return factBranch(dialect, head, hashOf([cast(Sql`v`, 'VARCHAR')]), tally, cells)
  if (part.shape === 'query') return queryBranch(dialect, [head, noRow], hashOf, tally, cells)
  const scope = prepared.scope!
  const key = Sql`${keySql(dialect, prepared.keyFields, (name) => scope.text(name))} AS "key"`
  const select = (hash: Sql): Sql =>
    list(head, Sql`${identifier(ROW)} AS "row"`, key, field, Sql`${valueSql(part.fields, scope)} AS "value"`, hash, ...cells)
  const judged = tally.judged === 'true' ? [] : [tally.judged]
  const blamed = blamedGroups(result, prepared.groupBy)
  if (part.shape === 'row') {
    const condition = all(...judged, tally.violates())
    // Which groups are to blame is no part of what was looked at: a row stays the same finding when its group gets worse.
    const line = select(hashOf(lookedAt(scope, part.fields, [condition])))
    const where = all(condition, blamed)
    return Sql`SELECT ${line} FROM ${meeting(scope, line, where)}`
  }
  const aggregates = Object.values(part.aggregates ?? {})
  const looked = lookedAt(scope, part.fields, [...judged, ...part.keys, ...aggregates])
  const rows = (): Sql => {
    const line = select(hashOf(looked))
    const bad = badRowsSql(tally, line, [line, ...(blamed ? [blamed] : [])])
    return blamed ? Sql`${bad} AND ${blamed}` : bad
  }
  /** A group is to blame as a whole: its hash adds up all its rows, in whatever order they come. */
  const groups = (): Sql => {
    const line = select(Sql`${dialect.texts.md5(cast(Sql`g.rows`, 'VARCHAR'))} AS hash`)
    const total = Sql`sum(${dialect.texts.md5Number(framed(dialect, looked))})`
    // Rows without numbers of their own are called by their content: equal ones would each be found for the one group.
    const once = scope.table.unordered ? Sql`DISTINCT ` : Sql``
    return Sql`SELECT ${once}${line} FROM ${scope.shared.from([line])} t JOIN (SELECT first, rows FROM (${groupsSql(tally, [], undefined, { rows: total })}) WHERE ${part.violates}) g ON t.${identifier(ROW)} = g.first`
  }
  const bad = part.unit === 'row' ? rows() : groups()
  if (!part.alsoRows) return bad
  const also = all(prepared.filter, part.alsoRows)
  const line = select(hashOf(lookedAt(scope, part.fields, [also])))
  const where = all(also, blamed)
  return Sql`${bad} UNION ALL SELECT ${line} FROM ${meeting(scope, line, where)}`
}

/** The rows that are found, with what is said of them. */
function meeting({ shared, dialect }: TableScope, line: Sql, where: Sql): Sql {
  const from = shared.from([line, where])
  return dialect.relations.meeting(from, where, from.length - shared.relation.length + where.length)
}

/**
 * A rule that allows each group its share, or its number, does not blame the rows of groups that keep within it. A group that is too small to be
 * judged is not excused: the whole may have failed by its rows alone. Undefined where no group with a violation passed, which is every rule
 * without such a limit.
 */
function blamedGroups({ groups = [] }: CheckResult, dims: readonly { column: string; sql: Sql }[]): Sql | undefined {
  const isBlamed = ({ status }: { status: string }): boolean => status !== 'passed'
  if (groups.every((one) => one.violated === 0 || isBlamed(one))) return undefined
  const is = (sql: Sql, value: string | null): Sql => (value === null ? Sql`${sql} IS NULL` : Sql`${sql} = ${literal(value)}`)
  const blamed = groups.filter(isBlamed).map(
    ({ group }) =>
      Sql`(${join(
        dims.map(({ column, sql }) => is(sql, group[column] ?? null)),
        ' AND ',
      )})`,
  )
  return blamed.length > 0 ? Sql`(${join(blamed, ' OR ')})` : Sql`false`
}

const list = (...parts: readonly Sql[]): Sql => join(parts, ', ')

/** Everything of its row that a condition looks at, the shown fields first: whichever of them changes, the hash does. */
function lookedAt(scope: TableScope, fields: readonly string[], fragments: readonly Sql[]): Sql[] {
  const { names, answers } = scope.shared.looksAt(fragments)
  const { columns, typed, aside = [] } = scope.table
  const used = columns.filter((column) => !aside.includes(column) && (names.has(column) || names.has(typed?.[column]?.name ?? column)))
  const shown = fields.filter((name) => columns.includes(name))
  const rest = used.filter((column) => !shown.includes(column)).toSorted()
  return [...[...shown, ...rest].map((name) => scope.text(name)), ...answers.map(scope.dialect.texts.shown)]
}

const keySql = ({ values, texts }: Dialect, keyFields: readonly string[], cell: (name: string) => Sql): Sql =>
  keyFields.length === 0 ? values.cast(Sql`NULL`, 'VARCHAR') : texts.object(keyFields.map((name) => [name, cell(name)]))

function valueSql(fields: readonly string[], scope: TableScope): Sql {
  if (fields.length === 0) return scope.dialect.values.cast(Sql`NULL`, 'VARCHAR')
  if (fields.length === 1) return scope.text(fields[0]!)
  return Sql`concat_ws('; ', ${fields.map((name) => Sql`${literal(`${name}=`)} || coalesce(${scope.text(name)}, '')`)})`
}

/**
 * No row is to blame, and none is looked for: to join the table would bring all of it together on one node. Key and hash are those of a row
 * without values, as they were when it was joined: what was accepted stays accepted.
 */
function queryBranch(
  dialect: Dialect,
  head: Sql[],
  hashOf: (texts: readonly Sql[]) => Sql,
  { part, prepared }: Tally,
  cells: readonly Sql[],
): Sql {
  if (part.shape !== 'query') throw new Error('not a query')
  const { cast } = dialect.values
  const nothing = cast(Sql`NULL`, 'VARCHAR')
  const value = cast(Sql`v."value"`, 'VARCHAR')
  const { scope } = prepared
  // A relation may be written out with all its columns, which is not to look at them.
  const looked = scope ? lookedAt(scope, part.fields, [replaced(part.violations, scope.shared.relation, () => Sql``)]) : []
  const key = keySql(dialect, scope ? prepared.keyFields : [], () => nothing)
  const line = list(
    ...head,
    Sql`${key} AS "key", ${cast(Sql`v.field`, 'VARCHAR')} AS field, ${value} AS "value"`,
    hashOf([value, ...looked.map(() => nothing)]),
    ...cells,
  )
  return Sql`SELECT ${line} FROM (${part.violations}) v`
}

function factBranch({ values: { cast } }: Dialect, head: Sql, hash: Sql, tally: Tally, cells: readonly Sql[]): Sql | undefined {
  if (tally.facts.length === 0) return undefined
  const rows = tally.facts.map((item) => {
    const parts = [
      item.row === undefined ? Sql`NULL` : Sql`${Math.trunc(item.row)}`,
      item.key ? literal(JSON.stringify(item.key)) : Sql`NULL`,
      literal(item.field ?? tally.field),
      item.value === undefined ? Sql`NULL` : literal(item.value),
    ]
    return Sql`(${parts})`
  })
  const line = list(
    head,
    Sql`${cast(Sql`r`, 'BIGINT')} AS "row", ${cast(Sql`k`, 'VARCHAR')} AS "key", ${cast(Sql`f`, 'VARCHAR')} AS field, ${cast(Sql`v`, 'VARCHAR')} AS "value"`,
    hash,
    ...cells,
  )
  return Sql`SELECT ${line} FROM (VALUES ${rows}) facts(r, k, f, v)`
}
