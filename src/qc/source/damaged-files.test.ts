import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { readDamaged, type Cell } from './testing/damage.ts'

const FOLDER = path.join(import.meta.dirname, 'testing/fixtures')
const index = JSON.parse(readFileSync(path.join(FOLDER, 'index.json'), 'utf8')) as Record<string, { rows: Cell[][] }>

let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-damaged-'))
  db = await openDatabase({ memory: '512MB', threads: 1 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

it.each(['sav', 'zsav', 'por', 'dta', 'sas7bdat', 'ods', 'nii', 'parquet', 'xlsx'])(
  'cut and damaged %s files are named or read, never a crash, never fewer rows in silence',
  async (ending) => {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith(`.${ending}`))
    const samples = names
      .slice(0, 20)
      .map((name) => ({ name, bytes: readFileSync(path.join(FOLDER, name)), ...(index[name] ? { rows: index[name].rows } : {}) }))
    const verdict = await readDamaged(db, folder, samples, 80, 7)
    expect(verdict).toMatchObject({ crashed: [], misread: [] })
    expect(verdict.named).toBeGreaterThan(10)
  },
  120_000,
)
