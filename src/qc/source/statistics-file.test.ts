import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { stageFile } from './stage.ts'
import { durationText, floatText, instantText } from './statistics-file.ts'

type Written = {
  columns: string[]
  rows: (string | number | null)[][]
  labels: Record<string, string>
  choices: Record<string, Record<string, string>>
  missing: Record<string, (number | { lo: number; hi: number })[]>
}
const FOLDER = path.join(import.meta.dirname, 'testing/fixtures')
const index = JSON.parse(readFileSync(path.join(FOLDER, 'index.json'), 'utf8')) as Record<string, Written>

let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-statistics-'))
  db = await openDatabase({ memory: '512MB', threads: 1 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['sav', 'zsav', 'por', 'dta', 'sas7bdat', 'ods', 'nii', 'xpt', 'parquet', 'xlsx'])('%s', (ending) => {
  it('reads what independent writers wrote: cells, labels, labels of values, missing values', async () => {
    const names = Object.keys(index).filter((name) => name.endsWith(`.${ending}`))
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      const written = index[name] as Written
      const table = await stageFile(db, path.join(FOLDER, name))
      const rows = await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`)
      if (ending !== 'nii') expect(table.columns, name).toEqual(written.columns)
      const cells = rows.map((row) =>
        table.columns.map((column, at) => {
          const cell = row[column] as string | null
          return cell !== null && typeof written.rows[Number(row['__row']) - 1]?.[at] === 'number' ? Number(cell) : cell
        }),
      )
      expect(cells, name).toEqual(written.rows)
      const facts = new Map((table.source.dictionary ?? []).map((fact) => [fact.column, fact]))
      for (const column of written.columns) {
        const fact = facts.get(column)
        expect(fact?.label, `${name} ${column}`).toBe(written.labels[column])
        expect(Object.fromEntries((fact?.choices ?? []).map(({ code, label }) => [code, label])), `${name} ${column}`).toEqual(
          written.choices[column] ?? {},
        )
        const gaps = written.missing[column] ?? []
        expect(fact?.missing ?? { codes: [], ranges: [] }, `${name} ${column}`).toEqual({
          codes: gaps.flatMap((gap) => (typeof gap === 'number' ? [String(gap)] : [])),
          ranges: gaps.flatMap((gap) => (typeof gap === 'number' ? [] : [{ min: String(gap.lo), max: String(gap.hi) }])),
        })
      }
      expect(table.source.notes.map((note) => note.code)).not.toContain('row_count_mismatch')
    }
  })
})

it('instants, durations and short floats are written as people read them', () => {
  expect([instantText(86_400, false), instantText(86_400.5, true), instantText(1e15, true)]).toEqual([
    '1970-01-02',
    '1970-01-02 00:00:00.500',
    undefined,
  ])
  expect([durationText(3661), durationText(-90_000.25)]).toEqual(['01:01:01', '-25:00:00.250'])
  expect([0.1, 1.5, 16_777_216, 3.402_823_5e38].map((value) => floatText(Math.fround(value)))).toEqual([
    '0.1',
    '1.5',
    '16777216',
    '3.4028235e+38',
  ])
})
