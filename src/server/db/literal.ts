import pg from 'pg'
import type { ColumnType } from './kind.ts'

/** A value in the text of a statement, for DDL, which takes no parameters. Nothing else may print a value into SQL.
 * `type` tells where JavaScript alone does not: a list is an array of the database, or JSON. */
export const literal = (value: unknown, type?: ColumnType): string => {
  if (type === 'jsonb') return `${literal(JSON.stringify(value))}::jsonb`
  if (Array.isArray(value) && type) return `ARRAY[${value.map((one) => literal(one)).join(', ')}]::${type}`
  // With a backslash it becomes E'…', which reads the same whatever the server's standard_conforming_strings says.
  if (typeof value === 'string' && !value.includes('\0') && value.isWellFormed()) return pg.escapeLiteral(value).trimStart()
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
  throw new TypeError(`no literal for a value of type ${typeof value}`)
}
