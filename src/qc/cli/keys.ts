import { nearest } from '../nearest.ts'
import type { Parameter } from '../parameter.ts'
import { QcInputError } from '../source/input-error.ts'
import type { StagedTable } from '../table.ts'
import type { Invocation } from './arguments.ts'

type NamedKey = Invocation['keys'][number]

export const namedKeys = (keys: Readonly<Record<string, string[]>>): NamedKey[] =>
  Object.entries(keys).map(([table, columns]) => ({ table, columns }))

/** A key without a table belongs to every table that has its columns; one that fits no table is a mistake, not a wish unheard. */
export function keysOf(keys: readonly NamedKey[], tables: readonly StagedTable[], file: string): Record<string, string[]> {
  return Object.fromEntries(
    keys.flatMap(({ table, columns }) => {
      const asked = table === undefined ? tables : tables.filter(({ name }) => name === table)
      const fitting = asked.filter((item) => columns.every((column) => item.columns.includes(column)))
      if (fitting.length === 0) throw unknownKey(file, { ...(table === undefined ? {} : { table }), columns }, asked, tables)
      return fitting.map(({ name }) => [name, columns] as const)
    }),
  )
}

function unknownKey(file: string, { table, columns }: NamedKey, asked: readonly StagedTable[], tables: readonly StagedTable[]) {
  if (asked.length === 0) {
    const known = tables.map(({ name }) => name)
    return new QcInputError(
      'no_key_table',
      { file },
      { zh: `没有表“${table}”（有 ${known.join('、')}）`, en: `there is no table "${table}" (there are ${known.join(', ')})` },
    )
  }
  const known = asked.flatMap((item) => item.columns)
  const column = columns.find((name) => !known.includes(name))
  if (column === undefined)
    return new QcInputError(
      'no_key_table',
      { file },
      { zh: `没有一张表同时有列 ${columns.join('、')}`, en: `no table has all of the columns ${columns.join(', ')}` },
    )
  const like = nearest(column, known)
  return new QcInputError(
    'no_key_column',
    { file, column },
    { zh: `没有这个键列${like ? `，是否指“${like}”` : ''}`, en: `there is no such key column${like ? `; did you mean "${like}"` : ''}` },
  )
}

/** The key of the command line wins over the parameters' own: whoever names it wants the rows to be found by it. */
export function withKeys(
  parameters: readonly Parameter[],
  keys: Readonly<Record<string, readonly string[]>>,
  tables: readonly StagedTable[],
): Parameter[] {
  return parameters.map((parameter) => {
    const key = keys[parameter.table ?? (tables.length === 1 ? tables[0]!.name : '')]
    return key ? { ...parameter, keyFields: key } : parameter
  })
}
