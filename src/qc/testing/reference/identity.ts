/** The rules of GB 11643 and of calendars once more, written for reading, not for speed. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const REGIONS = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
)

export const shapedIdentity = (id: string): boolean => /^\d{17}[\dXx]$/.test(id) && REGIONS.has(id.slice(0, 2))

export function birthIn(id: string): number | null {
  if (!shapedIdentity(id)) return null
  const [year, month, day] = [id.slice(6, 10), id.slice(10, 12), id.slice(12, 14)].map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null
}

export function rightIdentity(id: string): boolean {
  const born = birthIn(id)
  if (born === null || born < Date.UTC(1880, 0, 1)) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(id[index]), 0)
  return '10X98765432'[sum % 11] === id[17]!.toUpperCase()
}

export const sexIn = (text: string | null): 'male' | 'female' | null =>
  text !== null && ['男', 'M'].includes(text) ? 'male' : text !== null && ['女', 'F'].includes(text) ? 'female' : null

/** Complete years, counted birthday by birthday; negative when the order is reversed. */
export function yearsBetween(from: number, to: number): number {
  if (to < from) return yearsBetween(to, from) === 0 ? 0 : -yearsBetween(to, from)
  const [a, b] = [new Date(from), new Date(to)]
  const years = b.getUTCFullYear() - a.getUTCFullYear()
  const before = b.getUTCMonth() < a.getUTCMonth() || (b.getUTCMonth() === a.getUTCMonth() && b.getUTCDate() < a.getUTCDate())
  return years - Number(before)
}
