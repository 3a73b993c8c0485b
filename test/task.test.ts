import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { fail } from '../src/kernel/index.ts'
import { cancelTask, parkTask, retryTask } from '../src/server/task/act.ts'
import { claim } from '../src/server/task/claim.ts'
import { Hopeless, defineTask } from '../src/server/task/definition.ts'
import type { Job, Task } from '../src/server/task/definition.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { countWorkers } from '../src/server/task/heartbeat.ts'
import { MAX_LINES } from '../src/server/task/report.ts'
import { sweep } from '../src/worker/sweep.ts'
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
/** A kind of its own for every test, so that workers of one test leave the tasks of another alone. */
const kind = () => `trial.${++made}`
const single = (run: (job: Job) => Promise<unknown>, more: { maxTries?: number } = {}): Task<object> =>
  defineTask({ kind: kind(), lane: 'light', title, pauseSeconds: 0, input: nothing, steps: (none) => none.step('only', run), ...more })
const stateOf = async (id: number | undefined) => (await bench.taskOf(id))['state']
const reaches = (id: number | undefined, state: string) => expect.poll(() => stateOf(id)).toBe(state)
const eventsOf = (id: number | undefined) =>
  bench.database.query<{ seq: number; kind: string; data: { state?: string; lines?: string[] } }>(
    'SELECT seq, kind, data FROM task_event WHERE task = $1 ORDER BY seq',
    [id],
  )
const cancel = (id: number) => cancelTask(bench.system, id)
const linesOf = async (id: number | undefined) => (await eventsOf(id)).flatMap(({ data }) => data.lines ?? [])

