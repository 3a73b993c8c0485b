import { expect, it } from 'vitest'
import { Sql } from '../sql.ts'
import { trino } from './trino.ts'

it('a text cannot leave its quotation marks', () => {
  expect(trino.values.oneOf(Sql`v`, ["'; DROP TABLE t; --", 'a\0b'])).toBe("(v IN ('''; DROP TABLE t; --', 'ab'))")
})

it('numbers are written so that no digit is lost, and nothing else is a number', () => {
  expect([0.1, -2.5, 1e300, -0].map(trino.values.number)).toEqual(['1E-1', '(-2.5E+0)', '1E+300', '(-0E+0)'])
  expect(trino.values.number(Number.NaN)).toBe('CAST(NULL AS DOUBLE)')
})

it('a date format that Trino cannot read is refused by its name', () => {
  expect(() => trino.dates.read(Sql`v`, ['%d/%m/%Y %z'])).toThrow('%z')
  expect(trino.dates.read(Sql`v`, ['%d.%m.%Y'])).toContain(String.raw`(\d{1,2})\.(\d{1,2})\.(\d{1,4})`)
})

it('the filter of a quantile stands inside it, where its aggregate is', () => {
  const { median, within, mean } = trino.aggregates
  expect(within(mean(Sql`v`), Sql`w`)).toBe('avg(v) FILTER (WHERE w)')
  expect(within(median(Sql`v`), Sql`w`)).toContain('histogram(v) FILTER (WHERE w)')
  expect(within(median(Sql`v`), Sql`w`)).not.toContain('WHERE true')
})

it('a column of one value has no spread at all, filtered or not, and that of a single value stays unknown', () => {
  const { spread, within } = trino.aggregates
  const each = (filter: string) =>
    `(stddev_samp(v) FILTER (WHERE ${filter}) * if(min(v) FILTER (WHERE ${filter}) = max(v) FILTER (WHERE ${filter}), 0E0, 1E0))`
  expect(spread(Sql`v`)).toBe(each('true'))
  expect(within(spread(Sql`v`), Sql`w`)).toBe(each('w'))
})

it('different values are counted across the nodes: with a FILTER clause they would come together on one', () => {
  expect(trino.aggregates.within(Sql`count(DISTINCT v)`, Sql`w`)).toBe('count(DISTINCT CASE WHEN w THEN v END)')
})

it('a condition too long for one method is a column first, which nothing pushes down', () => {
  const { meeting } = trino.relations
  expect(meeting(Sql`t`, Sql`v > 1`, 5)).toBe('t WHERE v > 1')
  expect(meeting(Sql`t`, Sql`v > 1`, 30_000)).toBe('t CROSS JOIN UNNEST(ARRAY[v > 1]) apart("§met") WHERE "§met"')
})
