import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '#qc'
import { running } from '../src/areas/qc-run/server/task.ts'
import { compareFiles, compareForms, differing, fileCases, formCases, type House } from './catalogue-kit.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting } from './study-kit.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
let house: House
let department: number
let pi: number
let study: number
const RULES = /^(study|clinical|control|qc|datafile|finding)(?!.*\/(all|reveal)$)(\/|$)/
beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await workBeside(server.backend, [running])
  const { call: root } = await server.login()
  department = (await add(root, 'department', { name: '科室', code: 'A' })).id
  const manager = await person(server, 'manager', RULES)
  pi = manager.id
  study = (await collecting(manager.call, 'CATFILE', department, pi)).study
  const { database, store, config } = server.backend
  const sql: House['sql'] = (text, params = []) => database.query(text, params)
  const open = () => sql(`SELECT 1 FROM qc_run WHERE state IN ('waiting', 'running')`)
  house = {
    call: manager.call,
    sql,
    dataDir: config.DATA_DIR,
    pathOf: (sha256) => store.pathOf(sha256),
    quiet: () => expect.poll(async () => (await open()).length, { timeout: 300_000 }).toBe(0),
  }
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

/** What has nothing to judge in a file alone, and why. */
const IDLE: Readonly<Record<string, string>> = {
  I09: 'the one file of a case is called main.csv, and no member of a set',
  I12: 'an image is no table: its header is judged over the files of a study',
  I18: 'a table of CSV has no reads; the packs of files are tried with files of their own',
  I19: 'nor variants',
}

// Every case there is, in all their combinations, is `npm run -s drill:catalogue`.
const isFirst = ({ name }: { name: string }): boolean => / (example|boundary)$/.test(name)

test(
  'every check type of the catalogue is judged by the server as by the command, a file each: counts and keys',
  { timeout: 600_000 },
  async () => {
    const cases = fileCases().filter(({ name }) => name.endsWith(' example'))
    const pairs = await compareFiles(house, cases, study)
    expect(differing(pairs)).toEqual([])
    // By count, too: each type is there, alone or below, and has something to judge.
    const types = new Set([...cases, ...formCases()].map(({ check }) => check.id))
    expect(types.size).toBe(CHECKS.length)
    const idle = pairs.filter(({ server: { counts } }) => !(Array.isArray(counts) && counts[1] === 1 && counts[2] === 1))
    expect(new Set(idle.map(({ name }) => name.replace(/ .*/, '')))).toEqual(new Set(Object.keys(IDLE)))
    expect(pairs.filter(({ found }) => found > 0).length).toBeGreaterThan(cases.length / 3)
  },
)

test('so is every check type that looks into a second table, over the forms of a study', { timeout: 600_000 }, async () => {
  const cases = formCases().filter(isFirst)
  const pairs = await compareForms(house, cases, department, pi)
  expect(differing(pairs)).toEqual([])
  expect(pairs).toHaveLength(cases.length)
  expect(pairs.every(({ server: { counts } }) => Array.isArray(counts) && counts[1] === 1)).toBe(true)
  expect(pairs.filter(({ found }) => found > 0).length).toBeGreaterThan(cases.length / 2)
})
