import { expect, it } from 'vitest'
import { chooseEngine, type Choice } from './engine.ts'

const given: Choice = { wish: 'auto', rows: 10, above: 10, liesThere: false, isThere: true }
const engineOf = (change: Partial<Choice>): string => chooseEngine({ ...given, ...change }).engine

it('goes by the size where nothing is asked for: above the limit, not at it', () => {
  expect(engineOf({})).toBe('duckdb')
  expect(engineOf({ rows: 11 })).toBe('trino')
  expect(engineOf({ rows: 11, isThere: false })).toBe('duckdb')
})

it('keeps to what is asked for, whatever the size and whether or not it is there', () => {
  expect(engineOf({ wish: 'duckdb', rows: 1e9 })).toBe('duckdb')
  expect(engineOf({ wish: 'trino', rows: 1, isThere: false })).toBe('trino')
})

it('judges a table where it lies', () => {
  expect(engineOf({ wish: 'duckdb', rows: 1, liesThere: true })).toBe('trino')
})

it('says why, in both languages and each time in other words', () => {
  const said = [
    {},
    { rows: 11 },
    { rows: 11, isThere: false },
    { wish: 'duckdb' },
    { wish: 'trino' },
    { liesThere: true },
  ] satisfies Partial<Choice>[]
  for (const language of ['zh-cn', 'en'] as const)
    expect(new Set(said.map((change) => chooseEngine({ ...given, ...change }).why[language])).size).toBe(said.length)
})
