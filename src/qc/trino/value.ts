/** A value of an answer as the rest of the engine knows it: times with a T, numbers as numbers. */
export function plainValue(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((item) => plainValue(item, type.replace(/^array\((.*)\)$/, '$1')))
  if (typeof value !== 'string') return value
  if (type === 'double' || type === 'real' || type.startsWith('decimal')) return Number(value)
  if (type.startsWith('timestamp')) return value.replace(' ', 'T').replace(/\.0+$/, '')
  return value
}
