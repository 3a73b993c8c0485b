import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTask } from '../src/server/task/definition.ts'
import type { Task } from '../src/server/task/definition.ts'
import { defineSchedule, fireDue, syncSchedules } from '../src/server/task/schedule.ts'
import { openBench } from './worker.ts'
import type { Bench } from './worker.ts'

let bench: Bench
let made = 0
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const title = { 'zh-cn': '试验', en: 'Trial' }
const single = (run: () => Promise<unknown>): Task<object> =>
  defineTask({ kind: `trial.${++made}`, lane: 'light', title, input: z.object({}), steps: (none) => none.step('only', run) })
const fire = (tasks: ReadonlyMap<string, Task>, onError = (error: unknown): void => expect.fail(String(error))) =>
  fireDue(bench.database, tasks, onError)

test('a schedule that is due makes one task, however many processes look, and what was missed is made up for once', async () => {
  const task = single(async () => {})
  const schedule = defineSchedule({ name: task.kind, cron: '*/5 * * * *', zone: 'Asia/Shanghai', task, input: {} })
  await syncSchedules(bench.database, [schedule])
  const rows = () => bench.database.query<{ at: string }>('SELECT next_at AS at FROM schedule WHERE name = $1', [task.kind])
  const firings = () => bench.database.query('SELECT state, fired_for FROM task WHERE schedule = $1', [task.kind])
  const tasks = new Map([[task.kind, task]])
  await fire(tasks)
  expect(await firings()).toHaveLength(0)
  const missed = '2026-01-01T00:00:00Z'
  await bench.database.query('UPDATE schedule SET next_at = $2 WHERE name = $1', [task.kind, missed])
  await Promise.all(Array.from({ length: 10 }, () => fire(tasks)))
  expect(await firings()).toEqual([{ state: 'waiting', fired_for: missed }])
  expect(Date.parse((await rows())[0]!.at)).toBeGreaterThan(Date.now())
  // A process that fired and was cut off before it wrote the next moment: the firing is not made twice.
  await bench.database.query('UPDATE schedule SET next_at = $2 WHERE name = $1', [task.kind, missed])
  await fire(tasks)
  expect(await firings()).toHaveLength(1)
  // The same when that firing has ended meanwhile, as a clock that is behind asks for it: nothing is made, and nobody waits for ever.
  await bench.database.query(`UPDATE task SET state = 'done', ended_at = now() WHERE schedule = $1`, [task.kind])
  await bench.database.query('UPDATE schedule SET next_at = $2 WHERE name = $1', [task.kind, missed])
  await fire(tasks)
  expect(await firings()).toHaveLength(1)
  await syncSchedules(bench.database, [{ ...schedule, cron: '0 0 1 1 *' }])
  expect((await rows())[0]!.at).toMatch(/-12-31T16:00:00Z$/)
  await bench.database.query('UPDATE schedule SET next_at = $2, enabled = false WHERE name = $1', [task.kind, missed])
  await fire(tasks)
  expect(await firings()).toHaveLength(1)
})

test('a schedule that cannot be read is said and set aside; the others are fired, and none at a moment that its own clock has not reached', async () => {
  const [good, bad] = [single(async () => {}), single(async () => {})]
  const tasks = new Map([good, bad].map((task) => [task.kind, task]))
  const of = ({ kind }: Task) => defineSchedule({ name: kind, cron: '*/5 * * * *', zone: 'UTC', task: good, input: {} })
  await syncSchedules(bench.database, [{ ...of(bad), task: bad }, of(good)])
  const due = (name: string, at: string) => bench.database.query('UPDATE schedule SET next_at = $2 WHERE name = $1', [name, at])
  await bench.database.query(`UPDATE schedule SET cron = 'never' WHERE name = $1`, [bad.kind])
  await due(bad.kind, '2026-01-01T00:00:00Z')
  await due(good.kind, '2026-01-02T00:00:00Z')
  const said: string[] = []
  expect(await fire(tasks, (error) => void said.push(String(error)))).toBe(2)
  expect(said).toEqual([expect.stringContaining(bad.kind)])
  const made = await bench.database.query<{ kind: string }>('SELECT kind FROM task WHERE schedule = ANY($1)', [[good.kind, bad.kind]])
  expect(made).toEqual([{ kind: good.kind }])
  await fire(tasks)
  await bench.database.query('UPDATE schedule SET enabled = false WHERE name = ANY($1)', [[good.kind, bad.kind]])
})
