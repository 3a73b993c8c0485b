import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { QcWorkspace } from '../../database.ts'
import { QcInputError } from '../input-error.ts'
import { stageFile } from '../stage.ts'

export type Sample = { name: string; bytes: Buffer }
/** `misread`: a cut file that was read without a word, or a damaged one with another number of rows or columns and no word of it. */
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
      const [counted] = await db.all<{ n: number }>(`SELECT count(*) AS n FROM (SELECT * FROM ${table.relation})`)
      await db.run(`DROP VIEW ${table.relation}`)
      const shape = { rows: counted?.n ?? -1, columns: table.columns.length }
      if (damage === 'whole') shapes.set(sample.name, shape)
      const whole = shapes.get(sample.name)
      const isNoted = table.source.notes.some(({ severity }) => severity !== 'info')
      const isSame = whole === undefined || (whole.rows === shape.rows && whole.columns === shape.columns)
      if (isNoted && damage !== 'whole') verdict.noted++
      else if (damage === 'cut' || !isSame) verdict.misread.push(name)
      else verdict.read++
    } catch (error) {
      if (error instanceof QcInputError && damage !== 'whole') verdict.named++
      else verdict.crashed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return verdict
}
