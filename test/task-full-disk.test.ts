import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTask } from '../src/server/task/definition.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { openBench } from './worker.ts'
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
