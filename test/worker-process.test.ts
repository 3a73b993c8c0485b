import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { countWorkers } from '../src/server/task/heartbeat.ts'
import { sweep } from '../src/worker/sweep.ts'
import { provideDatabase, provideEmptyDatabase } from './postgres.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const launch = async (
  env: Record<string, string>,
): Promise<{ child: ChildProcess; ended: Promise<[number | null]>; said: () => string }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'worker-'))
  const child = spawn(process.execPath, [resolve('src/worker/main.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_OPTIONS: '--disable-warning=ExperimentalWarning', DATA_DIR: dataDir, ...env },
  })
  const words: string[] = []
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk.toString()))
  const ended = once(child, 'close') as Promise<[number | null]>
  undo.push(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  })
  return { child, ended, said: () => words.join('') }
}
const open = (url: string) => {
  const database = openDatabase(url, { max: 2 })
  undo.push(() => database.close())
  return database
}

/** A process of its own loads all areas first: what decides is that it comes, not when. */
const PATIENT = { timeout: 120_000 }

test('a worker process takes up what waits, is counted while it lives, and ends in order', PATIENT, async () => {
  const { url, drop } = await provideDatabase()
  undo.push(drop)
  const database = open(url)
  const id = await enqueue(database, sweep, {})
  const { child, ended, said } = await launch({ DATABASE_URL: url })
  const row = async () => (await database.query('SELECT state, error FROM task WHERE id = $1', [id]))[0]
  await expect.poll(row, { timeout: 100_000 }).toEqual({ state: 'done', error: null })
  expect(await countWorkers(database)).toBe(1)
  // Those of the program and of the areas.
  expect(await database.query('SELECT name, enabled FROM schedule ORDER BY name')).toEqual([
    { name: 'analysis.expire', enabled: true },
    { name: 'control.lapse', enabled: true },
    { name: 'gather.remind', enabled: true },
    { name: 'notification.digest', enabled: true },
    { name: 'system.sweep', enabled: true },
    { name: 'todo.remind', enabled: true },
  ])
  child.kill('SIGTERM')
  expect([(await ended)[0], said()]).toEqual([0, ''])
  expect(await countWorkers(database)).toBe(0)
})

test('a worker waits for the tables that the server makes', PATIENT, async () => {
  const { url, ownerUrl, drop } = await provideEmptyDatabase()
  undo.push(drop)
  const { child } = await launch({ DATABASE_URL: url })
  const looks = open(ownerUrl)
  await expect
    .poll(() => looks.query(`SELECT 1 FROM pg_stat_database WHERE datname = current_database() AND xact_rollback > 0`), {
      timeout: 100_000,
    })
    .toHaveLength(1)
  await migrate({ url, ownerUrl })
  await expect.poll(() => countWorkers(looks), { timeout: 100_000 }).toBe(1)
  expect(child.exitCode).toBeNull()
})

test('a setting that cannot be used is refused in words, and the worker is not started again for it', PATIENT, async () => {
  const { ended, said } = await launch({ WORKERS: 'many' })
  expect([(await ended)[0], said()]).toEqual([
    78,
    'WORKERS="many" cannot be used: give how many worker processes npm start keeps running beside the server, 0 to 16.\n',
  ])
})
