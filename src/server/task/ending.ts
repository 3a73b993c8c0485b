import { LANGUAGES } from '#kernel'
import type { Words } from '#kernel'
import type { Db } from '../db/database.ts'
import { SYSTEM } from '../model/actor.ts'
import type { Ctx } from '../model/context.ts'
import type { State } from './state.ts'

/** How a task can end without having done its work. */
export type How = 'failed' | 'parked' | 'cancelled'
/** A task that is no longer at work: what it was to do, how it stands, why, and whose it is. */
export type Ended = {
  id: number
  kind: string
  input: unknown
  state: State
  error: Words | null
  title: string
  called: Words | null
  ownerKind: 'admin' | 'member' | 'system'
  ownerId: number | null
}
export const ENDED = `task.id, task.kind, task.input, task.seq, task.state, task.error, task.title, task.called -> 'title' AS called,
  task.owner_kind AS "ownerKind", task.owner_id AS "ownerId"`

type Settle = (ctx: Ctx, ended: Ended, how: How) => Promise<void>
/** By kind: whoever ends a task, in whatever process, has only its row. */
const settling = new Map<string, Settle>()
export const settleBy = (kind: string, settle: Settle): void => void settling.set(kind, settle)

const SAY = `WITH t AS (UPDATE task SET seq = seq + 1, log_lines = log_lines + 1 WHERE id = $1 RETURNING id, seq, state),
  noted AS (INSERT INTO task_event (task, seq, kind, data) SELECT id, seq, 'log', jsonb_build_object('lines', $2::text[]) FROM t) SELECT id FROM t`
const say = (db: Db, id: number, line: string) => db.query(SAY, [id, [line.replaceAll('\0', '').toWellFormed().slice(0, 2000)]])

const isHow = (state: State): state is How => state === 'failed' || state === 'parked' || state === 'cancelled'
/** What hangs on work that is not done learns it in the transaction of its end. What cannot be settled stands in its log: nobody could end the task otherwise. */
export const settle = async (ctx: Ctx, all: readonly Ended[]): Promise<void> => {
  for (const ended of all) {
    const hook = settling.get(ended.kind)
    if (!hook || !isHow(ended.state)) continue
    const { state } = ended
    const own: Ctx = { ...ctx, actor: SYSTEM, departments: [], language: LANGUAGES[0], request: { ...ctx.request, id: `task:${ended.id}` } }
    await ctx.engine
      .attempt(own, () => hook(own, ended, state))
      .catch((error: unknown) => say(ctx.db, ended.id, error instanceof Error ? (error.stack ?? error.message) : String(error)))
  }
}
