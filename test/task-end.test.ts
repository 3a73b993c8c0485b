import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { fail } from '../src/kernel/index.ts'
import { cancelTask, parkTask, retryTask } from '../src/server/task/act.ts'
import { claim, parkLost } from '../src/server/task/claim.ts'
import { Hopeless, defineTask } from '../src/server/task/definition.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { MAX_LINES } from '../src/server/task/report.ts'
import { openBench } from './worker.ts'
import type { Bench } from './worker.ts'

let bench: Bench
let made = 0
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const title = { 'zh-cn': '试验', en: 'Trial' }
const nothing = z.object({})
const kind = () => `trial.${++made}`
const stateOf = async (id: number | undefined) => (await bench.taskOf(id))['state']
const reaches = (id: number | undefined, state: string) => expect.poll(() => stateOf(id)).toBe(state)
const cancel = (id: number) => cancelTask(bench.system, id)
const linesOf = async (id: number | undefined) =>
  (await bench.database.query<{ lines: string[] | null }>(`SELECT data -> 'lines' AS lines FROM task_event WHERE task = $1`, [id])).flatMap(
    ({ lines }) => lines ?? [],
  )

test('what hangs on a task is settled in the transaction of its end, however it ends without being done', async () => {
  const settled: string[] = []
  const make = (fate: 'failed' | 'parked' | 'none', more: object = {}) =>
    defineTask({
      kind: kind(),
      lane: 'light',
      title,
      maxTries: 1,
      input: z.object({ n: z.number() }),
      steps: (none) =>
        none.step('only', async () => {
          if (fate === 'failed') throw fail('record.missing')
          if (fate === 'parked') throw new Error('again')
        }),
      ended: async ({ db }, { id, input, why }, how) => {
        const [row] = await db.query<{ state: string }>('SELECT state FROM task WHERE id = $1', [id])
        settled.push(`${input.n} ${how} ${row!.state} ${why ? 'why' : 'no why'}`)
      },
      ...more,
    })
  const [fails, parks, rests] = [make('failed'), make('parked'), make('none')]
  const waiting = await enqueue(bench.database, rests, { n: 1 })
  const dependant = await enqueue(bench.database, rests, { n: 2 }, { dependsOn: [waiting!] })
  await cancel(waiting!)
  expect(await stateOf(dependant)).toBe('cancelled')
  const laidAside = await enqueue(bench.database, rests, { n: 3 })
  await parkTask(bench.system, laidAside!)
  // Already settled: what came after it, a second attempt elsewhere, must not be undone.
  await cancel(laidAside!)
  expect(settled).toEqual(['1 cancelled cancelled no why', '2 cancelled cancelled no why', '3 parked parked no why'])
  await bench.start([fails, parks])
  await reaches(await enqueue(bench.database, fails, { n: 4 }), 'failed')
  await reaches(await enqueue(bench.database, parks, { n: 5 }), 'parked')
  expect(settled.slice(3)).toEqual(['4 failed failed why', '5 parked parked why'])
  expect(await stateOf(await enqueue(bench.database, make('none'), { n: 6 }))).toBe('waiting')
})

test('what cannot be settled keeps no task from its end: it stands in the log', async () => {
  const task = defineTask({
    kind: kind(),
    lane: 'light',
    title,
    input: nothing,
    steps: (none) => none.step('only', async () => {}),
    ended: async ({ db }) => void (await db.query('SELECT 1 / 0')),
  })
  const id = await enqueue(bench.database, task, {})
  expect(await cancel(id!)).toBe(true)
  expect(await stateOf(id)).toBe('cancelled')
  expect((await linesOf(id)).join()).toContain('division by zero')
})

test('a task whose worker was lost once too often is settled and told like any other', async () => {
  const settled: string[] = []
  const task = defineTask({
    kind: kind(),
    lane: 'light',
    title,
    maxTries: 1,
    input: nothing,
    steps: (none) => none.step('only', async () => {}),
    ended: async (_, { why }, how) => void settled.push(`${how}: ${why?.en}`),
  })
  const id = await enqueue(bench.database, task, {}, { owner: { kind: 'admin', id: 77 }, title: 'lost one' })
  await claim(bench.database, { lane: 'light', kinds: [task.kind], count: 1, worker: 'gone', leaseMs: 0 })
  await expect.poll(() => parkLost(bench.system).then(() => stateOf(id))).toBe('parked')
  expect(settled).toEqual([expect.stringContaining('ended unexpectedly')])
  const told = await bench.database.query(`SELECT text FROM notification WHERE owner_kind = 'admin' AND owner_id = 77`)
  expect(JSON.stringify(told)).toContain('lost one')
})

test('a task is not run again while another does the same', async () => {
  const task = defineTask({
    kind: kind(),
    lane: 'light',
    title,
    input: nothing,
    steps: (none) => none.step('only', async () => {}),
  })
  const first = await enqueue(bench.database, task, {}, { dedupeKey: 'same' })
  await parkTask(bench.system, first!)
  const second = await enqueue(bench.database, task, {}, { dedupeKey: 'same' })
  await expect(retryTask(bench.system, first!)).rejects.toMatchObject({ key: 'task.same', params: { id: second } })
  await cancel(second!)
  expect(await retryTask(bench.system, first!)).toBe(true)
})

test('steps that take no time are no news each, and a log that was full has room when the task is run again', async () => {
  const task = defineTask({
    kind: kind(),
    lane: 'light',
    title,
    maxTries: 1,
    input: nothing,
    steps: (none) =>
      none
        .step('one', async () => 1)
        .step('two', async () => 2)
        .step('three', async () => 3)
        .step('four', async () => 4)
        .step('five', async ({ log }) => {
          for (let i = 0; i <= MAX_LINES; i++) log(`line ${i}`)
          throw new Hopeless('stopped')
        }),
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await reaches(id, 'failed')
  const told = await bench.database.query<{ ms: number }>(
    `SELECT extract(epoch FROM at)::float8 * 1000 AS ms FROM task_event WHERE task = $1 AND kind = 'progress' ORDER BY seq`,
    [id],
  )
  expect(told.map(({ ms }, i) => ms - (told[i - 1]?.ms ?? 0)).filter((gap) => gap < 490)).toEqual([])
  expect((await linesOf(id)).at(-1)).toContain('the log is full')
  await retryTask(bench.system, id ?? 0)
  await expect.poll(async () => (await linesOf(id)).length).toBe(2 * (MAX_LINES + 1))
  await reaches(id, 'failed')
})
