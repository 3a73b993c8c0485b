import { evaluateExpression } from '../../expression/evaluate.ts'
import { CLASSES } from '../../checks/values/charset.ts'
import { DAMAGE } from '../../checks/values/excel-damage.ts'
import { FORMATS } from '../../checks/values/named-format.ts'
import { DETECTORS } from '../../checks/values/sensitive-content.ts'
import { CORE_COLUMNS } from './core-rows.ts'
import { DAY, dayOf, type Facts, type Reference, type Row, type RowReference } from './model.ts'
import { birthIn, rightIdentity, sexIn, shapedIdentity, yearsBetween } from './identity.ts'

type Verdict = (row: Row, facts: Facts) => boolean | null
type Parameter = RowReference['parameter']
const rowwise = (check: string, parameter: Parameter, verdict: Verdict): RowReference => ({
  kind: 'row',
  check,
  parameter,
  verdicts: (rows, facts) => rows.map((row) => verdict(row, facts)),
})
/** Judged where the column is filled. */
const filled = (
  check: string,
  column: string,
  params: Record<string, unknown>,
  wrong: (value: string, row: Row, facts: Facts) => boolean,
): RowReference =>
  rowwise(check, { columns: [column], params }, (row, facts) => {
    const value = facts.read.value(row, column)
    return value === null ? null : wrong(value, row, facts)
  })
const numeric = (check: string, column: string, params: Record<string, unknown>, wrong: (value: number) => boolean): RowReference =>
  rowwise(check, { columns: [column], params }, (row, { read }) => {
    const value = read.number(row, column)
    return value === null ? null : wrong(value)
  })
