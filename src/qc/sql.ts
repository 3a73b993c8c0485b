declare const BRAND: unique symbol

/**
 * A fragment of SQL that this engine wrote itself. It is made by the tag of the same name, by `identifier`, `literal` and `join`, and by
 * nothing else: a plain string, which may be a user's, does not compile where SQL is expected.
 */
export type Sql = string & { readonly [BRAND]: true }

/** Words of a closed list, which no user writes. */
type Word = '<' | '<=' | '=' | '<>' | '>' | '>=' | 'BIGINT' | 'BOOLEAN' | 'DATE' | 'DOUBLE' | 'INT' | 'TIMESTAMP' | 'VARCHAR'
type Part = Sql | Word | number | boolean | readonly (Sql | number)[]

const trusted = (text: string): Sql => text as Sql
const written = (part: Part): string => (typeof part === 'object' ? part.join(', ') : String(part))

/** Sql`count(${value})`: what stands in it is SQL already, a number, or a list, whose parts stand behind commas. */
export const Sql = (texts: TemplateStringsArray, ...parts: readonly Part[]): Sql =>
  trusted(texts.reduce((text, next, at) => text + written(parts[at - 1]!) + next))

export const identifier = (name: string): Sql => trusted(`"${name.replaceAll('"', '""')}"`)

/** NUL cannot stand in SQL text, and no staged cell may hold it either, so dropping it cannot create a match. */
export const literal = (value: string): Sql => trusted(`'${value.replaceAll('\0', '').replaceAll("'", "''")}'`)

/** A number with its exponent, which makes it a floating-point one to both engines. */
export const scientific = (value: number): Sql => trusted(value.toExponential())
export const upper = (part: Sql): Sql => trusted(part.toUpperCase())

/** With every occurrence of a piece replaced, or what a pattern finds first. By a function, because `$` means something in a text. */
export const replaced = (part: Sql, piece: Sql | RegExp, by: (found: Sql) => Sql): Sql => {
  const put = (found: string): string => by(trusted(found))
  return trusted(typeof piece === 'string' ? part.replaceAll(piece, put) : part.replace(piece, put))
}

export const join = (parts: readonly Part[], between: string): Sql => trusted(parts.map(written).join(between))

export const all = (...parts: readonly (Sql | undefined)[]): Sql => joined(parts, ' AND ', Sql`true`)
export const any = (...parts: readonly (Sql | undefined)[]): Sql => joined(parts, ' OR ', Sql`false`)
export const not = (part: Sql): Sql => Sql`(NOT ${part})`

function joined(parts: readonly (Sql | undefined)[], word: string, empty: Sql): Sql {
  const kept = parts.filter((part): part is Sql => part !== undefined && part !== '')
  const [first] = kept
  if (first === undefined) return empty
  return kept.length === 1 ? first : Sql`(${join(kept, word)})`
}
