import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import { Shared, TableScope } from '../scope.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import { COLUMNS, randomCell, randomExpression } from '../testing/random-expression.ts'
import { stageRows } from '../testing/stage-rows.ts'
import { columnsOf } from './columns.ts'
import { compileExpression } from './compile.ts'
import { evaluateExpression } from './evaluate.ts'
import { FUNCTIONS } from './functions.ts'
import { describedFunctions, DESCRIBED_WORDS, SPECIAL } from './help.ts'
import { WORDS } from './token.ts'
import type { Value, ValueType } from './typed.ts'

let database: QcDatabase
let second: StagedTable
beforeAll(async () => {
  database = await openDatabase({ threads: 1 })
  second = await stageRows(database, 'subjects', SUBJECTS, subjects)
})
afterAll(() => database.close())

const now = '2026-06-13T08:30:00'
const missingCodes = ['NA']

async function run(table: StagedTable, sources: readonly string[], type: ValueType): Promise<unknown[][]> {
  const scope = new TableScope(table, new Shared(table.relation), database.dialect, missingCodes)
  const others = new Map([['subjects', new TableScope(second, new Shared(second.relation, 's'), database.dialect, missingCodes)]])
  const sql = sources.map((source) => compileExpression(source, { scope, now, others }, type))
  const list = sql.map((item, index) => `${type === 'date' ? `epoch_ms(${item})::DOUBLE` : item} AS a${index}`)
  const rows = await database.all(`SELECT ${list.join(', ')} FROM ${scope.shared.from(sql)} ORDER BY "__row"`)
  return rows.map((row) => sources.map((_, index) => row[`a${index}`]))
}

/** 1e-9 apart is the same number: the two sides add up in another order in no operation, but they print differently. */
const same = (a: unknown, b: Value): boolean =>
  a === b || (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)))

const SUBJECTS = ['key', 'w'] as const
const subjects = [
  ['1', '2024-01-31'],
  ['1', '9'],
  ['abc', null],
  ['NA', '3'],
] as const

async function agree(sources: readonly string[], rows: readonly (readonly (string | null)[])[], type: ValueType): Promise<void> {
  const table = await stageRows(database, 't', COLUMNS, rows)
  try {
    const found = await run(table, sources, type)
    const named = (columns: readonly string[], row: readonly (string | null)[]) =>
      Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]))
    const all = rows.map((row) => named(COLUMNS, row))
    const others = { subjects: subjects.map((row) => named(SUBJECTS, row)) }
    for (const [at, row] of rows.entries()) {
      const cells = Object.fromEntries(COLUMNS.map((name, index) => [name, row[index] ?? null]))
      for (const [index, source] of sources.entries()) {
        const expected = evaluateExpression(source, { row: cells, rows: all, others, missingCodes, now }, type)
        if (!same(found[at]![index], expected))
          throw new Error(`${source}\non ${JSON.stringify(cells)}\nSQL ${String(found[at]![index])}, JS ${String(expected)}`)
      }
    }
  } finally {
    await database.run(`DROP TABLE ${table.relation}`)
  }
}

const randomRows = fc.array(fc.tuple(randomCell, randomCell, randomCell, randomCell), { minLength: 1, maxLength: 12 })

describe('compiled SQL and the slow evaluator', () => {
  it.each(['boolean', 'number', 'text', 'date'] as const)(
    'agree on random expressions and rows (%s)',
    async (type) => {
      await fc.assert(
        fc.asyncProperty(fc.array(randomExpression[type], { minLength: 1, maxLength: 8 }), randomRows, (sources, rows) =>
          agree(sources, rows, type),
        ),
        { numRuns: type === 'boolean' ? 80 : 40 },
      )
    },
    120_000,
  )
})

