import type { Dialect } from './dialect/dialect.ts'
import { join, Sql } from './sql.ts'

/** Texts as one: each behind its length in bytes, so that no two lists give the same. A missing text is an empty one. */
export const framed = ({ texts: { size } }: Dialect, texts: readonly Sql[]): Sql =>
  texts.length === 0
    ? Sql`''`
    : join(
        texts.map((text) => Sql`${size(Sql`coalesce(${text}, '')`)} || ':' || coalesce(${text}, '')`),
        ' || ',
      )
