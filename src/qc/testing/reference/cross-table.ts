import type { Facts, MeasureReference, Reader, Reference, Row, RowReference } from './model.ts'

const keys = (rows: readonly Row[], read: Reader, columns: readonly string[]): Set<string | null> =>
  new Set(rows.map((row) => read.key(row, columns)))

const foreignKey = (columns: readonly string[], missing: 'ignore' | 'violation'): RowReference => ({
  kind: 'row',
  check: 'F01',
  parameter: { columns, params: { parent: 'other', missing } },
  verdicts(rows, { other, read }) {
    const parents = keys(other, read, columns)
    return rows.map((row) => {
      const key = read.key(row, columns)
      return key === null ? (missing === 'violation' ? true : null) : !parents.has(key)
    })
  },
})

const doubleEntry = (as: 'text' | 'number' | 'date', column: string, unmatched: boolean): RowReference => ({
  kind: 'row',
  check: 'F07',
  parameter: { columns: [column], params: { other: 'other', on: ['受试者', '访视'], as, tolerance: as === 'number' ? 2 : 0, unmatched } },
  verdicts: (rows, { other, read }) =>
    rows.map((row) => {
      const key = read.key(row, ['受试者', '访视'])
      if (key === null) return null
      const partner = other.find((item) => read.key(item, ['受试者', '访视']) === key)
      if (!partner) return unmatched ? true : null
      const of = (item: Row): number | null =>
        as === 'number' ? read.number(item, column) : as === 'date' ? read.date(item, column) : null
      const [a, b] = [of(row), of(partner)]
      if (a !== null && b !== null) return as === 'number' ? Math.abs(a - b) > 2 : a !== b
      return read.value(row, column) !== read.value(partner, column)
    }),
})

const fileLink: RowReference = {
  kind: 'row',
  check: 'F11',
  parameter: { params: { other: 'other', on: ['受试者'], where: 'x > 2' } },
  verdicts(rows, { other, read }) {
    const known = keys(
      other.filter((row) => (read.number(row, 'x') ?? 0) > 2),
      read,
      ['受试者'],
    )
    return rows.map((row) => read.key(row, ['受试者']) === null || !known.has(read.key(row, ['受试者'])))
  },
}

const rowCount: MeasureReference = {
  kind: 'measure',
  check: 'F04',
  parameter: { params: { other: 'other', factor: 0.5, tolerance: 3 } },
  measure: (rows, { other, read }: Facts, group) =>
    rows.length - 0.5 * (group === undefined ? other : other.filter((row) => read.value(row, '中心') === group)).length,
  fails: (value) => Math.abs(value) > 3,
}

export const CROSS_TABLE: readonly Reference[] = [
  foreignKey(['受试者'], 'ignore'),
  foreignKey(['受试者', '访视'], 'violation'),
  doubleEntry('text', '类', false),
  doubleEntry('number', 'x', true),
  doubleEntry('date', '起', false),
  fileLink,
  rowCount,
]
