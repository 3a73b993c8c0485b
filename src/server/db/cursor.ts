import type { Database } from './database.ts'
import type { Limits } from './limits.ts'

const FETCH = 2000

/** All rows of a statement in one snapshot, a few at a time. However it ends, the connection goes back; a statement under way is cancelled. */
export async function* readByCursor(
  database: Database,
  { text, values }: { text: string; values: unknown[] },
  limits: Limits,
  signal: AbortSignal,
): AsyncGenerator<Record<string, unknown>> {
  signal.throwIfAborted()
  const { connection, cancel, release } = await database.hold(limits)
  let cancelling: Promise<void> | undefined
  const stop = () => void (cancelling = cancel().catch(() => {}))
  signal.addEventListener('abort', stop, { once: true })
  try {
    await connection.query('BEGIN READ ONLY')
    await connection.query(`DECLARE reading NO SCROLL CURSOR FOR ${text}`, values)
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await connection.query<Record<string, unknown>>(`FETCH ${FETCH} FROM reading`)
      yield* rows
      if (rows.length < FETCH) return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await cancelling
    const lost = await connection.query('ROLLBACK').then(
      () => undefined,
      (error: Error) => error,
    )
    await release(lost)
  }
}
