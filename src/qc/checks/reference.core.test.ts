import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import { runChecks } from '../engine.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import { addShadows } from '../testing/add-shadows.ts'
import { COMPLETENESS, CONSISTENCY, UNIQUENESS, VALUES } from '../testing/reference/core.ts'
import { CORE_COLUMNS, coreRows } from '../testing/reference/core-rows.ts'
import { Reader, type Facts, type Reference, type Row } from '../testing/reference/model.ts'
import { stageRows } from '../testing/stage-rows.ts'

let database: QcDatabase
beforeAll(async () => void (database = await openDatabase({ threads: 1 })))
afterAll(() => database.close())

const NOW = '2026-02-20T08:00:00'
const stage = (name: string, rows: readonly Row[]): Promise<StagedTable> =>
  stageRows(
    database,
    name,
    CORE_COLUMNS,
    rows.map((row) => CORE_COLUMNS.map((column) => row[column] ?? null)),
  )

type Setting = {
  main: readonly Row[]
  other: readonly Row[]
  codes: readonly string[]
  filtered: boolean
  grouped: boolean
  shadowed: boolean
  chosen: readonly number[]
}
const setting: fc.Arbitrary<Setting> = fc.record({
  main: coreRows(16),
  other: coreRows(5),
  codes: fc.constantFrom([], ['-99', 'A ']),
  filtered: fc.boolean(),
  grouped: fc.boolean(),
  shadowed: fc.boolean(),
  chosen: fc.uniqueArray(fc.nat(99), { minLength: 7, maxLength: 7 }),
})

/** Several references of a family at once on one table: as in a real run, they share passes and expressions. */
async function compare(family: readonly Reference[], { chosen, main, other, codes, filtered, grouped, shadowed }: Setting): Promise<void> {
  const references = [...new Set(chosen.map((at) => family[at % family.length]!))]
  const tables = [await stage('main', main), await stage('other', other)]
  const used = shadowed ? [await addShadows(database, tables[0]!, main), tables[1]!] : tables
  const shared = {
    table: 'main',
    missingCodes: codes,
    ...(filtered ? { filter: "性别 != '男' or x > 3" } : {}),
    ...(grouped ? { groupBy: ['中心'] } : {}),
  }
  const parameters = references.map(({ check, parameter }, index) => ({ id: `p${index}`, check, ...parameter, ...shared }))
  const run = await runChecks({ database, tables: used, parameters, now: NOW })
  const blamed = await run.violations.first(1000)
  await run.violations.dispose()
  if (shadowed) await database.run(`DROP VIEW ${used[0]!.relation}`)
  for (const table of tables) await database.run(`DROP TABLE ${table.relation}`)

  const read = new Reader(codes)
  const facts: Facts = { main, other, read, now: NOW, context: {} }
  const kept = main.filter(
    (row) => !filtered || (read.value(row, '性别') !== null && read.value(row, '性别') !== '男') || (read.number(row, 'x') ?? 0) > 3,
  )
  for (const [index, reference] of references.entries()) {
    const result = run.results[index]!
    const where = `${reference.check} ${JSON.stringify(reference.parameter)}`
    expect(result.message?.en, where).toBeUndefined()
    if (reference.kind === 'group') expect([result.denominator, result.violated], where).toEqual(reference.count(kept, facts))
    if (reference.kind === 'measure') {
      const value = reference.measure(kept, facts, undefined)
      expect([result.value ?? null, result.violated], where).toEqual([value, value === null ? 0 : Number(reference.fails(value))])
    }
    if (reference.kind !== 'row') continue
    const verdicts = reference.verdicts(kept, facts)
    const count = (list: readonly (boolean | null)[]): [number, number] => [
      list.filter((item) => item !== null).length,
      list.filter(Boolean).length,
    ]
    expect([result.denominator, result.violated], where).toEqual(count(verdicts))
    for (const group of result.groups ?? []) {
      const own = verdicts.filter((_, at) => read.value(kept[at]!, '中心') === group.group['中心'])
      expect([group.denominator, group.violated], `${where} ${group.group['中心']}`).toEqual(count(own))
    }
    const wrong = verdicts.flatMap((verdict, at) => (verdict ? [main.indexOf(kept[at]!) + 1] : []))
    if (result.status === 'failed')
      expect(
        (blamed.get(`p${index}`) ?? []).map((item) => item.row).toSorted((a, b) => a! - b!),
        where,
      ).toEqual(wrong)
  }
}

it.each([
  ['completeness', COMPLETENESS, 150],
  ['values', VALUES, 150],
  ['uniqueness', UNIQUENESS, 150],
  ['consistency', CONSISTENCY, 150],
] as const)(
  'random tables give the counts, rows and groups of a plain reading: %s',
  async (_family, references, numRuns) =>
    fc.assert(
      fc.asyncProperty(setting, (value) => compare(references, value)),
      { numRuns },
    ),
  300_000,
)
