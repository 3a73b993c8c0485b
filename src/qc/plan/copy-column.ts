import { createHash } from 'node:crypto'
import type { Dialect } from '../dialect/dialect.ts'
import { framed } from '../framed.ts'
import { identifier, literal, join, Sql } from '../sql.ts'

/** A column of the caller's own beside each violation of a copy, as it stands for a parameter. */
export type CopyColumn =
  /** The same text for every violation of the parameter: what it is called in the caller's books. */
  | { text: (parameter: string) => string | null }
  /** A cell of the violating row, by the name of its column: the department the row belongs to. Null where no row is to blame. */
  | { cell: (parameter: string) => string | null }
  /** An identity that outlives runs: see `fingerprintOf`. */
  | { fingerprint: (parameter: string) => Identity }

/** `parts` come first in the fingerprint; `slots` replaces names of fields by what they are called for good, so that they may be renamed. */
export type Identity = { parts: readonly string[]; slots?: Readonly<Record<string, string>> }

export type CopyColumns = Readonly<Record<string, CopyColumn>>

export const OWN_COLUMNS = ['parameter', 'row', 'key', 'field', 'value', 'hash'] as const

/** The first 16 bytes, as hex, of the SHA-256 of texts behind their lengths in bytes. The copy makes the same of parts, key, slot, occurrence. */
export const fingerprintOf = (parts: readonly string[]): string =>
  createHash('sha256')
    .update(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''))
    .digest('hex')
    .slice(0, 32)

/** `branch` with the caller's columns behind its own; `cells` gives the SQL of a cell inside the branch, null where it has no row. */
export function withColumns(
  dialect: Dialect,
  parameter: string,
  columns: CopyColumns,
  branch: (cells: Sql[]) => Sql | undefined,
  cell: (name: string) => Sql,
): Sql | undefined {
  const names = Object.keys(columns)
  for (const name of names) if ((OWN_COLUMNS as readonly string[]).includes(name)) throw new Error(`a copy has a column "${name}" already`)
  const cells = names.map((name) => {
    const column = columns[name]!
    const wanted = 'cell' in column ? column.cell(parameter) : null
    return Sql`${wanted === null ? dialect.values.cast(Sql`NULL`, 'VARCHAR') : cell(wanted)} AS ${identifier(name)}`
  })
  const inner = branch(cells)
  if (inner === undefined || names.length === 0) return inner
  const select = names.map((name) => Sql`${ownSql(dialect, parameter, columns[name]!, identifier(name))} AS ${identifier(name)}`)
  // Rows with the same key are told apart by their order: a duplicate must not be swallowed by the identity of the first.
  const occurrence = Sql`row_number() OVER (PARTITION BY "key", field ORDER BY "row", "value")`
  return Sql`SELECT ${[...OWN_COLUMNS.map(identifier), ...select]} FROM (SELECT *, ${occurrence} AS "§occurrence" FROM (${inner}))`
}

function ownSql(dialect: Dialect, parameter: string, column: CopyColumn, cell: Sql): Sql {
  if ('cell' in column) return cell
  if ('text' in column) {
    const value = column.text(parameter)
    return dialect.values.cast(value === null ? Sql`NULL` : literal(value), 'VARCHAR')
  }
  const { parts, slots = {} } = column.fingerprint(parameter)
  const cases = Object.entries(slots).map(([field, slot]) => Sql`WHEN ${literal(field)} THEN ${literal(slot)}`)
  const slot = cases.length > 0 ? Sql`CASE field ${join(cases, ' ')} ELSE field END` : Sql`field`
  const { cast } = dialect.values
  const whole = framed(dialect, [...parts.map(literal), Sql`"key"`, slot, cast(Sql`"§occurrence"`, 'VARCHAR')])
  return dialect.texts.left(dialect.texts.sha256(whole), Sql`32`)
}
