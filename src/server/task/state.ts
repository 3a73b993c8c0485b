/** waiting → running → done | failed | cancelled | parked; a failed or parked one waits again when somebody says so. */
export const STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'parked'] as const
export type State = (typeof STATES)[number]
export type EventKind = 'state' | 'progress' | 'log'

/** Every event, as `task:seq`, for whoever follows. */
export const TOLD = 'task'
/** There may be something to claim; with `cancel`, something to stop. */
export const WAKE = 'task_wake'

/** The end of a statement whose part `t` has changed tasks: one event each, numbered under the lock of its row, and told with the commit. */
export const tell = (data: string): string =>
  `told AS (INSERT INTO task_event (task, seq, kind, data) SELECT id, seq, 'state', jsonb_build_object('state', state) || ${data} FROM t)
   SELECT t.*, pg_notify('${TOLD}', t.id || ':' || t.seq) FROM t`
