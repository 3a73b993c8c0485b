import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { QcInputError } from './input-error.ts'
import { stageFile } from './stage.ts'
import { writeXpt } from './testing/write-xpt.ts'

let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-fuzz-'))
  db = await openDatabase({ memory: '512MB', threads: 1 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

/** Either a table whose rows can be read, or a QcInputError that names the file. */
async function survives(name: string, content: Uint8Array | string): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  try {
    const table = await stageFile(db, file)
    const [row] = await db.all<{ n: number }>(`SELECT count(*) AS n FROM (SELECT * FROM ${table.relation})`)
    expect(row?.n).toBe(table.rows)
    await db.run(`DROP VIEW ${table.relation}`)
  } catch (error) {
    expect(error).toBeInstanceOf(QcInputError)
    expect((error as QcInputError).message).toContain(name)
  }
}

const cell = fc.oneof(
  fc.string({ maxLength: 6, unit: fc.constantFrom('a', '1', ' ', '"', ',', '\n', '\r', '张', '　', "'", ';', '\t', '😀') }),
  fc.constantFrom('', '007', '""', '"a""b"', 'NULL', '1e5', '-'),
)

describe('no bytes crash the reader', () => {
  it.each(['x.csv', 'x.json', 'x.ndjson', 'x.xlsx', 'x.parquet', 'x.xpt', 'x.fastq', 'x.vcf', 'x.csv.gz'])(
    'random bytes as %s',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), (bytes) => survives(name, bytes)),
        { numRuns: 25 },
      )
    },
  )

  it('damaged transport files', async () => {
    const whole = writeXpt({
      version: 5,
      name: 'DM',
      label: '',
      variables: [
        { name: 'A', label: 'a', numeric: true },
        { name: 'B', label: 'b', length: 5 },
      ],
      rows: [
        [1, 'x'],
        [2, 'y'],
      ],
    })
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, byte, length) => {
        const bytes = Buffer.from(whole)
        bytes[at] = byte
        await survives('x.xpt', bytes.subarray(0, length))
      }),
      { numRuns: 60 },
    )
  })

  it('random text as CSV keeps its rows, and the independent count agrees with the reader', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }), async (rows) => {
        const file = path.join(folder, 'r.csv')
        await writeFile(file, rows.map((row) => row.join(',')).join('\n'))
        try {
          const table = await stageFile(db, file)
          expect(table.source.independentRows).toBe(table.rows)
        } catch (error) {
          expect(error).toBeInstanceOf(QcInputError)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('a long table is read as the short one that it repeats', async () => {
    const plain = fc.string({ maxLength: 3, unit: fc.constantFrom('a', '1', ' ', '\r', '张') })
    const line = fc.tuple(plain, plain, fc.constantFrom('\n', '\r\n')).map(([a, b, end]) => `${a},${b}${end}`)
    const cellsOf = async (content: string) => {
      const file = path.join(folder, 'l.csv')
      await writeFile(file, `c,d\n${content}`)
      const table = await stageFile(db, file, { delimiter: ',' })
      const rows = await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`)
      await db.run(`DROP VIEW ${table.relation}`)
      return rows.map((row) => table.columns.map((column) => row[column]))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
        const short = await cellsOf(lines.join(''))
        expect(await cellsOf(lines.join('').repeat(1500))).toEqual(Array.from({ length: 1500 }, () => short).flat())
      }),
      { numRuns: 12 },
    )
  })

  it('what is written as CSV comes back letter by letter', async () => {
    const text = fc.option(
      fc.string({ maxLength: 8, unit: 'grapheme' }).filter((value) => !value.includes('\0')),
      { nil: null },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        fc.constantFrom(',', '\t', ';'),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.array(text, { minLength: 4, maxLength: 4 }), { maxLength: 6 }),
        async (width, mark, end, rows) => {
          const file = path.join(folder, 'w.csv')
          const written = (value: string | null) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)
          const kept = rows.map((row) => row.slice(0, width))
          const header = Array.from({ length: width }, (_, index) => `c${index}`)
          await writeFile(file, [header.join(mark), ...kept.map((row) => row.map(written).join(mark)), ''].join(end))
          const table = await stageFile(db, file, { delimiter: mark })
          const back = await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`)
          expect(back.map((row) => header.map((name) => row[name]))).toEqual(kept)
        },
      ),
      { numRuns: 100 },
    )
  })
})
