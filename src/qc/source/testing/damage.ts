import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { QcWorkspace } from '../../database.ts'
import type { SqlRow } from '../../table.ts'
import { QcInputError } from '../input-error.ts'
import { stageFile } from '../stage.ts'

export type Cell = string | number | null
/**
 * `rows`: what was written. `endless`: a format that neither counts nor closes, of which a part up to the end of a record is a shorter file;
 * or one of plain text, where another letter is another value.
 */
export type Sample = { name: string; bytes: Buffer; rows?: readonly (readonly Cell[])[]; endless?: boolean }
/**
 * `misread`: a whole file with other cells than were written; a cut file that was read without a word, or a damaged one with another
 * number of rows or columns and no word of it.
 */
export type Verdict = { files: number; read: number; named: number; noted: number; crashed: string[]; misread: string[] }
type Damage = 'whole' | 'cut' | 'flipped'
type Shape = { rows: number; columns: number }

/** Numbers that look random and are the same in every run of one seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function isAsWritten(rows: readonly SqlRow[], columns: readonly string[], written: readonly (readonly Cell[])[]): boolean {
  const isCell = (found: unknown, cell: Cell | undefined): boolean => (typeof cell === 'number' ? Number(found) === cell : found === cell)
  return (
    rows.length === written.length && rows.every((row, at) => columns.every((name, column) => isCell(row[name], written[at]?.[column])))
  )
}

/** Reads whole, cut and bit-flipped copies of sample files, one in five of them whole, and says what became of them. */
export async function readDamaged(
  db: QcWorkspace,
  folder: string,
  samples: readonly Sample[],
  count: number,
  seed: number,
): Promise<Verdict> {
  const random = randomOf(seed)
  const verdict: Verdict = { files: count, read: 0, named: 0, noted: 0, crashed: [], misread: [] }
  const shapes = new Map<string, Shape>()
  for (let index = 0; index < count; index++) {
    const sample = samples[index % samples.length] as Sample
    const damage: Damage = index < samples.length && index < count / 2 ? 'whole' : random(2) === 0 ? 'cut' : 'flipped'
    const bytes = Buffer.from(damage === 'cut' ? sample.bytes.subarray(0, random(sample.bytes.length - 1)) : sample.bytes)
    if (damage === 'flipped') for (let flips = random(3) + 1; flips > 0; flips--) bytes[random(bytes.length)]! ^= 1 << random(8)
    const name = `${index}-${damage}-${sample.name}`
    const file = path.join(folder, name)
    await writeFile(file, bytes)
    try {
      const table = await stageFile(db, file)
      const rows = await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`).catch((error: unknown) => {
        // Parquet is read where it lies: the database refuses a damaged page when it is asked for it.
        if (table.source.format === 'parquet' && damage !== 'whole') return undefined
        throw error
      })
      await db.run(`DROP VIEW ${table.relation}`)
      if (!rows) {
        verdict.named++
        continue
      }
      const shape = { rows: rows.length, columns: table.columns.length }
      if (damage === 'whole') shapes.set(sample.name, shape)
      if (damage === 'whole' && sample.rows && !isAsWritten(rows, table.columns, sample.rows)) {
        verdict.misread.push(`${name}: other cells than were written`)
        continue
      }
      const whole = shapes.get(sample.name)
      const isNoted = table.source.notes.some(({ severity }) => severity !== 'info')
      const isSame = whole === undefined || (whole.rows === shape.rows && whole.columns === shape.columns)
      if (isNoted && damage !== 'whole') verdict.noted++
      else if (!sample.endless && (damage === 'cut' || !isSame)) verdict.misread.push(name)
      else verdict.read++
    } catch (error) {
      if (error instanceof QcInputError && damage !== 'whole') verdict.named++
      else verdict.crashed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return verdict
}
