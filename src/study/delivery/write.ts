import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { literal } from '#qc/sql.ts'
import type { QcWorkspace } from '#qc'
import { slotName } from '../record/table.ts'
import { computed } from '../record/value.ts'
import type { Comparing } from './compare.ts'
import { slotsIn } from './mapping.ts'

/** As the database reads it: nothing for nothing, everything else in quotation marks. */
const cell = (value: unknown): string => (value === null || value === undefined ? '' : `"${String(value).replaceAll('"', '""')}"`)
const line = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\n`

type Part = { head: readonly string[]; from: string; file: string }
type Compute = (row: Record<string, unknown>) => Record<string, string | null>

const linesOf = async function* (db: QcWorkspace, sql: string, columns: readonly string[], compute: Compute): AsyncGenerator<string> {
  for await (const rows of db.stream(sql)) {
    yield rows
      .map((row) => {
        const results = compute(row)
        return line(columns.map((name) => (Object.hasOwn(results, name) ? results[name] : row[name])))
      })
      .join('')
  }
}

/** The rows to be written as `COPY` takes them. Formulas are computed as an entry computes them; without any the rows never come here one by one. */
export const writeChanges = async (comparing: Comparing, files: { added: string; changed: string }): Promise<string[]> => {
  const { db, content, mapping, delivery, now } = comparing
  const formulas = content.variables.filter(({ formula }) => formula).map(({ slot }) => slotName(slot))
  const filled = slotsIn(mapping)
  const slots = [...filled, ...formulas]
  const parts: Part[] = [
    {
      head: [
        'j.subject',
        'nullif(j.visit, 0) AS visit',
        'j.instance',
        'j.department',
        `'submitted' AS state`,
        `${delivery} AS delivery_id`,
        'p.r AS row_no',
      ],
      from: `(SELECT * FROM paired WHERE kind = 'added') p JOIN judged j ON j.r = p.r JOIN file f ON f.r = p.r`,
      file: files.added,
    },
    {
      head: ['p.id', 't.version', 'p.r AS row_no'],
      from: `(SELECT * FROM paired WHERE kind = 'changed') p JOIN file f ON f.r = p.r JOIN stored t ON t.id = p.id`,
      file: files.changed,
    },
  ]
  for (const { head, from, file } of parts) {
    if (formulas.length === 0) {
      await db.run(
        `COPY (SELECT ${[...head, ...filled.map((slot) => `f.${slot}`)].join(', ')} FROM ${from}) TO ${literal(file)} (FORMAT csv, HEADER false, NULLSTR '')`,
      )
      continue
    }
    const isChange = file === files.changed
    const all = content.variables.map(({ slot }) => slotName(slot)).filter((name) => !formulas.includes(name))
    const value = (slot: string): string => (filled.includes(slot) ? `f.${slot}` : isChange ? `t.${slot}` : `NULL AS ${slot}`)
    const columns = [...head.map((part) => part.split(/ AS |\./).at(-1) ?? ''), ...slots]
    const lines = linesOf(db, `SELECT ${[...head, ...all.map(value)].join(', ')} FROM ${from}`, columns, (row) =>
      computed(content, row, now),
    )
    await pipeline(Readable.from(lines), createWriteStream(file, { mode: 0o600 }))
  }
  return slots
}
