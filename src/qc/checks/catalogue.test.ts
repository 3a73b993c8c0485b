import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Check, Example } from '../check.ts'
import { openDatabase } from '../database.ts'
import type { QcDatabase } from '../table.ts'
import { CODE, NONSENSE, type Added } from '../testing/case.ts'
import { ALL_CASES } from '../testing/cases/all.ts'
import { tryExample } from '../testing/try-example.ts'
import { CHECKS } from './registry.ts'

let database: QcDatabase
beforeAll(async () => void (database = await openDatabase({ threads: 1 })))
afterAll(() => database.close())

const count = (violations: Example['violations']): number => (typeof violations === 'number' ? violations : violations.length)

async function agrees(check: Check, example: Example): Promise<void> {
  const { result, rows } = await tryExample(database, check, example)
  expect(result.message?.en).toBeUndefined()
  expect({ denominator: result.denominator, violated: result.violated }).toEqual({
    denominator: example.denominator,
    violated: count(example.violations),
  })
  if (typeof example.violations !== 'number') expect(rows).toEqual([...example.violations])
}

it('every code and every name is used once, and every check has its cases', () => {
  for (const key of ['id', 'slug'] as const) expect(new Set(CHECKS.map((check) => check[key])).size).toBe(CHECKS.length)
  expect(CHECKS.filter((check) => !(check.id in ALL_CASES)).map((check) => check.id)).toEqual([])
})

describe.each(CHECKS.map((check) => [check.id, check.slug, check] as const))('%s %s', (id, _slug, check) => {
  const cases = ALL_CASES[id]
  if (!cases) return
  const { example } = check

  it('answers its own example', () => agrees(check, example))
  it('answers on the limit', () => agrees(check, { ...example, ...cases.boundary }))
  if (cases.rowless) return

  it('passes when the wrong rows are gone', async () => {
    if (typeof example.violations === 'number') return
    const wrong = new Set(example.violations)
    const { result } = await tryExample(database, check, { ...example, rows: example.rows.filter((_, index) => !wrong.has(index + 1)) })
    expect([result.status, result.violated]).toEqual(['passed', 0])
  })

  it('judges no empty table', async () => {
    const { result } = await tryExample(database, check, { ...example, rows: [] })
    expect(result.status).toBe(cases.empty ?? 'not_applicable')
    if (!cases.empty) expect(result.reason).toBe('no_rows')
  })

  const withRow = async (cell: string | null, added: Added): Promise<void> => {
    const row = example.columns.map(() => cell)
    const parameter = { ...example.parameter, missingCodes: [...Object.values(example.parameter.missingCodes ?? []).flat(), CODE] }
    const { result } = await tryExample(database, check, { ...example, parameter, rows: [...example.rows, row] })
    expect(result.message?.en).toBeUndefined()
    expect([result.denominator, result.violated]).toEqual([example.denominator + added[0], count(example.violations) + added[1]])
  }
  it('takes a row of nulls as meant', () => withRow(null, cases.nulls))
  it('takes a row of missing codes as meant', () => withRow(CODE, cases.codes))
  it('takes a row of nonsense as meant', () => withRow(NONSENSE, cases.nonsense))
})
