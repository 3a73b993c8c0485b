import { askedOf, type Field, isChoice, isPointer, type Operator, operatorsOf, type Resource } from '#kernel'
import { joinNames } from '../../ui/format.ts'
import type { Text } from '../../i18n/index.ts'
import type { Filter } from '../address.ts'
import type { Words } from '../../field/words.ts'

const isMoment = (field: Field) => field.kind === 'date' || field.kind === 'dateTime' || field.kind === 'time' || field.kind === 'year'

/** "Later than" for times, "more than" for amounts. */
export const operatorWord = (field: Field, operator: Operator, t: Text): string =>
  t(isMoment(field) && ['>', '>=', '<', '<=', 'RANGE', 'NOT RANGE'].includes(operator) ? `time.${operator}` : `op.${operator}`)

export const takesValue = (operator: Operator): boolean => operator !== 'NULL' && operator !== 'NOT NULL'

const preferred: readonly Operator[] = ['LIKE', 'RANGE', 'IN', 'FIND_IN_SET', '=', 'NOT NULL']
export const firstOperator = (field: Field): Operator => {
  const known = operatorsOf(field)
  if (field.names && field.names !== 'field') return 'IN'
  return preferred.find((o) => known.includes(o)) ?? known[0] ?? '='
}

/** What one can ask about, first what that the area names first. Only in the bin has a record a time of deletion. */
export const filterFields = (resource: Resource, bin: boolean): { id: string; field: Field; suggested: boolean }[] => {
  const suggested = resource.list.filters ?? []
  const all = Object.entries(askedOf(resource)).filter(([id, field]) => operatorsOf(field).length > 0 && (bin || id !== 'deletedAt'))
  const rank = (id: string) => (suggested.includes(id) ? suggested.indexOf(id) : suggested.length)
  return all.map(([id, field]) => ({ id, field, suggested: suggested.includes(id) })).toSorted((a, b) => rank(a.id) - rank(b.id))
}

/** What a chip says about its value; labels of references are looked up by the chip itself. */
export const valueWord = (filter: Filter, field: Field, words: Words, t: Text, labels: Readonly<Record<string, string>>): string => {
  const parts = filter.val.split(',')
  if (!takesValue(filter.operator)) return ''
  if (field.kind === 'switch') return t(filter.val === '1' || filter.val === 'true' ? 'yes' : 'no')
  if (filter.operator === 'RANGE' || filter.operator === 'NOT RANGE') return `${parts[0] || '…'} – ${parts[1] || '…'}`
  const named = parts.map((p) => (isChoice(field) ? words.option(filter.field, p) : isPointer(field) || field.names ? (labels[p] ?? p) : p))
  return joinNames(named.slice(0, 3)) + (named.length > 3 ? ` +${named.length - 3}` : '')
}
