import type { Field, Operator } from '#kernel'
import type { Filter } from './address.ts'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const midnight = (day: string, later = 0): Date => {
  const [, y, m, d] = DAY.exec(day)!
  return new Date(Number(y), Number(m) - 1, Number(d) + later)
}
const startOf = (day: string): string => midnight(day).toISOString()
const endOf = (day: string): string => new Date(midnight(day, 1).getTime() - 1).toISOString().replace('.999Z', '.999999Z')

const alone: Partial<Record<Operator, [Operator, (day: string) => string]>> = {
  '=': ['RANGE', (day) => `${startOf(day)},${endOf(day)}`],
  '<>': ['NOT RANGE', (day) => `${startOf(day)},${endOf(day)}`],
  '>': ['>', endOf],
  '>=': ['>=', startOf],
  '<': ['<', startOf],
  '<=': ['<=', endOf],
}

/** "Today" is the reader's day. Sent as a bare date it would be the server's: eight hours off in Shanghai, and never equal to a moment. */
export const inReadersDay = (filter: Filter, field: Field | undefined): Filter => {
  if (field?.kind !== 'dateTime') return filter
  const { operator, val } = filter
  if (operator === 'RANGE' || operator === 'NOT RANGE') {
    const [from = '', to = ''] = val.split(',')
    return { ...filter, val: `${DAY.test(from) ? startOf(from) : from},${DAY.test(to) ? endOf(to) : to}` }
  }
  const known = DAY.test(val) ? alone[operator] : undefined
  return known ? { ...filter, operator: known[0], val: known[1](val) } : filter
}
