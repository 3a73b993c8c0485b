/** The name someone most likely meant, or undefined when nothing is close. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  const target = fold(wanted)
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const candidate = fold(name)
    const distance = candidate.includes(target) && target.length > 1 ? 0.5 : edits(target, candidate)
    if (!best || distance < best.distance) best = { name, distance }
  }
  return best && best.distance <= Math.max(1, Math.floor(target.length / 2)) ? best.name : undefined
}

const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** Insertions, deletions, replacements, and neighbours that changed places. */
function edits(a: string, b: string): number {
  const table = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? table[i - 2]![j - 2]! + 1 : Infinity
      row.push(Math.min(table[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped))
    }
    table.push(row)
  }
  return table[a.length]![b.length]!
}