test('steps run in their order, each sees what those before answered, and the last answer is the result', async () => {
  const task = defineTask({
    kind: kind(),
    lane: 'heavy',
    title,
    input: z.object({ n: z.number() }),
    steps: (none) =>
      none
        .step('double', async ({ input }) => input.n * 2)
        .commit('add', async ({ done }, tx) => (await tx.query<{ n: number }>('SELECT $1::int + 1 AS n', [done.double]))[0]!.n)
        .step('say', async ({ done, log }) => {
          log(`${done.double} ${done.add}`)
          return { sum: done.double + done.add }
        }),
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, { n: 4 })
  await reaches(id, 'done')
  expect(await bench.taskOf(id)).toMatchObject({ result: { sum: 17 }, progress: 1, attempt: 1 })
  const events = await eventsOf(id)
  expect(events.map((e) => e.seq)).toEqual(events.map((_, i) => i + 1))
  expect(events.flatMap((e) => e.data.state ?? [])).toEqual(['waiting', 'running', 'done'])
  expect(await linesOf(id)).toEqual(['8 9'])
})

test('after a failure the work goes on at the step that failed, and its pause grows', async () => {
  const ran: string[] = []
  const task = defineTask({
    kind: kind(),
    lane: 'light',
    title,
    pauseSeconds: 0,
    input: nothing,
    steps: (none) =>
      none
        .step('first', async () => void ran.push('first'))
        .step('second', async () => {
          ran.push('second')
          if (ran.length < 4) throw new Error('not yet')
        }),
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await reaches(id, 'done')
  expect(ran).toEqual(['first', 'second', 'second', 'second'])
  expect(await bench.taskOf(id)).toMatchObject({ attempt: 3, tries: 3, error: null })
})

test('a step whose input changed begins anew', async () => {
  const ran: unknown[] = []
  const task = defineTask({
    kind: kind(),
    lane: 'light',
    title,
    input: z.object({ n: z.number() }),
    steps: (none) =>
      none
        .step('read', async ({ input }) => void ran.push(input.n))
        .step('fail', async ({ input }) => {
          if (input.n === 1) throw new Hopeless({ 'zh-cn': '一个太少', en: 'One is too few' })
        }),
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, { n: 1 })
  await reaches(id, 'failed')
  expect(await bench.taskOf(id)).toMatchObject({ error: { 'zh-cn': '一个太少', en: 'One is too few' } })
  await bench.database.query(`UPDATE task SET input = '{"n": 2}' WHERE id = $1`, [id])
  await retryTask(bench.system, id!)
  await reaches(id, 'done')
  expect(ran).toEqual([1, 2])
})

test('three failures park a task with its error and its log; a person lets it go on', async () => {
  let isBroken = true
  const task = single(async ({ log }) => {
    log('trying')
    if (isBroken) throw new Error('the disk is full')
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await reaches(id, 'parked')
  expect(await bench.taskOf(id)).toMatchObject({ tries: 3, error: { en: 'the disk is full' } })
  expect((await linesOf(id)).filter((line) => line === 'trying')).toHaveLength(3)
  expect((await linesOf(id)).at(-1)).toContain('the disk is full')
  isBroken = false
  expect(await retryTask(bench.system, id!)).toBe(true)
  await reaches(id, 'done')
  expect(await bench.taskOf(id)).toMatchObject({ attempt: 4, tries: 1 })
  expect(await retryTask(bench.system, id!)).toBe(false)
})

test('what no try would mend fails at once; a refusal is kept in both languages', async () => {
  const task = single(async () => {
    throw fail('terminal.notRunning')
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await reaches(id, 'failed')
  expect(await bench.taskOf(id)).toMatchObject({ tries: 1, error: { 'zh-cn': '该命令没有在运行', en: 'That command is not running' } })
})

test('a worker whose lease lapsed cannot commit: the effect is that of the worker that took over', async () => {
  const first = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  let runs = 0
  const task = defineTask({
    kind: kind(),
    lane: 'light',
    title,
    input: nothing,
    steps: (none) =>
      none.step('write', async ({ effect, id }) => {
        const me = ++runs
        if (me === 1) {
          began.resolve()
          await first.promise
        }
        await effect((tx) => tx.query(`INSERT INTO setting (key, value) VALUES ($1, $2)`, [`effect-${id}-${me}`, String(me)]))
      }),
  })
  const one = await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await began.promise
  await bench.start([task])
  await bench.database.query(`UPDATE task SET lease_until = now() - interval '1 s' WHERE id = $1`, [id])
  await reaches(id, 'done')
  first.resolve()
  await one.stop()
  const effects = await bench.database.query(`SELECT key FROM setting WHERE key LIKE $1`, [`effect-${id}-%`])
  expect(effects).toEqual([{ key: `effect-${id}-2` }])
  expect(await bench.taskOf(id)).toMatchObject({ state: 'done', attempt: 2 })
})

test('the mark of an effect is there after a breakdown: what was committed is not done again', async () => {
  let isBroken = true
  const task = single(async (job) => {
    let at = (job.mark as { at: number } | undefined)?.at ?? 0
    while (at < 5) {
      const here = at
      ;({ at } = await job.effect(async (tx) => {
        await tx.query(`INSERT INTO setting (key, value) VALUES ($1, '1')`, [`part-${job.id}-${here}`])
        return { at: here + 1 }
      }))
      if (at === 3 && isBroken) {
        isBroken = false
        throw new Error('cut off')
      }
    }
    return at
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await reaches(id, 'done')
  expect(await bench.taskOf(id)).toMatchObject({ attempt: 2, result: 5 })
  expect(await bench.database.query(`SELECT 1 FROM setting WHERE key LIKE $1`, [`part-${id}-%`])).toHaveLength(5)
})

test('a running task is cancelled by its signal, a waiting one at once, and what depends on it falls with it', async () => {
  const began = Promise.withResolvers<void>()
  const task = single(async ({ signal }) => {
    began.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  })
  await bench.start([task])
  const running = await enqueue(bench.database, task, {})
  await began.promise
  const behind = await enqueue(bench.database, task, {}, { dependsOn: [running!] })
  const further = await enqueue(bench.database, task, {}, { dependsOn: [behind!] })
  expect(await cancel(running!)).toBe(true)
  await reaches(running, 'cancelled')
  await reaches(behind, 'cancelled')
  await reaches(further, 'cancelled')
  const waiting = await enqueue(bench.database, task, {}, { runAfter: new Date(Date.now() + 3_600_000) })
  expect(await cancel(waiting!)).toBe(true)
  expect(await stateOf(waiting)).toBe('cancelled')
  expect(await cancel(waiting!)).toBe(false)
  await expect(enqueue(bench.database, task, {}, { dependsOn: [waiting!] })).rejects.toThrow('which is cancelled')
})

test('what depends on others begins when all of them are done', async () => {
  const order: number[] = []
  const gate = Promise.withResolvers<void>()
  const task = single(async ({ id }) => {
    if (order.length === 0) await gate.promise
    order.push(id)
  })
  const a = await enqueue(bench.database, task, {})
  const b = await enqueue(bench.database, task, {}, { dependsOn: [a!] })
  const c = await enqueue(bench.database, task, {}, { dependsOn: [a!, b!], priority: 9 })
  await bench.start([task])
  await reaches(a, 'running')
  expect([await stateOf(b), await stateOf(c)]).toEqual(['waiting', 'waiting'])
  gate.resolve()
  await reaches(c, 'done')
  expect(order).toEqual([a, b, c])
})

test('asked for twice with the same key it is one task, as long as that one is not over', async () => {
  const task = single(async () => {})
  const ids = await Promise.all(Array.from({ length: 20 }, () => enqueue(bench.database, task, {}, { dedupeKey: 'k' })))
  expect(new Set(ids).size).toBe(1)
  await bench.start([task])
  await reaches(ids[0], 'done')
  expect(await enqueue(bench.database, task, {}, { dedupeKey: 'k' })).not.toBe(ids[0])
})

test('what is rolled back was never asked for', async () => {
  const task = single(async () => {})
  let id: number | undefined
  await expect(
    bench.database.transaction(async (tx) => {
      id = await enqueue(tx, task, {})
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await bench.taskOf(id)).toBeUndefined()
})

test('many claim at once: each task has one worker, the highest priority first', async () => {
  const task = single(async () => {})
  for (let i = 0; i < 30; i++) await enqueue(bench.database, task, {}, { priority: i % 3 })
  const wanted = { lane: 'light', kinds: [task.kind], count: 5, worker: 'w', leaseMs: 60_000 } as const
  const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(bench.database, wanted)))).flat()
  expect(claimed).toHaveLength(30)
  expect(new Set(claimed.map((one) => one.id)).size).toBe(30)
})

test('a task whose worker is lost again and again is parked', async () => {
  const task = single(async () => {}, { maxTries: 2 })
  const id = await enqueue(bench.database, task, {})
  for (const attempt of [1, 2]) {
    const [claimed] = await claim(bench.database, { lane: 'light', kinds: [task.kind], count: 1, worker: 'lost', leaseMs: 0 })
    expect(claimed).toMatchObject({ id, attempt })
  }
  await bench.start([])
  await reaches(id, 'parked')
  expect((await bench.taskOf(id))['error']).toHaveProperty('zh-cn')
})

test('a worker that stops gives its tasks back, and the try with them', async () => {
  const began = Promise.withResolvers<void>()
  let runs = 0
  const task = single(async ({ signal }) => {
    if (++runs > 1) return
    began.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  })
  const one = await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await began.promise
  await one.stop()
  expect(await bench.taskOf(id)).toMatchObject({ state: 'waiting', tries: 0, attempt: 1 })
  await bench.start([task])
  await reaches(id, 'done')
})

test('no lane has more at work than it has places', async () => {
  let most = 0
  let now = 0
  const gate = Promise.withResolvers<void>()
  const task = single(async () => {
    most = Math.max(most, ++now)
    await gate.promise
    now--
  })
  const ids: (number | undefined)[] = []
  for (let i = 0; i < 9; i++) ids.push(await enqueue(bench.database, task, {}))
  await bench.start([task], { places: { heavy: 1, light: 3 } })
  await expect.poll(() => now).toBe(3)
  gate.resolve()
  for (const id of ids) await reaches(id, 'done')
  expect(most).toBe(3)
})

test('of progress that is told a thousand times few events remain, and the log ends with a sentence when it is full', async () => {
  const task = single(async ({ progress, log }) => {
    for (let i = 0; i <= 1000; i++) progress(i / 2000)
    for (let i = 0; i < MAX_LINES + 500; i++) log(`line ${i}`)
    log('nul \0 and half \ud800')
  })
  await bench.start([task])
  const id = await enqueue(bench.database, task, {})
  await reaches(id, 'done')
  const events = await eventsOf(id)
  expect(events.filter((e) => e.kind === 'progress')).toHaveLength(1)
  const lines = await linesOf(id)
  expect(lines).toHaveLength(MAX_LINES + 1)
  expect(lines.at(-1)).toContain('the log is full')
})

test('a task can be laid aside before it runs', async () => {
  const task = single(async () => {})
  const id = await enqueue(bench.database, task, {})
  expect(await parkTask(bench.system, id!)).toBe(true)
  await bench.start([task])
  const after = await enqueue(bench.database, task, {})
  await reaches(after, 'done')
  expect(await stateOf(id)).toBe('parked')
})

test('a worker is counted while it lives', async () => {
  const other = await openBench()
  expect(await countWorkers(other.database)).toBe(0)
  const worker = await other.start([])
  expect(await countWorkers(other.database)).toBe(1)
  await worker.stop()
  expect(await countWorkers(other.database)).toBe(0)
  await other.close()
})

test('long work leaves a place of its lane to what is urgent', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = single(() => gate.promise)
  const urgent = defineTask({
    kind: kind(),
    lane: 'light',
    isUrgent: true,
    title,
    input: nothing,
    steps: (none) => none.step('only', async () => {}),
  })
  const all = await Promise.all(Array.from({ length: 6 }, () => enqueue(bench.database, slow, {})))
  const running = async () => (await Promise.all(all.map(stateOf))).filter((state) => state === 'running').length
  await bench.start([slow, urgent])
  await expect.poll(running).toBe(3)
  await reaches(await enqueue(bench.database, urgent, {}), 'done')
  expect(await running()).toBe(3)
  gate.resolve()
  for (const id of all) await reaches(id, 'done')
})

test('what has ended long ago is removed with its events; what is parked stays until somebody decides', async () => {
  const task = single(async () => {})
  const ids: Record<string, number> = {}
  for (const state of ['done', 'failed', 'cancelled', 'parked', 'waiting']) {
    const id = (await enqueue(bench.database, task, {}))!
    ids[state] = id
    await bench.database.query(`UPDATE task SET state = $2, ended_at = now() - interval '31 days' WHERE id = $1`, [id, state])
  }
  await bench.start([sweep])
  const id = await enqueue(bench.database, sweep, {})
  await reaches(id, 'done')
  const left = await bench.database.query('SELECT id FROM task WHERE id = ANY($1) ORDER BY id', [Object.values(ids)])
  expect(left.map((row) => row['id'])).toEqual([ids['failed'], ids['parked'], ids['waiting']])
  expect(await eventsOf(ids['done'])).toEqual([])
})
