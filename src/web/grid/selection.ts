export type Selection = ReadonlySet<number>

/** In a tree the descendants of a key go along with it. */
export const toggled = (selection: Selection, key: number, descendants: (key: number) => readonly number[]): Set<number> => {
  const next = new Set(selection)
  const on = !next.has(key)
  for (const k of [key, ...descendants(key)])
    if (on) next.add(k)
    else next.delete(k)
  return next
}

/** Shift: everything between the last touched line and this one takes the state the last touched one has. */
export const ranged = (selection: Selection, keys: readonly number[], from: number, to: number): Set<number> => {
  const a = keys.indexOf(from)
  const b = keys.indexOf(to)
  const next = new Set(selection)
  if (a < 0 || b < 0) return next.add(to)
  for (const key of keys.slice(Math.min(a, b), Math.max(a, b) + 1)) next.add(key)
  return next
}

export type Coverage = 'none' | 'some' | 'all'
export const coverage = (selection: Selection, keys: readonly number[]): Coverage => {
  if (selection.size === 0) return 'none'
  const count = keys.reduce((sum, k) => sum + (selection.has(k) ? 1 : 0), 0)
  return count === 0 ? 'none' : count === keys.length ? 'all' : 'some'
}
export const toggledAll = (selection: Selection, keys: readonly number[]): Set<number> => {
  const next = new Set(selection)
  if (coverage(selection, keys) === 'all') for (const k of keys) next.delete(k)
  else for (const k of keys) next.add(k)
  return next
}
