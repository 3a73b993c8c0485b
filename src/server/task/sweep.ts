import * as z from 'zod'
import { sweepTokens } from '../auth/token.ts'
import type { Db } from '../db/database.ts'
import { sweepOutbox } from '../message/retention.ts'
import { sweepUploads } from '../upload/sweep.ts'
import { defineTask } from './definition.ts'
import { defineSchedule } from './schedule.ts'

/** What succeeded is looked for soon or never; what did not, somebody may still want to understand. */
const KEEP_DAYS = { done: 30, cancelled: 30, failed: 180 }
const remove = (which: string) => `WITH gone AS (DELETE FROM task WHERE ${which} RETURNING id),
  told AS (DELETE FROM task_event WHERE task IN (SELECT id FROM gone)) SELECT id FROM gone`
const GONE = remove('state = $1 AND ended_at < now() - make_interval(days => $2)')
const FIRED = remove(`schedule IS NOT NULL AND state = 'done' AND ended_at < now() - interval '1 day'`)
export const sweepTasks = async (db: Db): Promise<number> => {
  let removed = 0
  // What the clock asks for every few minutes would bury everything else.
  removed += (await db.query(FIRED)).length
  for (const [state, days] of Object.entries(KEEP_DAYS)) removed += (await db.query(GONE, [state, days])).length
  await db.query(`DELETE FROM worker WHERE seen_at < now() - interval '1 day'`)
  return removed
}

/** Once each, in whatever order: none needs another, and a repeated one finds nothing. */
export const sweep = defineTask({
  kind: 'system.sweep',
  lane: 'light',
  title: { 'zh-cn': '清理过期数据', en: 'Remove what has expired' },
  input: z.object({}),
  steps: (none) =>
    none
      .step('tokens', ({ tools }) => sweepTokens(tools.database).then(() => null))
      .step('messages', ({ tools }) => sweepOutbox(tools.database))
      .step('files', ({ tools }) => tools.store.sweep(tools.database))
      .step('previews', ({ tools }) => tools.converter.sweep().then(() => null))
      .step('uploads', ({ tools }) => sweepUploads(tools.database, tools.config.DATA_DIR))
      .step('tasks', ({ tools }) => sweepTasks(tools.database)),
})
export const sweepSchedule = defineSchedule({ name: 'system.sweep', cron: '*/10 * * * *', zone: 'Asia/Shanghai', task: sweep, input: {} })