const truth = (source: string, row: Row, { read, now }: Facts): boolean | null =>
  evaluateExpression(source, { row, missingCodes: read.codes, now }, 'boolean') as boolean | null

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern.replace('(?i)', '')})$`, pattern.startsWith('(?i)') ? 'iu' : 'u')
const repeats = (keys: readonly (string | null)[]): (boolean | null)[] =>
  keys.map((key) => (key === null ? null : keys.filter((other) => other === key).length > 1))

const CONDITION = "性别 = '女' and x > 2"

export const COMPLETENESS: readonly Reference[] = [
  rowwise('A01', { columns: ['x'] }, (row, { read }) => read.value(row, 'x') === null),
  rowwise(
    'A01',
    { columns: ['文'], params: { treatBlank: false } },
    (row, { read }) => (row['文'] ?? null) === null || read.codes.includes(row['文']!),
  ),
  rowwise('A02', { columns: ['文'], params: { condition: CONDITION } }, (row, facts) =>
    truth(CONDITION, row, facts) === true ? facts.read.value(row, '文') === null : null,
  ),
  rowwise('A03', { columns: ['文'], params: { condition: CONDITION } }, (row, facts) =>
    truth(CONDITION, row, facts) === true ? null : facts.read.value(row, '文') !== null,
  ),
  {
    kind: 'measure',
    check: 'A04',
    parameter: { columns: ['y'], params: { minPercent: 90 } },
    measure: (rows, { read }) => (rows.length === 0 ? null : rows.filter((row) => read.value(row, 'y') !== null).length / rows.length),
    fails: (value) => value < 0.9,
  },
  rowwise('A05', { columns: ['文', 'x', '日'] }, (row, { read }) => ['文', 'x', '日'].every((column) => read.value(row, column) === null)),
  rowwise('A06', { columns: ['文', 'x', '日'] }, (row, { read }) => ['文', 'x', '日'].some((column) => read.value(row, column) === null)),
  rowwise('A07', { columns: ['y'], params: { given: 'x' } }, (row, { read }) =>
    read.value(row, 'x') === null ? null : read.value(row, 'y') === null,
  ),
  rowwise('A08', { columns: ['x'], params: { codes: ['7.0', '-99'] } }, (row) =>
    row['x'] === null || row['x']!.trim() === '' ? null : ['7.0', '-99'].includes(row['x']!),
  ),
  rowwise('A10', { columns: ['类'], params: { complete: ['A', 'B'], expected: 'x >= 0' } }, (row, facts) =>
    truth('x >= 0', row, facts) === true ? !['A', 'B'].includes(facts.read.value(row, '类') ?? '') : null,
  ),
  {
    kind: 'group',
    check: 'A12',
    parameter: { columns: ['编号'], params: { min: 2, max: 3 } },
    count: (rows, { read }) => {
      const keys = rows.map((row) => read.value(row, '编号')).filter((key) => key !== null)
      const sizes = [...new Set(keys)].map((key) => keys.filter((other) => other === key).length)
      return [sizes.length, sizes.filter((size) => size < 2 || size > 3).length]
    },
  },
  filled(
    'A13',
    '编号',
    { table: 'other', column: '编号' },
    (value, _row, { other, read }) => !other.some((item) => read.value(item, '编号') === value),
  ),
  {
    kind: 'measure',
    check: 'A14',
    parameter: { params: { min: 3, max: 8 } },
    measure: (rows) => rows.length,
    fails: (value) => value < 3 || value > 8,
  },
  rowwise('A16', { params: { ignore: ['编号', '访视', '类', '性别', '身份证', '中心'] } }, (row, { read }) =>
    ['x', 'y', '日', '止', '文'].every((column) => read.value(row, column) === null),
  ),
]

const classes = new RegExp(
  `[${(['control', 'replacement', 'fullwidth', 'invisible'] as const).map((name) => CLASSES[name].set.replaceAll(String.raw`\x{`, String.raw`\u{`)).join('')}]`,
  'u',
)

export const VALUES: readonly Reference[] = [
  filled('C01', 'x', { type: 'number' }, (_value, row, { read }) => read.number(row, 'x') === null),
  filled('C01', 'y', { type: 'integer' }, (_value, row, { read }) => !Number.isInteger(read.number(row, 'y') ?? 0.5)),
  filled('C01', '日', { type: 'date' }, (_value, row, { read }) => read.date(row, '日') === null),
  filled('C01', '文', { type: 'time' }, (value) => !/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)),
  numeric('C02', 'x', { min: 0, max: 7 }, (value) => value < 0 || value > 7),
  numeric('C02', 'y', { min: 2, inclusive: false }, (value) => value <= 2),
  rowwise(
    'C03',
    {
      columns: ['x'],
      params: {
        by: ['类', '性别'],
        limits: [
          { key: ['A', '男'], min: 0, max: 5 },
          { key: ['B', '女'], max: 1 },
        ],
      },
    },
    (row, { read }) => {
      const [value, key] = [read.number(row, 'x'), `${read.value(row, '类')}${read.value(row, '性别')}`]
      if (value === null) return null
      return key === 'A男' ? value < 0 || value > 5 : key === 'B女' ? value > 1 : null
    },
  ),
  filled('C04', '类', { values: ['A', 'B'] }, (value) => !['A', 'B'].includes(value)),
  filled('C04', 'x', { values: ['1', '7.0', '250'] }, (value) => !['1', '7.0', '250'].includes(value)),
  filled('C05', '类', { values: ['A', 'o80'], caseSensitive: false }, (value) => ['a', 'o80'].includes(value.toLowerCase())),
  filled('C10', '文', { pattern: 'S[0-9]{3}' }, (value) => !/^S[0-9]{3}$/.test(value)),
  filled('C10', '文', { pattern: '[a-c]+', whole: false, mode: 'must_not', ignoreCase: true }, (value) => /[a-c]+/i.test(value)),
  ...(['email', 'time_24h', 'decimal', 'date_iso', 'integer'] as const).map((format) =>
    filled('C12', format === 'date_iso' ? '日' : '文', { format }, (value) => !whole(FORMATS[format].pattern).test(value)),
  ),
  filled('C13', '文', { min: 3, max: 5 }, (value) => [...value].length < 3 || [...value].length > 5),
  filled('C14', '止', {}, (_value, row, { read }) => read.date(row, '止') === null),
  filled('C14', '日', { formats: ['%Y-%m-%d'] }, (value) => !/^\d{4}-\d\d?-\d\d?$/.test(value) || value === '2025-02-30'),
  filled('C18', '文', {}, (value) => classes.test(value)),
  rowwise('C22', { columns: ['y'], params: { formula: 'x + 1', tolerance: 1 } }, (row, { read }) => {
    const [x, y] = [read.number(row, 'x'), read.number(row, 'y')]
    return x === null || y === null ? null : Math.abs(y - (x + 1)) > 1
  }),
  filled('C24', '身份证', {}, (value) => !rightIdentity(value)),
  filled(
    'C26',
    '文',
    { width: 3 },
    (value) =>
      (['month_name', 'scientific', 'error'] as const).some((name) => whole(DAMAGE[name].pattern).test(value)) || /^\d{1,2}$/.test(value),
  ),
  filled('C29', '文', {}, (value) =>
    (['cn_resident_id', 'cn_mobile', 'email', 'bank_card'] as const).some((name) => new RegExp(DETECTORS[name].pattern, 'u').test(value)),
  ),
]

export const UNIQUENESS: readonly Reference[] = [
  ...['编号', 'x', '日'].map((column): Reference => ({
    kind: 'row',
    check: 'D01',
    parameter: { columns: [column] },
    verdicts: (rows, { read }) => repeats(rows.map((row) => read.value(row, column))),
  })),
  {
    kind: 'row',
    check: 'D02',
    parameter: { columns: ['编号', '访视'] },
    verdicts: (rows, { read }) => {
      const keys = rows.map((row) => read.key(row, ['编号', '访视']))
      return repeats(keys).map((verdict) => verdict ?? true)
    },
  },
  {
    kind: 'row',
    check: 'D03',
    parameter: { columns: ['编号', '访视', '日'] },
    verdicts: (rows, { read }) => repeats(rows.map((row) => read.key(row, ['编号', '访视', '日']))),
  },
  {
    kind: 'row',
    check: 'D03',
    parameter: { columns: ['编号', '访视'], params: { compareMissing: true } },
    verdicts: (rows, { read }) =>
      repeats(
        rows.map((row) => {
          const values = ['编号', '访视'].map((column) => read.value(row, column))
          return values.every((value) => value === null) ? null : JSON.stringify(values)
        }),
      ),
  },
  rowwise('D04', { columns: ['x', 'y', '文'] }, (row, { read }) => {
    const values = ['x', 'y', '文'].map((column) => read.value(row, column)).filter((value) => value !== null)
    return values.length < 2 ? null : new Set(values).size < values.length
  }),
  {
    kind: 'row',
    check: 'D05',
    parameter: { params: { ignore: ['文', '身份证', '类', 'y', '止'] } },
    verdicts: (rows) =>
      repeats(
        rows.map((row) =>
          JSON.stringify(
            CORE_COLUMNS.filter((column) => !['文', '身份证', '类', 'y', '止'].includes(column)).map((column) => row[column] ?? null),
          ),
        ),
      ),
  },
]

const EXPRESSION = "x < y or (性别 = '男' and 日 > 止)"

export const CONSISTENCY: readonly Reference[] = [
  ...(['<', '=', '!='] as const).map((op) =>
    rowwise('E01', { columns: ['x'], params: { op, other: 'y', tolerance: op === '<' ? 0 : 2 } }, (row, { read }) => {
      const [a, b] = [read.number(row, 'x'), read.number(row, 'y')]
      if (a === null || b === null) return null
      return op === '<' ? !(a < b) : op === '=' ? Math.abs(a - b) > 2 : Math.abs(a - b) <= 2
    }),
  ),
  rowwise('E01', { columns: ['日'], params: { op: '<=', other: '止', as: 'date', tolerance: 3 } }, (row, { read }) => {
    const [a, b] = [read.date(row, '日'), read.date(row, '止')]
    return a === null || b === null ? null : (a - b) / DAY > 3
  }),
  rowwise('E01', { columns: ['类'], params: { op: '>=', other: '编号', as: 'text' } }, (row, { read }) => {
    const [a, b] = [read.value(row, '类'), read.value(row, '编号')]
    return a === null || b === null ? null : a < b
  }),
  rowwise('E02', { params: { expression: EXPRESSION } }, (row, facts) => truth(EXPRESSION, row, facts)),
  rowwise('E02', { params: { expression: EXPRESSION, meaning: 'good' } }, (row, facts) => {
    const value = truth(EXPRESSION, row, facts)
    return value === null ? null : !value
  }),
  rowwise('E05', { columns: ['类'], params: { sex: '性别' } }, (row, { read }) => {
    const [code, sex] = [read.value(row, '类'), sexIn(read.value(row, '性别'))]
    if (code === null || sex === null || !(code.startsWith('O') || code.startsWith('C61'))) return null
    return (code.startsWith('O') ? 'female' : 'male') !== sex
  }),
  rowwise('E06', { columns: ['身份证'], params: { birth: '日' } }, (row, { read }) => {
    const [id, date] = [read.value(row, '身份证'), read.date(row, '日')]
    const born = id === null ? null : birthIn(id)
    return born === null || date === null ? null : dayOf(born) !== dayOf(date)
  }),
  rowwise('E06', { columns: ['身份证'], params: { sex: '性别' } }, (row, { read }) => {
    const [id, sex] = [read.value(row, '身份证'), sexIn(read.value(row, '性别'))]
    return id === null || sex === null || !shapedIdentity(id) ? null : (Number(id[16]) % 2 === 1 ? 'male' : 'female') !== sex
  }),
  rowwise('E07', { columns: ['x'], params: { birth: '日', at: '止', tolerance: 1 } }, (row, { read }) => {
    const [age, birth, at] = [read.number(row, 'x'), read.date(row, '日'), read.date(row, '止')]
    return age === null || birth === null || at === null ? null : Math.abs(age - yearsBetween(birth, at)) > 1
  }),
]
