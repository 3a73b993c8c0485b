import { setTimeout as pause } from 'node:timers/promises'
import { saidReason } from '#kernel'
import type { Ctx } from '../model/context.ts'
import { cancelTask } from '../task/act.ts'
import { countWorkers } from '../task/heartbeat.ts'

const LOOK_MS = 200
const EVENTS = `SELECT seq, data -> 'lines' AS lines FROM task_event WHERE task = $1 AND seq > $2 AND kind = 'log' ORDER BY seq`
const STATE = `SELECT state, error, coalesce(lease_until < now(), true) AS "isLapsed" FROM task WHERE id = $1`
type State = { state: string; error: { en: string } | null; isLapsed: boolean }

/** Says the lines of a task as they come until it has ended; throws what it failed of. A signal cancels it. */
export const followTask = async (system: Ctx, id: number, say: (line: string) => void, signal: AbortSignal): Promise<void> => {
  const { database } = system.engine
  let seen = 0
  let isCancelling = false
  for (;;) {
    if (signal.aborted && !isCancelling) isCancelling = await cancelTask(system, id)
    const [now] = await database.query<State>(STATE, [id])
    for (const { seq, lines } of await database.query<{ seq: number; lines: string[] }>(EVENTS, [id, seen])) {
      seen = seq
      for (const line of lines) say(saidReason(line, 'en'))
    }
    if (!now || now.state === 'done' || now.state === 'cancelled') return
    if (now.state === 'failed' || now.state === 'parked') throw new Error(now.error?.en ?? now.state)
    if (now.isLapsed && (await countWorkers(database)) === 0) {
      await cancelTask(system, id)
      throw new Error('the worker that should do this is gone: start one, or try again, and the server does it itself')
    }
    await pause(LOOK_MS)
  }
}
