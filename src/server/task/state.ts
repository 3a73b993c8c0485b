/** waiting → running → done | failed | cancelled | parked; a failed or parked one waits again when somebody says so. */
export const STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'parked'] as const
export type State = (typeof STATES)[number]
export type EventKind = 'state' | 'progress' | 'log'

/** Which task has news, for whoever follows. */
export const TOLD = 'task'
/** There may be something to claim; with `cancel`, something to stop. */
export const WAKE = 'task_wake'

/** The end of a statement whose part `t` has changed tasks: one event each, numbered under the lock of its row. Who runs tasks tells of it with `Teller`. */
export const note = (data: string, more = ''): string =>
  `noted AS (INSERT INTO task_event (task, seq, kind, data) SELECT id, seq, 'state', jsonb_build_object('state', state) || ${data} FROM t)
   SELECT t.*${more} FROM t`
/** The same, told with the commit: for what happens now and then, in transactions of others. */
export const tell = (data: string): string => note(data, `, pg_notify('${TOLD}', t.id::text)`)
