// Do suggested rules find mistakes? Eight kinds of them planted in ten tables as studies have them and in ten that the seed makes up;
// the rules come from the spoilt table alone, and cells are counted.
//   node scripts/bench/suggest.ts [--seed 1 --seed 2 …]     five seeds of the moment without
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../src/qc/database.ts'
import { runChecks } from '../../src/qc/engine.ts'
import { profileTable } from '../../src/qc/profile/profile.ts'
import { stageRows } from '../../src/qc/testing/stage-rows.ts'
import { KINDS, plant, type Kind } from './suggest-error.ts'
import { generateShape } from './suggest-generate.ts'
import { Random, SHAPES, type Shape } from './suggest-shape.ts'

const { values } = parseArgs({ options: { seed: { type: 'string', multiple: true }, verbose: { type: 'boolean', default: false } } })
const seeds = values.seed?.map(Number) ?? Array.from({ length: 5 }, () => randomInt(1, 2 ** 31))
const BARS = { precision: 0.8, recall: 0.5 }

type Tally = { flagged: number; right: number; planted: number; found: number }
const none = (): Tally => ({ flagged: 0, right: 0, planted: 0, found: 0 })
const add = (one: Tally, other: Tally): Tally => ({
  flagged: one.flagged + other.flagged,
  right: one.right + other.right,
  planted: one.planted + other.planted,
  found: one.found + other.found,
})
const byKind = new Map<Kind, { planted: number; found: number }>(KINDS.map((kind) => [kind, { planted: 0, found: 0 }]))
const byCheck = new Map<string, { flagged: number; right: number }>()

/** Of the cells that are flagged, how many show a planted mistake; of the cells that show one, how many are flagged. */
async function judge(shape: Shape, random: Random): Promise<Tally> {
  const { rows, planted } = plant(shape, random)
  const db = await openDatabase({ threads: 2, memory: '1GB' })
  try {
    const names = shape.columns.map(({ name }) => name)
    const table = await stageRows(
      db,
      't',
      names,
      rows.map((row) => names.map((name) => row[name] ?? null)),
    )
    const { suggested } = await profileTable(db, table)
    const run = await runChecks({ database: db, tables: [table], parameters: suggested, now: '2027-01-01T00:00:00' })
    const wrong = new Set(planted.flatMap(({ cells }) => cells.map(({ row, column }) => `${row}\0${column}`)))
    const seen = new Set<string>()
    for await (const violations of run.violations.stream()) {
      for (const { row, field, parameter } of violations) {
        const cells = field.split(', ').map((name) => `${row}\0${name}`)
        const right = cells.some((cell) => wrong.has(cell))
        cells.forEach((cell) => seen.add(cell))
        const check = run.results.find((result) => result.parameter === parameter)!.slug
        const count = byCheck.get(check) ?? { flagged: 0, right: 0 }
        byCheck.set(check, { flagged: count.flagged + 1, right: count.right + Number(right) })
        if (values.verbose && !right) console.log(`    ${shape.name} ${parameter} row ${row} ${JSON.stringify(rows[row! - 1])}`)
      }
    }
    for (const { kind, cells } of planted) {
      const hit = cells.some(({ row, column }) => seen.has(`${row}\0${column}`))
      const count = byKind.get(kind)!
      count.planted += 1
      count.found += Number(hit)
    }
    const right = [...seen].filter((cell) => wrong.has(cell)).length
    return { flagged: seen.size, right, planted: wrong.size, found: right }
  } finally {
    await db.close()
  }
}

const show = ({ flagged, right, planted, found }: Tally): string =>
  `precision ${(right / Math.max(1, flagged)).toFixed(3)} (${right}/${flagged})  recall ${(found / planted).toFixed(3)} (${found}/${planted})`
const meets = ({ right, flagged, found, planted }: Tally): boolean =>
  right / Math.max(1, flagged) >= BARS.precision && found / planted >= BARS.recall
const byShape = SHAPES.map(none)
const misses: string[] = []
for (const seed of seeds) {
  let [known, made] = [none(), none()]
  for (const [index, shape] of SHAPES.entries()) {
    const tally = await judge(shape, new Random(seed * 31 + index))
    byShape[index] = add(byShape[index]!, tally)
    known = add(known, tally)
  }
  for (const index of SHAPES.keys()) {
    const random = new Random(seed * 61 + index)
    const shape = generateShape(random, index)
    const tally = await judge(shape, random)
    if (values.verbose) console.log(`  ${shape.name} ${shape.columns.map(({ name }) => name).join(' ')}: ${show(tally)}`)
    made = add(made, tally)
  }
  for (const [name, tally] of Object.entries({ known, generated: made })) {
    console.log(`${meets(tally) ? '✓' : '✗'} seed ${String(seed).padEnd(11)} ${name.padEnd(10)} ${show(tally)}`)
    if (!meets(tally)) misses.push(`seed ${seed}, ${name} tables`)
  }
}
console.log('\nby known table')
SHAPES.forEach(({ name }, index) => console.log(`  ${name.padEnd(18)} ${show(byShape[index]!)}`))
console.log('\nfound, by kind')
for (const [kind, { planted, found }] of byKind)
  console.log(`  ${kind.padEnd(12)} ${(found / Math.max(1, planted)).toFixed(2)} (${found}/${planted})`)
console.log('\nright, by check')
for (const [check, { flagged, right }] of byCheck)
  console.log(`  ${check.padEnd(24)} ${(right / flagged).toFixed(2)} (${right}/${flagged})`)
console.log(
  misses.length === 0
    ? `\nall bars met: precision ≥ ${BARS.precision}, recall ≥ ${BARS.recall} over cells for every seed`
    : `\nmissed: ${misses.join(', ')}`,
)
process.exitCode = misses.length === 0 ? 0 : 1
