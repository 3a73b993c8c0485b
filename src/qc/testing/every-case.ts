import * as fc from 'fast-check'
import type { Check, Example } from '../check.ts'
import { rowExpression } from '../checks/consistency/row-expression.ts'
import { CHECKS } from '../checks/registry.ts'
import { CODE, NONSENSE } from './case.ts'
import { ALL_CASES } from './cases/all.ts'
import { COLUMNS, randomCell, randomExpression } from './random-expression.ts'

/** One question to an engine: an example, as it stands or changed. `typed`: with typed copies beside the text, as a snapshot has them. */
export type Question = { name: string; check: Check; example: Example; typed?: true }

/** Every catalogue case of every check type, and each example once more in groups, with a filter and with typed copies. */
export function everyCase(): Question[] {
  return CHECKS.flatMap((check) =>
    casesOf(check).map(([name, example, typed]) => ({ name: `${check.id} ${name}`, check, example, ...typed })),
  )
}

type Case = [name: string, example: Example, typed?: { typed: true }]

function casesOf(check: Check): Case[] {
  const { example } = check
  const cases = ALL_CASES[check.id]
  const always: Case[] = [['example', example], ...(cases ? ([['boundary', { ...example, ...cases.boundary }]] satisfies Case[]) : [])]
  if (!cases || cases.rowless) return always
  const added = (cell: string | null): Example => ({
    ...example,
    parameter: { ...example.parameter, missingCodes: [...Object.values(example.parameter.missingCodes ?? []).flat(), CODE] },
    rows: [...example.rows, example.columns.map(() => cell)],
  })
  const wrong = new Set(typeof example.violations === 'number' ? [] : example.violations)
  const first = example.columns[0] ?? ''
  const changed = (parameter: Partial<Example['parameter']>): Example => ({ ...example, parameter: { ...example.parameter, ...parameter } })
  const filter = [example.parameter.filter, `[${first}] is not null`].filter(Boolean).join(' and ')
  return [
    ...always,
    ['passing', { ...example, rows: example.rows.filter((_, index) => !wrong.has(index + 1)) }],
    ['empty', { ...example, rows: [] }],
    ['nulls', added(null)],
    ['codes', added(CODE)],
    ['nonsense', added(NONSENSE)],
    ['groups', changed({ groupBy: [first] })],
    ['filter', changed({ filter })],
    ['keys', changed({ keyFields: example.columns })],
    ['typed', example, { typed: true }],
  ]
}

const SEED = 18

/** Expressions of every kind over cells of every kind; the same ones in every run. */
export function everyExpression(count: number): Question[] {
  const sources = fc.sample(randomExpression.boolean, { seed: SEED, numRuns: count })
  const cells = fc.array(fc.tuple(...COLUMNS.map(() => randomCell)), { minLength: 12, maxLength: 12 })
  const tables = fc.sample(cells, { seed: SEED, numRuns: count })
  const others = {
    subjects: {
      columns: ['key', 'w'],
      rows: [
        ['abc', '9'],
        ['7', '2024-01-31'],
        ['7', '8'],
        ['男', null],
        [null, '1'],
      ],
    },
  }
  return sources.map((never, index) => ({
    name: `expression ${index}`,
    check: rowExpression,
    example: { columns: COLUMNS, rows: tables[index] ?? [], others, parameter: { params: { never } }, violations: 0, denominator: 0 },
  }))
}
