import * as fc from 'fast-check'
import type { Row } from './model.ts'

export const COLUMNS = ['受试者', '访视', '起', '止', 'x', '类', '中心'] as const

const blank = fc.constantFrom('', ' ', '　', null, '-99')
/** `odd` holds what makes a column unfit for a typed shadow; a clean table leaves it out. */
type Cells = (clean: boolean) => fc.Arbitrary<string | null>
const mostly =
  (common: fc.Arbitrary<string>, odd: readonly string[]): Cells =>
  (clean) =>
    fc.oneof(
      { weight: 8, arbitrary: common },
      { weight: clean ? 0 : 1, arbitrary: fc.constantFrom(...odd) },
      { weight: 1, arbitrary: clean ? fc.constantFrom('', null) : blank },
    )

const date = mostly(
  fc
    .tuple(fc.integer({ min: 1, max: 28 }), fc.constantFrom('', ' 00:00:00', ' 23:59:59', ' 10:30'))
    .map(([day, time]) => `2026-02-${String(day).padStart(2, '0')}${time}`),
  ['2026-02-30', '26-2-1', 'x', '2026/2/7', '2031-01-01'],
)

const CELLS: Record<(typeof COLUMNS)[number], Cells> = {
  受试者: mostly(fc.constantFrom('S1', 'S2', 'S3', 'S4'), ['S1 ', 's1', '007']),
  访视: mostly(fc.constantFrom('V1', 'V2'), ['V9']),
  起: date,
  止: date,
  x: mostly(fc.oneof(fc.integer({ min: -3, max: 12 }).map(String), fc.constantFrom('1.5', '7.0', '1e1', '250')), [
    'abc',
    'NaN',
    '１２',
    '1,5',
  ]),
  类: mostly(fc.constantFrom('A', 'B', 'O'), ['a', 'AB']),
  中心: () => fc.constantFrom('北', '南', '', null),
}

const rowsOf = (most: number, clean: boolean): fc.Arbitrary<Row[]> => {
  const cells = Object.fromEntries(COLUMNS.map((column) => [column, CELLS[column](clean)]))
  return fc.array(fc.record(cells), { minLength: 0, maxLength: most, size: 'max' })
}

export const randomRows = (most: number): fc.Arbitrary<Row[]> => fc.oneof(rowsOf(most, false), rowsOf(most, true))
