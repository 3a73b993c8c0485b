/** How long one statement may run and an open transaction may stand still, in milliseconds; 0 is for ever. */
export type Limits = { readonly statement: number; readonly idle: number }

const SECOND = 1000
const MINUTE = 60 * SECOND
export const LIMITS = {
  /** Somebody waits for the answer; the setting STATEMENT_SECONDS changes it. */
  request: { statement: 30 * SECOND, idle: 30 * SECOND },
  /** A download is as slow as its reader; a reader that stands still is cut off by the server after five minutes. */
  export: { statement: 5 * MINUTE, idle: 6 * MINUTE },
  /** Runs by itself and may be long: migrations, backups, sealing, the queue of the terminal. */
  task: { statement: 0, idle: 0 },
} as const satisfies Record<string, Limits>

/** For a new connection. Said even where there is no limit: a limit of the role must not cut a backup off. */
export const startOptions = ({ statement, idle }: Limits): string =>
  `-c timezone=UTC -c statement_timeout=${statement} -c idle_in_transaction_session_timeout=${idle}`
