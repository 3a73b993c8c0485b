import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTask } from '../src/server/task/definition.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { complainer } from '../src/server/complaint.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { provideDatabase } from './postgres.ts'
import { openBench, toolsOn } from './worker.ts'
import type { Bench } from './worker.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('on a full disk a task keeps its tries, says so, and goes on when there is space', async () => {
  let isFull = true
  const task = defineTask({
    kind: 'trial.fullDisk',
    lane: 'light',
    title: { 'zh-cn': '试验', en: 'Trial' },
    input: z.object({}),
    steps: (none) =>
      none.step('only', async ({ log }) => {
        log('begun')
        if (isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
        return 'written'
      }),
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await expect.poll(async () => (await bench.taskOf(id))['error']).toMatchObject({ en: expect.stringContaining('disk') })
  expect(await bench.taskOf(id)).toMatchObject({ state: 'waiting', tries: 0 })
  isFull = false
  await bench.database.query('UPDATE task SET run_after = now() WHERE id = $1', [id])
  await expect.poll(async () => (await bench.taskOf(id))['state']).toBe('done')
  expect(await bench.taskOf(id)).toMatchObject({ result: 'written', error: null, attempt: 2 })
  const said = await bench.database.query<{ lines: string[] }>(
    `SELECT data -> 'lines' AS lines FROM task_event WHERE task = $1 AND kind = 'log' ORDER BY seq`,
    [id],
  )
  expect(said.flatMap(({ lines }) => lines)).toEqual(['begun', 'begun'])
})

const FULL = `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'could not extend file "base/%"', (random() * 100000)::int USING ERRCODE = '53100'; END $$`
const ON_HEARTBEATS = `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON worker FOR EACH ROW EXECUTE FUNCTION full_disk()`

test('while the disk is full a worker says so in one line, however often its heartbeat fails', async () => {
  const { url, ownerUrl, drop } = await provideDatabase()
  const [owner, database] = [openDatabase(ownerUrl, { max: 1 }), openDatabase(url, { max: 4 })]
  const lines: string[] = []
  const complain = complainer((line) => void lines.push(line))
  let failures = 0
  const onError = (error: unknown) => {
    failures++
    complain(error)
  }
  const worker = await startWorker({ url, tools: toolsOn(database), tasks: [], lookMs: 20, leaseMs: 60, onError })
  try {
    await owner.query(FULL)
    await owner.query(ON_HEARTBEATS)
    await expect.poll(() => failures).toBeGreaterThan(20)
    expect(lines).toEqual([expect.stringContaining('could not extend file')])
  } finally {
    await worker.stop()
    await database.close()
    await owner.close()
    await drop()
  }
})
