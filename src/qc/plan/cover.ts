import type { Tally } from './tally.ts'

const asksForRepeats = (tally: Tally): boolean =>
  tally.part.shape === 'group' && tally.part.unit === 'row' && tally.part.violates === 'n > 1' && !tally.part.aggregates

/**
 * For each question about repeated keys, another one whose keys are among its own. Rows that are unique by fewer keys are unique by
 * more, so only the other rows need comparing: a whole-row comparison after a unique identifier costs next to nothing.
 */
export function coversOf(tallies: readonly Tally[]): Map<Tally, Tally> {
  const asking = tallies.filter(asksForRepeats)
  const covers = new Map<Tally, Tally>()
  for (const [at, tally] of asking.entries()) {
    const keys = new Set(keysOf(tally))
    const found = asking
      .filter(
        (other, index) =>
          other !== tally &&
          other.prepared.scope!.shared === tally.prepared.scope!.shared &&
          (keysOf(other).length < keys.size || index < at),
      )
      .filter((other) => keysOf(other).every((key) => keys.has(key)))
      .toSorted((a, b) => keysOf(a).length - keysOf(b).length)[0]
    if (found) covers.set(tally, found)
  }
  return covers
}

const keysOf = (tally: Tally): readonly string[] => (tally.part.shape === 'group' ? tally.part.keys : [])
