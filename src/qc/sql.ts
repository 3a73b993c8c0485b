/** A fragment of SQL that this engine wrote itself; user text enters only through `literal` and `identifier`. */
export type Sql = string

export const identifier = (name: string): Sql => `"${name.replaceAll('"', '""')}"`

/** NUL cannot stand in SQL text, and no staged cell may hold it either, so dropping it cannot create a match. */
export const literal = (value: string): Sql => `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`

export const all = (...parts: readonly (Sql | undefined)[]): Sql => join(parts, 'AND', 'true')
export const any = (...parts: readonly (Sql | undefined)[]): Sql => join(parts, 'OR', 'false')
export const not = (part: Sql): Sql => `(NOT ${part})`

function join(parts: readonly (Sql | undefined)[], word: string, empty: Sql): Sql {
  const kept = parts.filter((part) => part !== undefined && part !== '')
  if (kept.length === 0) return empty
  return kept.length === 1 ? (kept[0] as Sql) : `(${kept.join(` ${word} `)})`
}
