import type { CheckResult } from '../result.ts'
import type { TableScope } from '../scope.ts'
import { all, framed, identifier, literal, type Sql } from '../sql.ts'
import { ROW } from '../table.ts'
import { withColumns, type CopyColumns } from './copy-column.ts'
import { badRowsSql, groupsSql } from './group.ts'
import type { Tally } from './tally.ts'

/** The violations of one part as SQL: parameter, row, key, field, value, hash and what the caller adds. */
export function violationSql(result: CheckResult, tally: Tally, columns: CopyColumns): Sql | undefined {
  const { scope } = tally.prepared
  const hasRow = tally.part.shape === 'row' || tally.part.shape === 'group' || (tally.part.shape === 'query' && scope !== undefined)
  const cell = (name: string): Sql => (hasRow && scope?.table.columns.includes(name) ? scope.text(name) : 'NULL::VARCHAR')
  return withColumns(result.parameter, columns, (cells) => branch(result, tally, cells), cell)
}

function branch(result: CheckResult, tally: Tally, cells: readonly Sql[]): Sql | undefined {
  const { part, prepared } = tally
  const head = `${literal(result.parameter)}::VARCHAR AS parameter`
  const field = `${literal(tally.field)}::VARCHAR AS field`
  if (part.shape === 'measure' || part.shape === 'aggregate') {
    const { value: measured } = tally.total
    const value = `${typeof measured === 'number' ? literal(String(measured)) : 'NULL'}::VARCHAR`
    return `SELECT ${list(head, `NULL::BIGINT AS "row", NULL::VARCHAR AS "key"`, field, `${value} AS "value"`, hashOf([value]), ...cells)}`
  }
  if (part.shape === 'fact') return factBranch(head, tally, cells)
  const found = `v."row"::BIGINT AS "row"`
  const said = `v.field::VARCHAR AS field, v."value"::VARCHAR AS "value"`
  if (part.shape === 'query' && !prepared.scope) {
    return `SELECT ${list(head, found, 'NULL::VARCHAR AS "key"', said, hashOf(['v."value"::VARCHAR']), ...cells)} FROM (${part.violations}) v`
  }
  const scope = prepared.scope!
  const key = `${keySql(prepared.keyFields, scope)} AS "key"`
  const select = (hash: Sql): Sql =>
    list(head, `${identifier(ROW)} AS "row"`, key, field, `${valueSql(part.fields, scope)} AS "value"`, hash, ...cells)
  const judged = tally.judged === 'true' ? [] : [tally.judged]
  if (part.shape === 'row') {
    const condition = all(...judged, tally.violates())
    const line = select(hashOf(lookedAt(scope, part.fields, [condition])))
    return `SELECT ${line} FROM ${scope.shared.from([line, condition])} WHERE ${condition}`
  }
  if (part.shape === 'query') {
    const line = list(head, found, key, said, hashOf(['v."value"::VARCHAR', ...lookedAt(scope, part.fields, [part.violations])]), ...cells)
    return `SELECT ${line} FROM (${part.violations}) v LEFT JOIN ${scope.shared.from([line])} t ON t.${identifier(ROW)} = v."row"`
  }
  const aggregates = Object.values(part.aggregates ?? {})
  const looked = lookedAt(scope, part.fields, [...judged, ...part.keys, ...aggregates])
  const rows = (): Sql => {
    const line = select(hashOf(looked))
    return badRowsSql(tally, line, [line])
  }
  /** A group is to blame as a whole: its hash adds up all its rows, in whatever order they come. */
  const groups = (): Sql => {
    const line = select('md5(g.rows::VARCHAR) AS hash')
    const total = `sum(md5_number_lower(${framed(looked)}))`
    return `SELECT ${line} FROM ${scope.shared.from([line])} t JOIN (SELECT first, rows FROM (${groupsSql(tally, [], undefined, { rows: total })}) WHERE ${part.violates}) g ON t.${identifier(ROW)} = g.first`
  }
  const bad = part.unit === 'row' ? rows() : groups()
  if (!part.alsoRows) return bad
  const also = all(prepared.filter, part.alsoRows)
  const line = select(hashOf(lookedAt(scope, part.fields, [also])))
  return `${bad} UNION ALL SELECT ${line} FROM ${scope.shared.from([line, also])} WHERE ${also}`
}

const list = (...parts: readonly Sql[]): Sql => parts.join(', ')

/** MD5, because it is the same in every version of the database: the hash of an accepted finding is kept for years. */
const hashOf = (texts: readonly Sql[]): Sql => `md5(${framed(texts)}) AS hash`

/** Everything of its row that a condition looks at, the shown fields first: whichever of them changes, the hash does. */
function lookedAt(scope: TableScope, fields: readonly string[], fragments: readonly Sql[]): Sql[] {
  const { names, answers } = scope.shared.looksAt(fragments)
  const { columns, typed, aside = [] } = scope.table
  const used = columns.filter((column) => !aside.includes(column) && (names.has(column) || names.has(typed?.[column]?.name ?? column)))
  const shown = fields.filter((name) => columns.includes(name))
  const rest = used.filter((column) => !shown.includes(column)).toSorted()
  return [...[...shown, ...rest].map((name) => scope.text(name)), ...answers.map((answer) => `${answer}::VARCHAR`)]
}

const keySql = (keyFields: readonly string[], scope: TableScope): Sql =>
  keyFields.length === 0
    ? 'NULL::VARCHAR'
    : `json_object(${keyFields.map((name) => `${literal(name)}, ${scope.text(name)}`).join(', ')})::VARCHAR`

function valueSql(fields: readonly string[], scope: TableScope): Sql {
  if (fields.length === 0) return 'NULL::VARCHAR'
  if (fields.length === 1) return scope.text(fields[0]!)
  return `concat_ws('; ', ${fields.map((name) => `${literal(`${name}=`)} || coalesce(${scope.text(name)}, '')`).join(', ')})`
}

function factBranch(head: Sql, tally: Tally, cells: readonly Sql[]): Sql | undefined {
  if (tally.facts.length === 0) return undefined
  const rows = tally.facts.map((item) => {
    const parts = [
      item.row === undefined ? 'NULL' : String(Math.trunc(item.row)),
      item.key ? literal(JSON.stringify(item.key)) : 'NULL',
      literal(item.field ?? tally.field),
      item.value === undefined ? 'NULL' : literal(item.value),
    ]
    return `(${parts.join(', ')})`
  })
  const line = list(
    head,
    'r::BIGINT AS "row", k::VARCHAR AS "key", f::VARCHAR AS field, v::VARCHAR AS "value"',
    hashOf(['v::VARCHAR']),
    ...cells,
  )
  return `SELECT ${line} FROM (VALUES ${rows.join(', ')}) facts(r, k, f, v)`
}
