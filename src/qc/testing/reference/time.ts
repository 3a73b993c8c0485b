import { dateIn } from '../../cast.ts'
import {
  DAY,
  dayOf,
  present,
  type Facts,
  type GroupReference,
  type MeasureReference,
  type Reference,
  type Row,
  type RowReference,
} from './model.ts'

/** Both days must be known. */
const days =
  (judge: (a: number, b: number) => boolean) =>
  (a: number | null, b: number | null): boolean | null =>
    a === null || b === null ? null : judge(dayOf(a), dayOf(b))

/** The earliest (or latest) date of the rows of the other table with the same subject. */
function partnerDate(
  row: Row,
  { other, read }: Facts,
  column: string,
  pick: 'min' | 'max',
  on: readonly string[] = ['受试者'],
): number | null {
  const key = read.key(row, on)
  if (key === null) return null
  const dates = present(other.filter((item) => read.key(item, on) === key).map((item) => read.date(item, column)))
  return dates.length === 0 ? null : Math[pick](...dates)
}

const found = { table: 'other', on: ['受试者'] }

const rowwise = (check: string, params: Record<string, unknown>, verdict: (row: Row, facts: Facts) => boolean | null): RowReference => ({
  kind: 'row',
  check,
  parameter: { columns: ['起'], params },
  verdicts: (rows, facts) => rows.map((row) => verdict(row, facts)),
})

const startEnd = (precision: 'day' | 'time'): RowReference =>
  rowwise('G01', { end: '止', precision }, (row, { read }) => {
    const [start, end] = [read.date(row, '起'), read.date(row, '止')]
    if (precision === 'day') return days((a, b) => b < a)(start, end)
    return start === null || end === null ? null : end < start
  })

const visit = (end: string | undefined): RowReference =>
  rowwise('G05', { start: '起', ...(end ? { end } : {}), tolerance: 3, table: 'other', on: ['受试者', '访视'] }, (row, facts) => {
    const date = facts.read.date(row, '起')
    const from = partnerDate(row, facts, '起', 'min', ['受试者', '访视'])
    const to = partnerDate(row, facts, end ?? '起', 'max', ['受试者', '访视'])
    if (date === null || from === null) return null
    return dayOf(from) - dayOf(date) > 3 || (to !== null && dayOf(date) - dayOf(to) > 3)
  })

const window = rowwise(
  'G06',
  {
    visit: '访视',
    anchor: '止',
    schedule: [
      { visit: 'V1', day: 3, before: 4, after: 5 },
      { visit: 'V9', day: -2 },
    ],
  },
  (row, { read }) => {
    const name = read.value(row, '访视')
    const plan = name === 'V1' ? ([-1, 8] as const) : name === 'V9' ? ([-2, -2] as const) : undefined
    if (!plan) return null
    return days((date, anchor) => date - anchor < plan[0] || date - anchor > plan[1])(read.date(row, '起'), read.date(row, '止'))
  },
)

const consent = (withoutConsent: boolean): RowReference =>
  rowwise('G07', { consent: '止', withoutConsent, ...found }, (row, facts) => {
    const [date, signed] = [facts.read.date(row, '起'), partnerDate(row, facts, '止', 'min')]
    if (date === null) return null
    return signed === null ? (withoutConsent ? true : null) : dayOf(date) < dayOf(signed)
  })

const constant = (as: 'text' | 'number' | 'date', column: string): GroupReference => ({
  kind: 'group',
  check: 'G12',
  parameter: { columns: [column], params: { subject: ['受试者'], as } },
  count(rows, { read }) {
    const groups = new Map<string, Set<string | number>>()
    for (const row of rows) {
      const key = read.key(row, ['受试者'])
      const value = as === 'text' ? read.value(row, column) : as === 'number' ? read.number(row, column) : read.date(row, column)
      if (key !== null && value !== null) groups.set(key, (groups.get(key) ?? new Set()).add(value))
    }
    return [groups.size, [...groups.values()].filter((values) => values.size > 1).length]
  },
})

const freshness = (unit: 'day' | 'hour'): MeasureReference => ({
  kind: 'measure',
  check: 'H01',
  parameter: { columns: ['起'], params: { maxAge: unit === 'day' ? 5 : 100, unit } },
  measure(rows, { read, now }) {
    const at = dateIn(now)!
    const dates = present(rows.map((row) => read.date(row, '起'))).filter((date) => dayOf(date) <= dayOf(at))
    if (dates.length === 0) return null
    const newest = Math.max(...dates)
    return unit === 'day' ? dayOf(at) - dayOf(newest) : (at - newest) / (DAY / 24)
  },
  fails: (value) => value > (unit === 'day' ? 5 : 100),
})

export const TIME: readonly Reference[] = [
  startEnd('day'),
  startEnd('time'),
  rowwise('G02', { birth: '止', ...found }, (row, facts) =>
    days((date, birth) => date < birth)(facts.read.date(row, '起'), partnerDate(row, facts, '止', 'min')),
  ),
  rowwise('G03', { death: '止', tolerance: 2 }, (row, { read }) =>
    days((date, death) => date > death + 2)(read.date(row, '起'), read.date(row, '止')),
  ),
  rowwise('G03', { death: '止', tolerance: 0, table: 'main', on: ['受试者'] }, (row, facts) =>
    days((date, death) => date > death)(facts.read.date(row, '起'), partnerDate(row, { ...facts, other: facts.main }, '止', 'min')),
  ),
  visit('止'),
  visit(undefined),
  window,
  consent(false),
  consent(true),
  rowwise('G08', { tolerance: 1 }, (row, { read, now }) => days((date, today) => date > today + 1)(read.date(row, '起'), dateIn(now))),
  rowwise('G08', { cutoff: '2026/2/10' }, (row, { read }) => days((date, cut) => date > cut)(read.date(row, '起'), dateIn('2026-02-10'))),
  constant('text', '类'),
  constant('number', 'x'),
  constant('date', '起'),
  freshness('day'),
  freshness('hour'),
  rowwise('H03', { entered: '止', maxDays: 4 }, (row, { read }) =>
    days((event, entry) => entry - event > 4)(read.date(row, '起'), read.date(row, '止')),
  ),
]
