import * as fc from 'fast-check'
import type { Row } from './model.ts'

export const CORE_COLUMNS = ['编号', '访视', 'x', 'y', '日', '止', '类', '文', '性别', '身份证', '中心'] as const

const blank = fc.constantFrom('', ' ', '　', null, '-99', '\u00a0\t')
const mostly = (common: fc.Arbitrary<string>, odd: readonly string[]): fc.Arbitrary<string | null> =>
  fc.oneof({ weight: 8, arbitrary: common }, { weight: 2, arbitrary: fc.constantFrom(...odd) }, { weight: 1, arbitrary: blank })
/** Columns that are clean throughout get a typed shadow; they must answer exactly as their texts do. */
const clean = (common: fc.Arbitrary<string>): fc.Arbitrary<string | null> =>
  fc.oneof({ weight: 9, arbitrary: common }, { weight: 1, arbitrary: blank })

const whole = fc.integer({ min: -3, max: 12 }).map(String)
const day = fc
  .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }))
  .map(([date, month]) => `2025-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`)
const numbers = mostly(fc.oneof(whole, fc.constantFrom('1.5', '7.0', '1e1', '250', '007')), [
  'abc',
  'NaN',
  '１２',
  '1,5',
  'inf',
  '1e999',
  ' 7 ',
])
const dates = mostly(
  fc.oneof(
    day,
    day.map((text) => `${text} 23:59:59`),
  ),
  ['2025-02-30', '25-2-1', 'x', '2025/2/7', '1950-06-15'],
)
const words = [
  'abc',
  'S001',
  'S01',
  '23:59',
  '24:00',
  'a@b.cn',
  '2-Sep',
  'Mar-01',
  '1.2E+17',
  '#REF!',
  '联系 13800138000',
  '６月',
  'a\u200bb',
  "it's",
  '见11010519491231002X',
  '12',
]

const CELLS = (tidy: boolean): Record<(typeof CORE_COLUMNS)[number], fc.Arbitrary<string | null>> => ({
  编号: mostly(fc.constantFrom('S1', 'S2', 'S3', 'S4', 'S5', 'S6'), ['S1 ', 's1', '007']),
  访视: mostly(fc.constantFrom('V1', 'V2'), ['V9']),
  x: tidy ? clean(whole) : numbers,
  y: tidy ? clean(fc.constantFrom('0.5', '2', '11.25', '-3')) : numbers,
  日: tidy ? clean(day) : dates,
  止: tidy ? clean(day) : dates,
  类: mostly(fc.constantFrom('A', 'B', 'O80', 'C61'), ['a', 'A ']),
  文: mostly(fc.constantFrom(...words), ['', '😀😀']),
  性别: mostly(fc.constantFrom('男', '女', 'M', 'F'), ['未知']),
  身份证: mostly(fc.constantFrom('11010519491231002X', '110105195006150018', '11010519491231002x'), [
    '110105194912310021',
    '110105194902310026',
    '990105194912310021',
    '1101051949',
  ]),
  中心: fc.constantFrom('北', '南', '', null),
})

export const coreRows = (most: number): fc.Arbitrary<Row[]> =>
  fc.boolean().chain((tidy) => fc.array(fc.record(CELLS(tidy)) as fc.Arbitrary<Row>, { minLength: 0, maxLength: most, size: 'max' }))
