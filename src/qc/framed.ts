import type { Dialect } from './dialect/dialect.ts'
import type { Sql } from './sql.ts'

/** Texts as one: each behind its length in bytes, so that no two lists give the same. A missing text is an empty one. */
export const framed = ({ texts: { size } }: Dialect, texts: readonly Sql[]): Sql =>
  texts.length === 0 ? "''" : texts.map((text) => `${size(`coalesce(${text}, '')`)} || ':' || coalesce(${text}, '')`).join(' || ')
