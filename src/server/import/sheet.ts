import { IMPORT_ROWS, fail, importableOf } from '#kernel'
import type { Field } from '#kernel'
import type { Model } from '../model/model.ts'
import { zoneOf } from '../zone.ts'

/** What was read from a file and which field each of its columns fills. */
export type Sheet = {
  columns: readonly (readonly [name: string, field: Field])[]
  rows: readonly (readonly string[])[]
  /** Which row of the file each is: whoever mends it looks for that number. */
  numbers: readonly number[]
  zone: string
  file: string
  isPreview: boolean
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isRow = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const bad = (field: string, value: unknown) => fail('input.badValue', { field, value: String(value).slice(0, 60) })

export const readSheet = ({ resource }: Model, body: unknown): Sheet => {
  const sent = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined)
  const names = sent('columns')
  const rows = sent('rows')
  const fields = importableOf(resource)
  if (!Array.isArray(names) || names.length === 0 || !names.every(isText) || new Set(names).size !== names.length)
    throw bad('columns', names)
  const columns = names.map((name): [string, Field] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) throw fail('input.unknownField', { field: name.slice(0, 100) })
    return [name, field]
  })
  if (!Array.isArray(rows) || !rows.every(isRow) || rows.some((row) => row.length > columns.length)) throw bad('rows', typeof rows)
  if (rows.length === 0) throw fail('import.empty')
  if (rows.length > IMPORT_ROWS) throw fail('import.tooMany', { limit: IMPORT_ROWS })
  const file = sent('file')
  const numbers = sent('numbers') ?? rows.map((_, i) => i + 1)
  if (!Array.isArray(numbers) || numbers.length !== rows.length || !numbers.every(Number.isSafeInteger))
    throw bad('numbers', typeof numbers)
  return {
    columns,
    rows,
    numbers,
    zone: zoneOf(sent('zone')),
    file: isText(file) ? file.slice(0, 200) : '',
    isPreview: sent('preview') === true,
  }
}
