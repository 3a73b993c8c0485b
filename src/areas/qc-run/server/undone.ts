import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { qcRun } from '../index.ts'
import { askMail } from './mail/task.ts'

type How = 'failed' | 'parked' | 'cancelled'
const SAYS: Readonly<Record<How, Words>> = {
  cancelled: {
    'zh-cn': '任务被取消，没有得出结论。需要时请再次运行',
    en: 'The task was cancelled; nothing was judged. Run it again if it is needed',
  },
  parked: {
    'zh-cn': '任务已搁置，没有得出结论。请让任务继续，或再次运行',
    en: 'The task was parked; nothing was judged. Let it go on, or run it again',
  },
  failed: {
    'zh-cn': '任务失败，没有得出结论。请看任务的日志，再次运行',
    en: 'The task failed; nothing was judged. See its log, then run it again',
  },
}

const STATE = 'SELECT state FROM qc_run WHERE id = $1 FOR UPDATE'
/** A task that failed may be told to go on, wherever it stood: its run goes on with it. */
export const goOn = async (ctx: Ctx, run: number): Promise<void> => {
  const [row] = await ctx.db.query<{ state: string }>(STATE, [run])
  if (row?.state === 'waiting' || row?.state === 'failed')
    await ctx.engine.move(ctx, qcRun.name, { id: run, to: 'running' }, { error: null, finishedAt: null, mailed: null })
}

const OPEN = `SELECT state FROM qc_run WHERE id = $1 AND state IN ('waiting', 'running') FOR UPDATE`
/** A run whose task will not end it would hold a freeze, its schedule and every re-check for ever. */
export const undone = async (ctx: Ctx, run: number, how: How, why: Words | null): Promise<void> => {
  if ((await ctx.db.query(OPEN, [run])).length === 0) return
  const error = why ?? SAYS[how]
  await ctx.engine.move(ctx, qcRun.name, { id: run, to: 'failed' }, { error, finishedAt: new Date().toISOString() })
  // Whoever cancelled it knows.
  if (how !== 'cancelled') await askMail(ctx, run)
}
