import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../src/qc/database.ts'
import { readDamaged } from '../../src/qc/source/testing/damage.ts'

/** 500 files per reader, whole, cut and bit-flipped: how many were read, named, or read wrongly in silence. A seed may be given. */
const COUNT = 500
const seed = Number(process.argv[2] ?? 1)
const fixtures = path.resolve(import.meta.dirname, '../../src/qc/source/testing/fixtures')
const names = (await readdir(fixtures)).filter((name) => !name.endsWith('.json'))
const folder = await mkdtemp(path.join(tmpdir(), 'drill-readers-'))
const db = await openDatabase({ memory: '512MB', threads: 1 })
let bad = 0
try {
  for (const [ending, group] of Map.groupBy(names, (name) => path.extname(name).slice(1))) {
    const samples = await Promise.all(group.map(async (name) => ({ name, bytes: await readFile(path.join(fixtures, name)) })))
    const verdict = await readDamaged(db, folder, samples, COUNT, seed)
    bad += verdict.crashed.length + verdict.misread.length
    for (const line of [...verdict.crashed, ...verdict.misread]) console.log(`  ${line}`)
    console.log(
      `${ending}: ${verdict.files} files, ${verdict.read} read, ${verdict.named} refused, ${verdict.noted} read with a warning, ${verdict.crashed.length} crashed, ${verdict.misread.length} misread in silence`,
    )
  }
} finally {
  await db.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(bad === 0 ? 'passed: no crash, no hang, no silent misread' : `failed: ${bad} files`)
process.exitCode = bad === 0 ? 0 : 1
