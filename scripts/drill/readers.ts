import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../src/qc/database.ts'
import { inspectFile } from '../../src/qc/source/inspect.ts'
import { randomOf, readDamaged, type Sample, type Verdict } from '../../src/qc/source/testing/damage.ts'
import { IMAGE, textSamples, type Written } from './reader-samples.ts'

/** 500 files per reader, whole, cut and bit-flipped: how many were read, named, or read wrongly in silence; whole ones are compared cell by cell. A seed may be given. */
const COUNT = 500
const seed = Number(process.argv[2] ?? 1)
const fixtures = path.resolve(import.meta.dirname, '../../src/qc/source/testing/fixtures')
const names = (await readdir(fixtures)).filter((name) => name !== 'index.json')
const folder = await mkdtemp(path.join(tmpdir(), 'drill-readers-'))
const db = await openDatabase({ memory: '512MB', threads: 1 })
const index = JSON.parse(await readFile(path.join(fixtures, 'index.json'), 'utf8')) as Record<string, Written>
let bad = 0

function report(ending: string, verdict: Verdict): void {
  bad += verdict.crashed.length + verdict.misread.length
  for (const line of [...verdict.crashed, ...verdict.misread]) console.log(`  ${line}`)
  console.log(
    `${ending}: ${verdict.files} files, ${verdict.read} read, ${verdict.named} refused, ${verdict.noted} read with a warning, ${verdict.crashed.length} crashed, ${verdict.misread.length} misread`,
  )
}

/** Images are no tables: their headers are looked at. A cut one has to say so. */
async function readImages(): Promise<Verdict> {
  const random = randomOf(seed)
  const verdict: Verdict = { files: COUNT, read: 0, named: 0, noted: 0, crashed: [], misread: [] }
  for (let at = 0; at < COUNT; at++) {
    const whole = IMAGE.bytes[at % IMAGE.bytes.length]!
    const damage = at < 10 ? 'whole' : at % 2 ? 'cut' : 'flipped'
    const bytes = Buffer.from(damage === 'cut' ? whole.subarray(0, random(whole.length - 1)) : whole)
    if (damage === 'flipped') bytes[random(bytes.length)]! ^= 1 << random(8)
    const file = path.join(folder, `${at}-${damage}.dcm`)
    await writeFile(file, bytes)
    try {
      const fact = await inspectFile(file)
      const isWhole = Object.entries(IMAGE.header).every(([name, value]) => fact.dicom?.[name] === value)
      if (fact.fault || fact.mismatch) verdict.noted++
      else if (damage === 'cut' || (damage === 'whole' && !isWhole)) verdict.misread.push(file)
      else verdict.read++
    } catch (error) {
      verdict.crashed.push(`${file}: ${String(error)}`)
    }
  }
  return verdict
}

try {
  for (const [ending, group] of Map.groupBy(names, (name) => path.extname(name).slice(1))) {
    const samples = await Promise.all(
      group.map(async (name): Promise<Sample> => {
        const written = index[name]
        const bytes = await readFile(path.join(fixtures, name))
        // The older form of a transport file ends where its bytes do.
        return { name, bytes, ...(written ? { rows: written.rows } : {}), endless: ending === 'xpt' }
      }),
    )
    report(ending, await readDamaged(db, folder, samples, COUNT, seed))
  }
  const tables = Object.entries(index).flatMap(([name, table]) => (name.endsWith('.parquet') ? [table] : []))
  for (const [ending, samples] of Object.entries(textSamples(tables))) report(ending, await readDamaged(db, folder, samples, COUNT, seed))
  report('dcm', await readImages())
} finally {
  await db.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(bad === 0 ? 'passed: no crash, no hang, no silent misread' : `failed: ${bad} files`)
process.exitCode = bad === 0 ? 0 : 1
