const LEAST = 5
const GAP = 3
const MOST = 60

/**
 * The values of a list of codes, without what is only there by mistake: between them and the rest the counts fall off. Undefined
 * where they do not, as with the names of diseases: there rare values are as good as frequent ones.
 */
export function frequentValues(
  values: readonly (readonly [string, number])[],
  filled: number,
): readonly (readonly [string, number])[] | undefined {
  const rare = Math.max(2, filled * 0.012)
  let best: { at: number; ratio: number } | undefined
  for (let at = 1; at <= Math.min(values.length, MOST); at++) {
    const above = values[at - 1]![1]
    const below = values[at]?.[1] ?? 0
    if (above < LEAST || below > rare) continue
    const ratio = above / Math.max(below, 1)
    if (ratio >= GAP && (!best || ratio > best.ratio)) best = { at, ratio }
  }
  if (!best) return undefined
  const kept = values.slice(0, best.at)
  const covered = kept.reduce((sum, [, count]) => sum + count, 0)
  return covered >= filled * 0.9 && covered >= kept.length * 8 ? kept : undefined
}
