/** A value of an answer as the rest of the engine knows it: times with a T, numbers as numbers, maps as pairs. */
export function plainValue(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((item) => plainValue(item, type.replace(/^array\((.*)\)$/, '$1')))
  const [, key = '', of = ''] = /^map\(([^,()]+(?:\([^)]*\))?),(.*)\)$/.exec(type) ?? []
  if (key !== '' && typeof value === 'object')
    return Object.entries(value).map(([name, item]) => [keyIn(name, key), plainValue(item, of.trim())])
  if (typeof value !== 'string') return value
  if (type === 'double' || type === 'real' || type.startsWith('decimal')) return Number(value)
  if (type.startsWith('timestamp')) return value.replace(' ', 'T').replace(/\.0+$/, '')
  return value
}

const keyIn = (name: string, type: string): string | number =>
  /^(?:tinyint|smallint|integer|bigint|double|real)$/.test(type) ? Number(name) : name
