// Work for the browser tests that follow a task: one that talks until it is cancelled, one that is done at once. They lie parked until somebody runs them.
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { systemContext } from '../../src/server/model/system-context.ts'
import type { RunningBackend } from '../../src/server/start.ts'
import { parkTask } from '../../src/server/task/act.ts'
import { defineTask } from '../../src/server/task/definition.ts'
import { enqueue } from '../../src/server/task/enqueue.ts'

const input = z.object({})
const talking = defineTask({
  kind: 'trial.talking',
  lane: 'light',
  title: { 'zh-cn': '说个不停', en: 'Talks on and on' },
  input,
  steps: (none) =>
    none.step('talk', async ({ log, signal }) => {
      for (let n = 1; !signal.aborted; n++) {
        log(`line ${n}`)
        await sleep(100)
      }
    }),
})
const quick = defineTask({
  kind: 'trial.quick',
  lane: 'light',
  title: { 'zh-cn': '马上完成', en: 'Done at once' },
  input,
  steps: (none) => none.step('only', async () => ({ rows: 3 })),
})
export const trialTasks = [talking, quick]

const MANY = `INSERT INTO job (name, code) SELECT 'many ' || g, 'MANY' || g FROM generate_series(1, 10050) g`

/** One of each for each language, asked for by the first admin; and more rows than a list counts. */
export const layTrialTasks = async ({ database, engine, services }: RunningBackend): Promise<void> => {
  const system = systemContext({ engine, services })
  for (const lang of ['zh-cn', 'en'])
    for (const task of trialTasks) {
      const id = await enqueue(database, task, {}, { title: `${task.kind} ${lang}`, owner: { kind: 'admin', id: 1 } })
      if (id !== undefined) await parkTask(system, id)
    }
  await database.query(MANY)
}
