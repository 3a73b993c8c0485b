import { openDatabase } from '../../src/qc/database.ts'
import { profileTable } from '../../src/qc/profile/profile.ts'
import { buildReport } from '../../src/qc/report/build.ts'
import type { QcDatabase, StagedTable } from '../../src/qc/table.ts'
import { literalTable } from '../../src/qc/testing/ask.ts'
import { differenceOf, listed, type Inexact } from './near.ts'

/** Numbers, whole ones, dates, times, codes, free text, blanks, persons, cells that change in a spreadsheet. */
const COLUMNS = ['nr', 'sbp', 'weight', 'visit', 'at', 'sex', 'note', 'phone', 'zero', 'empty']
const rowsOf = (count: number): (string | null)[][] =>
  Array.from({ length: count }, (_, at) => [
    String(at + 1),
    at % 17 === 0 ? null : String(90 + ((at * 37) % 80)),
    at % 23 === 0 ? 'k. A.' : (50 + ((at * 7) % 400) / 10).toFixed(1),
    `2026-0${1 + (at % 6)}-1${at % 9}`,
    `2026-01-31 0${at % 9}:30:00`,
    ['1', '2', '1', '9'][at % 4]!,
    at % 5 === 0 ? ` 备注 ${at} ` : `note ${at % 11}`,
    `138${String(10_000_000 + at)}`,
    at % 3 === 0 ? '007' : '１２',
    null,
  ])

type Described = { profile: unknown; tables: unknown }
const described = async (database: QcDatabase, table: StagedTable): Promise<Described> => {
  const profile = await profileTable(database, table)
  const report = await buildReport({ database, tables: [table], profiles: [profile], language: 'en', title: { zh: '', en: '' }, made: '' })
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  return { profile: plain({ ...profile, source: null }), tables: plain(report.tables.map((one) => ({ ...one, source: null }))) }
}

/** A profile and what a report draws, on both engines; the number of differences comes back. */
export async function compareProfiles(there: QcDatabase): Promise<number> {
  const here = await openDatabase({ threads: 1 })
  try {
    const expected = await described(here, literalTable(here, 'visits', COLUMNS, rowsOf(600), false))
    const found = await described(there, literalTable(there, 'visits', COLUMNS, rowsOf(600), false))
    const inexact: Inexact[] = []
    const wrong = (['profile', 'tables'] as const).flatMap((part) => {
      const path = differenceOf(expected[part], found[part], inexact, `.${part}`)
      return path === undefined ? [] : [{ part, path }]
    })
    for (const one of inexact) console.log(`~ ${listed(one)}`)
    for (const { part, path } of wrong)
      console.log(
        `≠ ${path}\n  DuckDB ${JSON.stringify(expected[part]).slice(0, 3000)}\n  Trino  ${JSON.stringify(found[part]).slice(0, 3000)}`,
      )
    console.log(`profile and report: ${2 - wrong.length} of 2 equal`)
    return wrong.length
  } finally {
    await here.close()
  }
}
