import { readReason } from '#kernel'
import type { Actor, Call } from '#server'
import { openRun } from './run.ts'

const NOW = `SELECT t.progress, t.state,
    (SELECT s.one -> 'words' FROM jsonb_array_elements(t.called -> 'steps') s(one) WHERE s.one ->> 'name' = t.step) AS step,
    (SELECT e.data -> 'lines' ->> -1 FROM task_event e WHERE e.task = t.id AND e.kind = 'log' ORDER BY e.seq DESC LIMIT 1) AS line
  FROM task t WHERE t.id = $1`
type Now = { progress: number | null; state: string; step: Readonly<Record<string, string>> | null; line: string | null }

/** How far the run is and what it said last in words, for whoever may see it: its task may be seen by fewer. */
export const progress = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const [now] = run.task === null ? [] : await ctx.db.query<Now>(NOW, [run.task])
  if (!now) return null
  const line = now.line === null ? null : readReason(now.line)
  return {
    share: now.state === 'running' ? (now.progress ?? 0) : null,
    step: now.step?.[call.language] ?? null,
    said: line === null || typeof line === 'string' ? null : line[call.language],
  }
}
