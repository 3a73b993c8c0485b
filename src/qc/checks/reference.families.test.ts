import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import { runChecks } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import type { CheckResult, GroupResult } from '../result.ts'
import type { QcDatabase } from '../table.ts'
import { addShadows } from '../testing/add-shadows.ts'
import { CROSS_TABLE } from '../testing/reference/cross-table.ts'
import { HISTORY, HISTORY_OF, history } from '../testing/reference/history.ts'
import { Reader, type Cell, type Facts, type Reference, type Row } from '../testing/reference/model.ts'
import { COLUMNS, randomRows } from '../testing/reference/random-rows.ts'
import { STATISTICS } from '../testing/reference/statistics.ts'
import { TIME } from '../testing/reference/time.ts'
import { stageRows } from '../testing/stage-rows.ts'

const NOW = '2026-02-20T08:00:00'
const REFERENCES: readonly Reference[] = [...CROSS_TABLE, ...TIME, ...STATISTICS, ...HISTORY]
const CONTEXT = {
  history: Object.fromEntries(
    REFERENCES.flatMap(({ check }, index) =>
      check === 'J14' || check === 'J23' ? [[`p${index}`, history(HISTORY_OF[check])] as const] : [],
    ),
  ),
}

let database: QcDatabase
beforeAll(async () => void (database = await openDatabase({ threads: 1 })))
afterAll(() => database.close())

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
  main: randomRows(25),
  other: randomRows(12),
  codes: fc.constantFrom([], ['-99']),
  filtered: fc.boolean(),
  grouped: fc.boolean(),
  shadowed: fc.boolean(),
  chosen: fc.shuffledSubarray([...REFERENCES.keys()], { minLength: 3, maxLength: 3 }),
})

const cells = (rows: readonly Row[]): Cell[][] => rows.map((row) => COLUMNS.map((column) => row[column] ?? null))

async function compare({ main, other, codes, filtered, grouped, shadowed, chosen }: Setting): Promise<void> {
  const tables = [await stageRows(database, 'main', COLUMNS, cells(main)), await stageRows(database, 'other', COLUMNS, cells(other))]
  const used = shadowed ? [await addShadows(database, tables[0]!, main), await addShadows(database, tables[1]!, other)] : tables
  const shared = { table: 'main', missingCodes: codes, ...(filtered ? { filter: 'x > 1' } : {}), ...(grouped ? { groupBy: ['中心'] } : {}) }
  const parameters = chosen.map((index): Parameter => ({
    id: `p${index}`,
    ...REFERENCES[index]!.parameter,
    check: REFERENCES[index]!.check,
    ...shared,
  }))
  const run = await runChecks({ database, tables: used, parameters, now: NOW, context: CONTEXT })
  const blamed = await run.violations.first(1000)
  await run.violations.dispose()
  if (shadowed) for (const table of used) await database.run(`DROP VIEW ${table.relation}`)
  for (const table of tables) await database.run(`DROP TABLE ${table.relation}`)

  const read = new Reader(codes)
  const facts: Facts = { main, other, read, now: NOW, context: CONTEXT }
  const kept = main.filter((row) => !filtered || (read.number(row, 'x') ?? 0) > 1)
  chosen.forEach((index, place) => {
    const reference = REFERENCES[index]!
    const result = run.results[place]!
    const where = `${reference.check} ${JSON.stringify(reference.parameter)}`
    expect(result.message?.en, where).toBeUndefined()
    const verdicts = reference.kind === 'row' ? reference.verdicts(kept, facts) : []
    agree(reference, result, kept, verdicts, facts, undefined, where)
    if (reference.kind === 'row' && result.status === 'failed') {
      const wrong = verdicts.flatMap((verdict, at) => (verdict ? [main.indexOf(kept[at]!) + 1] : []))
      expect(
        (blamed.get(`p${index}`) ?? []).map((item) => item.row),
        where,
      ).toEqual(wrong)
    }
    for (const group of result.groups ?? []) {
      const name = group.group['中心'] ?? null
      const inside = (row: Row): boolean => read.value(row, '中心') === name
      const own = verdicts.filter((_, at) => inside(kept[at]!))
      agree(reference, group, kept.filter(inside), own, facts, name, `${where} ${name}`)
    }
  })
}

/** Verdicts about rows are made once over all of them: the statistics of outliers know no groups. */
function agree(
  reference: Reference,
  result: CheckResult | GroupResult,
  rows: readonly Row[],
  verdicts: readonly (boolean | null)[],
  facts: Facts,
  group: Cell | undefined,
  where: string,
): void {
  if (reference.kind === 'measure') {
    const value = reference.measure(rows, facts, group)
    if (value === null) return expect(result.status, where).toBe('not_applicable')
    expect(result.value, where).toBeCloseTo(value, 8)
    return expect(result.violated, where).toBe(Number(reference.fails(value)))
  }
  if (reference.kind === 'group') {
    if (group !== undefined) return
    return expect([result.denominator, result.violated], where).toEqual(reference.count(rows, facts))
  }
  const judged = verdicts.filter((verdict) => verdict !== null)
  expect([result.denominator, result.violated], where).toEqual([judged.length, judged.filter(Boolean).length])
}

it('random tables give the counts, rows and groups of a plain reading, row by row', async () => {
  await fc.assert(fc.asyncProperty(setting, compare), { numRuns: 500 })
}, 300_000)
