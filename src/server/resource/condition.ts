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

const compile = ({ operator, value }: Condition, column: Column, bind: Bind, valuesMatching: ValuesMatching): string => {
  const { compare: c, field } = column
  const one = (v: unknown) => `${bind.add(v)}::${typeOf(field)}`
  switch (operator) {
    case '=':
      return `${c} = ${one(value)}`
    case '<>':
      return `${c} IS DISTINCT FROM ${one(value)}`
    case '>':
    case '>=':
    case '<':
    case '<=':
      return `${c} ${operator} ${one(value)}`
    case 'LIKE':
      return contains(column, String(value), bind.add(`%${escapeLike(String(value))}%`), bind, valuesMatching)
    case 'NOT LIKE':
      return `(t.${column.sql} IS NULL OR NOT ${contains(column, String(value), bind.add(`%${escapeLike(String(value))}%`), bind, valuesMatching)})`
    case 'IN':
      return `${c} = ANY(${bind.add(value)}::${listTypeOf(field)})`
    case 'NOT IN':
      return `(${c} IS NULL OR ${c} <> ALL(${bind.add(value)}::${listTypeOf(field)}))`
    case 'RANGE':
    case 'NOT RANGE': {
      const [from, to] = value as [unknown, unknown]
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
