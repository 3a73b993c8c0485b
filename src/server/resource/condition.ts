import type { Condition, Field } from '#kernel'
import { fail } from '#kernel'
import type { Bind } from '../db/bind.ts'
import { storedOf } from '../db/kind.ts'
import type { Column, Model } from '../model/model.ts'

/** The type of a value that a column is compared with. */
const typeOf = (field: Field): string => storedOf(field).asked ?? storedOf(field).type
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`)

const BLANK = {
  text: (c: string) => `(${c} IS NULL OR ${c} = '')`,
  blanks: (c: string) => `(${c} IS NULL OR btrim(${c}, E' \\t\\r\\n\\v\\f\\u00a0\\u3000') = '')`,
  list: (c: string) => `(${c} IS NULL OR cardinality(${c}) = 0)`,
}
const blank = (c: string, field: Field): string => {
  const also = storedOf(field).blank
  return also ? BLANK[also](c) : `${c} IS NULL`
}
/** Of one value of the column's kind several; a column of several is asked for several anyway. */
const listTypeOf = (field: Field): string => (storedOf(field).type.endsWith('[]') ? storedOf(field).type : `${typeOf(field)}[]`)

/** The stored values that a reader knows by words with this text in them. */
export type ValuesMatching = (column: Column, text: string) => readonly string[]

/** People search for what they see: beside the text itself, whatever is shown to them by words that contain it. */
const contains = (column: Column, text: string, pattern: string, bind: Bind, valuesMatching: ValuesMatching): string => {
  const c = `t.${column.sql}`
  const values = valuesMatching(column, text)
  return values.length ? `(${c} ILIKE ${pattern} OR ${c} = ANY(${bind.add(values)}::text[]))` : `${c} ILIKE ${pattern}`
}

/** What was entered for a choice of several is one text. */
const several = ({ compare, field }: Column): string => (field.entered ? `string_to_array(${compare}, ',')` : compare)

const DAY_MS = 86_400_000
/** As a plainly written moment begins: 24:00 is written with the day before. */
const monthBefore = (day: string): string => new Date(Date.parse(day.slice(0, 10)) - DAY_MS).toISOString().slice(0, 7)
/**
 * What is written with its year and two digits of a month is of that month: its letters tell so, for a tenth of what it takes to read them, and
 * most records of years are of another.
 */
const sameMonths = ({ sql, field }: Column, from: unknown, to: unknown, bind: Bind): string => {
  const isRead = field.entered && (field.kind === 'date' || field.kind === 'dateTime')
  if (!isRead || field.indexed) return ''
  const c = `t.${sql}`
  const parts = [
    typeof from === 'string' ? `${c} COLLATE "C" >= ${bind.add(monthBefore(from))}` : '',
    typeof to === 'string' ? `${c} COLLATE "C" < ${bind.add(`${to.slice(0, 7)}~`)}` : '',
  ].filter(Boolean)
  return parts.length ? `(${c} NOT LIKE '____-__-__%' OR ${parts.join(' AND ')}) AND ` : ''
}

const compile = ({ operator, value }: Condition, column: Column, bind: Bind, valuesMatching: ValuesMatching): string => {
  const { compare: c, field } = column
  const one = (v: unknown) => `${bind.add(v)}::${typeOf(field)}`
  switch (operator) {
    case '=':
      return `${sameMonths(column, value, value, bind)}${c} = ${one(value)}`
    case '<>':
      return `${c} IS DISTINCT FROM ${one(value)}`
    case '>':
    case '>=':
      return `${sameMonths(column, value, null, bind)}${c} ${operator} ${one(value)}`
    case '<':
    case '<=':
      return `${sameMonths(column, null, value, bind)}${c} ${operator} ${one(value)}`
    case 'LIKE':
      return contains(column, String(value), bind.add(`%${escapeLike(String(value))}%`), bind, valuesMatching)
    case 'NOT LIKE':
      return `(t.${column.sql} IS NULL OR NOT ${contains(column, String(value), bind.add(`%${escapeLike(String(value))}%`), bind, valuesMatching)})`
    case 'IN':
      return `${c} = ANY(${bind.add(value)}::${listTypeOf(field)})`
    case 'NOT IN':
      return `(${c} = ANY(${bind.add(value)}::${listTypeOf(field)})) IS NOT TRUE`
    case 'RANGE':
    case 'NOT RANGE': {
      const [from, to] = value as [unknown, unknown]
      const { range } = storedOf(field)
      // Reading a text costs more than the row that it stands in: two comparisons would read it twice. An index answers only those.
      if (range && !field.indexed && from !== null && to !== null) {
        const inside = `${c} <@ (${range}(${one(from)}, NULL, '[]') * ${range}(NULL, ${one(to)}, '[]'))`
        return operator === 'RANGE' ? `${sameMonths(column, from, to, bind)}${inside}` : `(${inside}) IS NOT TRUE`
      }
      const parts = [from === null ? '' : `${c} >= ${one(from)}`, to === null ? '' : `${c} <= ${one(to)}`].filter(Boolean)
      const inside = parts.length ? parts.join(' AND ') : 'true'
      return operator === 'RANGE' ? `(${inside})` : `(${c} IS NULL OR NOT (${inside}))`
    }
    case 'NULL':
      return blank(`t.${column.sql}`, field)
    case 'NOT NULL':
      return `NOT ${blank(`t.${column.sql}`, field)}`
    case 'FIND_IN_SET':
      return `${several(column)} && ${bind.add(value)}::${listTypeOf(field)}`
  }
}

export const conditionsSql = (model: Model, conditions: readonly Condition[], bind: Bind, valuesMatching: ValuesMatching): string[] =>
  conditions.map((condition) => {
    const column = model.columns.get(condition.field)
    if (!column) throw fail('input.unknownField', { field: condition.field })
    return compile(condition, column, bind, valuesMatching)
  })

export const quickSearchSql = (
  model: Model,
  text: string,
  bind: Bind,
  hidden: ReadonlySet<string>,
  valuesMatching: ValuesMatching,
): string[] => {
  if (text === '') return []
  const columns = model.searchable.filter((c) => !hidden.has(c.name))
  // A parameter that no column asks for has no type, and the database refuses the statement.
  const pattern = columns.length ? bind.add(`%${escapeLike(text)}%`) : ''
  const parts = columns.map((c) => contains(c, text, pattern, bind, valuesMatching))
  if (/^\d{1,15}$/.test(text)) parts.push(`t."id" = ${bind.add(Number(text))}`)
  return [parts.length ? `(${parts.join(' OR ')})` : 'false']
}
