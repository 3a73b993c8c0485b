/** One letter more, less or other; another case and blanks around are none. */
export function oneLetterOff(one: string, other: string): boolean {
  const [a, b] = [one.trim().toLowerCase(), other.trim().toLowerCase()].toSorted((x, y) => x.length - y.length) as [string, string]
  if (one === other || b.length - a.length > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return a.length === b.length ? a.slice(at + 1) === b.slice(at + 1) : a.slice(at) === b.slice(at + 1)
}
