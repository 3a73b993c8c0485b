import type { Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import type { Lane } from './definition.ts'
import { ENDED, settle } from './ending.ts'
import type { Ended } from './ending.ts'
import { note, tell } from './state.ts'
import { tellEnd } from './tell-end.ts'
import type { Checkpoint } from './checkpoint.ts'

export type Claimed = {
  id: number
  kind: string
  input: unknown
  attempt: number
  tries: number
  maxTries: number
  checkpoint: Checkpoint
  logLines: number
  isCancelled: boolean
}

// A lapsed lease is claimed like a waiting task; whose worker was lost too often is parked instead.
const CLAIM = `WITH next AS (SELECT id FROM task o WHERE lane = $1 AND ended_at IS NULL AND state IN ('waiting', 'running') AND kind = ANY($2::text[]) AND run_after <= now()
    AND (state = 'waiting' OR lease_until < now() AND tries < max_tries)
    AND (depends_on = '{}' OR NOT EXISTS (SELECT FROM unnest(o.depends_on) n LEFT JOIN task d ON d.id = n WHERE d.state IS DISTINCT FROM 'done'))
    ORDER BY priority DESC NULLS LAST, id LIMIT $3 FOR UPDATE OF o SKIP LOCKED),
  t AS (UPDATE task SET state = 'running', attempt = attempt + 1, tries = tries + 1, worker = $4, lease_until = now() + make_interval(secs => $5),
    started_at = coalesce(started_at, now()), seq = seq + 1 FROM next WHERE task.id = next.id
    RETURNING task.id, kind, input, attempt, tries, max_tries AS "maxTries", checkpoint, log_lines AS "logLines", cancel_at IS NOT NULL AS "isCancelled", seq, state),
  ${note(`jsonb_build_object('attempt', attempt)`)}`

type Wanted = { lane: Lane; kinds: readonly string[]; count: number; worker: string; leaseMs: number }
export const claim = (db: Db, { lane, kinds, count, worker, leaseMs }: Wanted): Promise<Claimed[]> =>
  db.query<Claimed>(CLAIM, [lane, kinds, count, worker, leaseMs / 1000])

const LOST: Words = {
  'zh-cn': '执行此任务的进程多次意外终止',
  en: 'The process that worked on this task ended unexpectedly again and again',
}
const PARK = `WITH gone AS (SELECT id FROM task WHERE ended_at IS NULL AND state = 'running' AND lease_until < now() AND tries >= max_tries FOR UPDATE SKIP LOCKED),
  t AS (UPDATE task SET state = 'parked', error = $1, lease_until = NULL, ended_at = now(), attempt = attempt + 1, seq = seq + 1 FROM gone
    WHERE task.id = gone.id RETURNING ${ENDED}),
  ${tell(`jsonb_build_object('error', $1::jsonb)`)}`
/** What takes its worker down with it would do so for ever. */
export const parkLost = async (system: Ctx): Promise<number> => {
  const lost = await system.engine.write(system, async (ctx) => {
    const parked = await ctx.db.query<Ended>(PARK, [JSON.stringify(LOST)])
    for (const one of parked) await tellEnd(ctx.db, one)
    await settle(ctx, parked)
    return parked
  })
  return lost.length
}
