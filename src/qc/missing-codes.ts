/** Texts that mean "missing": in every column, or column by column; a column of another table is called `table.column`. */
export type MissingCodes = readonly string[] | Readonly<Record<string, readonly string[]>>

const isList = (codes: MissingCodes): codes is readonly string[] => Array.isArray(codes)

export const codesIn = (codes: MissingCodes, table: string, column: string): readonly string[] =>
  isList(codes) ? codes : (codes[`${table}.${column}`] ?? codes[column] ?? [])

/** As one line: `-9, NI`, or `age: -9 · weight: 999`. */
export const codesText = (codes: MissingCodes): string =>
  isList(codes)
    ? codes.join(', ')
    : Object.entries(codes)
        .map(([column, own]) => `${column}: ${own.join(', ')}`)
        .join(' · ')