const at = (source: string): string => {
  try {
    evaluateExpression(source, { row: { 年龄: '1', sex: '男', 'birth date': null }, now }, 'boolean')
    return 'fine'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('mistakes are named with their place', () => {
  it.each([
    ["年龄 > 'x'  and", 'at 14: the expression stops here; a value should follow'],
    ['年令 > 18', 'at 1: there is no column "年令"; did you mean "年龄"?'],
    ['年龄 + length(1) > 2', 'at 13: expected text, found a number'],
    ["abs('x') > 1", 'at 5: expected a number, found text'],
    ['年龄', "at 1: a column alone is no condition; compare it, for example column = '1'"],
    ['年龄 > 1 年龄', 'at 8: expected an operator or the end, found "年龄"'],
    ['(年龄 > 1', 'at 8: expected ")", found the end'],
    ["sex = '男", "at 7: the ' here is never closed with '"],
    ['dateadd(today(), 1, "fortnight") > today()', "at 21: the unit must be one of 'day', 'week', 'month', 'year', 'hour', 'minute'"],
    ['lenght(sex) > 1', 'at 1: there is no function "lenght"; did you mean "length"?'],
    ['年龄 = null', 'at 4: comparing with null is never true; write "is null"'],
    ['today() - 1 > 2', 'at 1: dates are not added or subtracted directly; use datediff or dateadd'],
    ['sex matches "(?=x)"', 'at 13: the pattern uses look-around, which is not supported'],
    ['年龄 > 1 && 年龄 < 9', 'at 8: unexpected character "&"; write and'],
    ['年龄 > 1; drop table t', 'at 7: unexpected character ";"'],
    ['constructor(1) > 1', 'at 1: there is no function "constructor"'],
    ["[birth date] < '2024-13-45' and today() < '2024-13-45'", 'at 43: "2024-13-45" is no date; write it like \'2026-01-31\''],
    [`${'('.repeat(300)}1${')'.repeat(300)} = 1`, 'at 201: too deeply nested'],
  ])('%s', (source, message) => expect(at(source)).toBe(message))
})

describe('the language', () => {
  const value = (source: string, row: Record<string, string | null>, type: ValueType = 'boolean'): Value =>
    evaluateExpression(source, { row, missingCodes: ['-9'], now }, type)

  it('reads full-width signs and quotes as they are meant', () =>
    expect(value('（年龄 ≥ 18）and sex ＝ “男”', { 年龄: '18', sex: '男' })).toBe(true))
  it('raises to a power before it takes the sign, the rightmost power first', () => {
    expect(value('-a ^ 2', { a: '3' }, 'number')).toBe(-9)
    expect(value('2 ^ 3 ^ 2', {}, 'number')).toBe(512)
    expect(value('a / (h / 100) ^ 2 > 25', { a: '80', h: '170' })).toBe(true)
    expect(value('a ^ 0.5', { a: '-1' }, 'number')).toBe(null)
    expect(value('2 ^ -1', {}, 'number')).toBe(0.5)
  })
  it('keeps unknown unknown', () => {
    expect(value('a > 1', { a: '' })).toBe(null)
    expect(value('a > 1 or b = 1', { a: '', b: '1' })).toBe(true)
    expect(value('a > 1 and b = 1', { a: '', b: '1' })).toBe(null)
    expect(value('a != 1', { a: '-9' })).toBe(null)
    expect(value('isblank(a)', { a: '-9' })).toBe(true)
  })
  it('compares two columns as numbers, as dates, or as text, row by row', () => {
    expect(value('a < b', { a: '9', b: '10' })).toBe(true)
    expect(value('a < b', { a: '2024-1-9', b: '2024-01-10' })).toBe(true)
    expect(value('a < b', { a: 'b', b: 'c' })).toBe(true)
    expect(value('a < b', { a: '9', b: '未查' })).toBe(null)
    expect(value('a = b', { a: '1.0', b: '1' })).toBe(true)
  })
  it('tells whole numbers of any length apart, in columns, in literals and in lists', () => {
    const [a, b] = ['110101199003071234', '110101199003071235']
    expect(value('a = b', { a, b })).toBe(false)
    expect(value('a != b', { a, b })).toBe(true)
    expect(value('a < b', { a, b })).toBe(true)
    expect(value('a < b', { a: `-${a}`, b: `-${b}` })).toBe(false)
    expect(value('a <= b', { a: `${a}${a}${a}`, b: `${a}${a}${b}` })).toBe(true)
    expect(value('a = 110101199003071235', { a })).toBe(false)
    expect(value('a > 110101199003071233', { a })).toBe(true)
    expect(value('a in (110101199003071235, 1)', { a })).toBe(false)
    expect(value('a between 110101199003071235 and 110101199003071236', { a })).toBe(false)
    expect(value('a = b', { a, b: `${a}.0` })).toBe(true)
  })
  it('takes digits behind a zero for a code: equal letter by letter, in order by number', () => {
    expect(value('a = b', { a: '007', b: '7' })).toBe(false)
    expect(value('a = b', { a: '007', b: '007' })).toBe(true)
    expect(value('a != b', { a: '09', b: '9' })).toBe(true)
    expect(value('a < b', { a: '09', b: '10' })).toBe(true)
    expect(value('a = b', { a: '0.50', b: '.5' })).toBe(true)
    expect(value('a = 7', { a: '007' })).toBe(true)
  })
  it('!= with a blank is unknown, "differs from" never is', () => {
    expect(value("a != '1'", { a: '' })).toBe(null)
    expect(value('a != b', { a: '', b: '1' })).toBe(null)
    expect(value("a differs from '1'", { a: '' })).toBe(true)
    expect(value("a differs from '1'", { a: '1' })).toBe(false)
    expect(value('a differs from 1', { a: 'abc' })).toBe(true)
    expect(value('a differs from 1', { a: '1.0' })).toBe(false)
    expect(value('a differs from b', { a: ' ', b: '-9' })).toBe(false)
    expect(value('a differs from b', { a: '1', b: null })).toBe(true)
    expect(value("a differs from ''", { a: '　' })).toBe(false)
    expect(value('not (a differs from null)', { a: 'x' })).toBe(false)
    expect(value('from differs from differs', { from: '1', differs: '2' })).toBe(true)
  })
  it('looks up a value in another table by key, the first row of several', () => {
    const others = {
      subjects: [
        { id: 'S1', born: '2000-01-31', no: null },
        { id: 'S1', born: '1990-01-01', no: '1' },
      ],
    }
    const look = (source: string, row: Record<string, string | null>) => evaluateExpression(source, { row, others, now }, 'boolean')
    expect(look("lookup(subjects, id, born) < '2001-01-01'", { id: 'S1' })).toBe(true)
    expect(look("lookup('subjects', subject = id, born) = '2000-01-31'", { subject: 'S1' })).toBe(true)
    expect(look('lookup(subjects, id, no) is null', { id: 'S1' })).toBe(true)
    expect(look("lookup(subjects, 'S1' = id, born) = '2000-01-31'", { x: '1' })).toBe(true)
    expect(look("lookup(subjects, id, '1' = no, born) = '1990-01-01'", { id: 'S1' })).toBe(true)
    expect(look('lookup(subjects, id, born) > date', { id: 'S2', date: '1999-01-01' })).toBe(null)
    expect(() => look('lookup(subject, id, born) is null', { id: 'S1' })).toThrow('there is no table "subject"; did you mean "subjects"?')
    expect(() => look('lookup(subjects, id, bron) is null', { id: 'S1' })).toThrow(
      'table "subjects" has no column "bron"; did you mean "born"?',
    )
    expect(columnsOf('lookup(subjects, subject = id, born) > date')).toEqual(['subject', 'date'])
  })
  it('asks whether a column exists, and does not look at what is ruled out', () => {
    expect(value('exists(a) and a > 1', { b: '1' })).toBe(false)
    expect(value('not exists(a) or a > 1', { b: '1' })).toBe(true)
    expect(value('if(exists(a), a, b) > 1', { b: '2' })).toBe(true)
    expect(value('exists(a) and a > 1', { a: '2' })).toBe(true)
    expect(value("exists([--STAT]) and [--STAT] = 'x'", { VSSTAT: 'x' })).toBe(true)
  })
  it('counts and judges within a group', () => {
    const rows = [
      { id: 'S1', v: '1' },
      { id: 'S1', v: '2' },
      { id: 'S2', v: '' },
      { id: '', v: '1' },
    ]
    const group = (source: string, at: number) => evaluateExpression(source, { row: rows[at]!, rows, now }, 'boolean')
    expect(group('count(v > 0, id) = 2', 0)).toBe(true)
    expect(group('any(v = 2, id)', 0)).toBe(true)
    expect(group('all(v = 2, id)', 0)).toBe(false)
    expect(group('any(v = 2, id)', 2)).toBe(false)
    expect(group('count(v > 0, id) > 0', 3)).toBe(null)
  })
  it('knows the first and last day an incomplete date can mean', () => {
    const day = (source: string) => new Date(value(source, {}, 'date') as number).toISOString().slice(0, 10)
    expect(day("earliest('2024')")).toBe('2024-01-01')
    expect(day("latest('2024')")).toBe('2024-12-31')
    expect(day("latest('2024-02')")).toBe('2024-02-29')
    expect(day("latest('2024-02-UN')")).toBe('2024-02-29')
    expect(day("earliest('2024---15')")).toBe('2024-01-01')
    expect(day("latest('2024-02-10')")).toBe('2024-02-10')
    expect(value("latest('2024-13') is null", {})).toBe(true)
  })
  it('names its columns', () => expect(columnsOf("if([体 重] > 1, a, b) in ('x') or a is null")).toEqual(['体 重', 'a', 'b']))
  it('every function has an example that parses', () => {
    for (const [name, { example }] of Object.entries({ ...FUNCTIONS, ...SPECIAL })) {
      if (name === 'lookup') continue // needs a second table
      const row = Object.fromEntries(columnsOf(example).map((column) => [column, null]))
      expect(() => value(example, row), name).not.toThrow()
    }
  })
  it('says of every function and every word what it is for', () => {
    const described = describedFunctions()
    expect(described.map(({ name }) => name).toSorted()).toEqual([...Object.keys(FUNCTIONS), ...Object.keys(SPECIAL)].toSorted())
    expect(described.find(({ name }) => name === 'round')?.signature.en).toBe('round(number[, digits]) → number')
    expect(described.find(({ name }) => name === 'least')?.signature.zh).toBe('least(数值, 数值, …) → 数值')
    expect(described.filter(({ takesNothing }) => takesNothing).map(({ name }) => name)).toEqual(['now', 'today'])
    expect(new Set(DESCRIBED_WORDS.flatMap(({ name }) => name.split(' ')))).toEqual(WORDS)
  })
  it('takes any text without crashing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (source) => {
        try {
          value(source, { a: '1' })
        } catch (error) {
          expect((error as Error).name).toBe('ExpressionError')
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('a pattern that JavaScript tries for hours is stopped and named', () => {
  expect(() =>
    evaluateExpression("x matches '(a+)+$'", { row: { x: `${'a'.repeat(60)}!` }, now: '2024-01-01T00:00:00' }, 'boolean'),
  ).toThrow('takes too long')
  const evil = `${'%a'.repeat(20)}%b`
  expect(evaluateExpression(`x like '${evil}'`, { row: { x: 'a'.repeat(20_000) }, now: '2024-01-01T00:00:00' }, 'boolean')).toBe(false)
})
