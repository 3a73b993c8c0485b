// The tasks of the drill: four effects each, at random moments; without a fence the same effects beside the queue's back.
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { Db } from '../../src/server/db/database.ts'
import { defineTask } from '../../src/server/task/definition.ts'
import { defineSchedule } from '../../src/server/task/schedule.ts'

export const PARTS = 4
const title = { 'zh-cn': '演练', en: 'Drill' }
const input = z.object({})
const write = (db: Db, task: number, part: number) => db.query('INSERT INTO drill_effect (task, part) VALUES ($1, $2)', [task, part])
const work = () => sleep(10 + Math.random() * 40)
const shape = { lane: 'light', title, input, maxTries: 10_000, pauseSeconds: 0 } as const

export const fenced = defineTask({
  ...shape,
  kind: 'drill.fenced',
  steps: (none) =>
    none
      .step('prepare', async ({ log }) => {
        await work()
        log('prepared')
      })
      .step('parts', async (job) => {
        for (let part = (job.mark as number | undefined) ?? 0; part < PARTS - 1; part++) {
          await work()
          const here = part
          await job.effect(async (tx) => {
            await write(tx, job.id, here)
            return here + 1
          })
          job.progress((part + 1) / PARTS)
        }
      })
      .commit('close', async ({ id }, tx) => {
        await work()
        await write(tx, id, PARTS - 1)
      }),
})
export const bare = defineTask({
  ...shape,
  kind: 'drill.bare',
  steps: (none) =>
    none.step('all', async ({ id, tools }) => {
      await work()
      for (let part = 0; part < PARTS; part++) await write(tools.database, id, part)
    }),
})
export const tick = defineTask({
  ...shape,
  kind: 'drill.tick',
  steps: (none) => none.commit('tick', async ({ id }, tx) => void (await write(tx, id, 0))),
})
export const everySecond = defineSchedule({ name: 'drill.tick', cron: '* * * * * *', zone: 'Asia/Shanghai', task: tick, input: {} })
