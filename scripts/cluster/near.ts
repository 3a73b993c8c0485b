/** Floating sums are added in another order: so far apart they may be, by the larger of the two. */
const MOST = 1e-9

/** Two numbers that are not the same and near enough. */
export type Inexact = { path: string; expected: number; found: number }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= MOST * Math.max(Math.abs(a), Math.abs(b))
/** Counts have no last digits to be lost. */
const areCounts = (a: number, b: number): boolean => Number.isSafeInteger(a) && Number.isSafeInteger(b)

/** Where two answers differ first, as a path; undefined where they are equal. Numbers that are near enough are put into the list. */
export function differenceOf(expected: unknown, found: unknown, inexact: Inexact[], path = ''): string | undefined {
  if (Object.is(expected, found)) return undefined
  if (typeof expected === 'number' && typeof found === 'number') {
    if (areCounts(expected, found) || !isNear(expected, found)) return path
    inexact.push({ path, expected, found })
    return undefined
  }
  if (!isObject(expected) || !isObject(found) || Array.isArray(expected) !== Array.isArray(found)) return path
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  for (const name of names) {
    const below = `${path}.${name}`
    if (!(name in expected) || !(name in found)) return below
    const difference = differenceOf(expected[name], found[name], inexact, below)
    if (difference !== undefined) return difference
  }
  return undefined
}

export const listed = ({ path, expected, found }: Inexact): string =>
  `${path.slice(1)}: DuckDB ${expected}, Trino ${found} (${(Math.abs(expected - found) / Math.max(Math.abs(expected), Math.abs(found))).toExponential(1)})`
