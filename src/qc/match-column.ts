import { fitsWildcard, type Step } from './wildcard.ts'

/** Two hyphens in front stand for two letters, as SDTM writes the domain (--STAT); a star for any letters. */
function patternOf(name: string): Step[] | undefined {
  if (!name.includes('*') && !name.startsWith('--')) return undefined
  const domain: Step[] = name.startsWith('--') ? ['one', 'one'] : []
  return [...domain, ...Array.from(name.slice(domain.length), (is): Step => (is === '*' ? 'any' : { is }))]
}

/** The names that a name or a pattern means: itself where it is there, else those that fit. */
export function matchNames(name: string, names: readonly string[]): readonly string[] {
  if (names.includes(name)) return [name]
  const pattern = patternOf(name)
  return pattern ? names.filter((item) => fitsWildcard(item, pattern)) : []
}

/** The one column that is meant; undefined where there is none, or more than one. */
export function matchColumn(name: string, columns: readonly string[]): string | undefined {
  const found = matchNames(name, columns)
  return found.length === 1 ? found[0] : undefined
}
