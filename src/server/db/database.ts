import type { Readable } from 'node:stream'
import pg from 'pg'
import { hasExactDigits } from '#kernel'
import { copyIn, copyOut } from './copy.ts'
import { LIMITS, startOptions } from './limits.ts'
import type { Limits } from './limits.ts'
import { Prepared } from './prepared.ts'
import { ask, askFirst, end } from './statement.ts'

export type Params = readonly unknown[]
/** A place to run SQL: the pool, or the transaction of the write at hand. */
export type Db = {
  query<T = Record<string, unknown>>(text: string, params?: Params): Promise<T[]>
  /** Of a transaction: which locks it has taken until its end, so that nobody takes them again. */
  readonly held?: Set<string>
}
/** A connection that is taken out until it is released. One that was cancelled or failed is thrown away. */
export type Held = { connection: pg.PoolClient; cancel(): Promise<void>; release(why?: Error): Promise<void> }
export type Load = { open: number; idle: number; waiting: number }
export type Database = Db & {
  transaction<T>(work: (tx: Db) => Promise<T>, limits?: Limits): Promise<T>
  /** A connection of its own for cursors and long reads, with time limits of its own. */
  hold(limits: Limits): Promise<Held>
  /** A statement that is under way when the signal comes is cancelled. */
  withConnection<T>(work: (connection: pg.PoolClient) => Promise<T>, limits?: Limits, signal?: AbortSignal): Promise<T>
  load(): Load
  close(): Promise<void>
}

const OID = { int8: 20, numeric: 1700, timestamptz: 1184, timestamp: 1114, date: 1082, int8Array: 1016, numericArray: 1231 }
/** `2026-11-16 01:57:00.123+00` → ISO; sessions run in UTC. */
const iso = (text: string) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00(:00)?$/, '')}Z`
/** A number while JavaScript keeps all of its digits, beyond that the text as it is: a sum must not be a neighbour of itself. */
export const readNumeric = (text: string): number | string => (hasExactDigits(text) ? Number(text) : text)
const types = new pg.TypeOverrides()
types.setTypeParser(OID.int8, Number)
types.setTypeParser(OID.numeric, readNumeric)
types.setTypeParser(OID.timestamptz, iso)
types.setTypeParser(OID.timestamp, (text: string) => text)
types.setTypeParser(OID.date, (text: string) => text)
types.setTypeParser(OID.int8Array, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

// Names are those of the process, so that each connection knows a text by the same one.
const prepared = new Prepared()

/** The simple protocol takes several statements in one text: whatever slipped into a text could bring its own. */
class OneStatementClient extends pg.Client {
  readonly #query = super.query.bind(this) as (config: object, ...rest: unknown[]) => unknown
  override query = ((query: string | pg.Submittable | pg.QueryConfig, ...rest: unknown[]) =>
    typeof query === 'object' && 'submit' in query
      ? this.#query(query, ...rest)
      : this.#query({ ...(typeof query === 'string' ? { text: query } : query), queryMode: 'extended' }, ...rest)) as pg.Client['query']
}

const configOf = (client: pg.PoolClient, text: string, values: Params = []) => {
  const name = prepared.nameOf(text)
  if (name) prepared.note(client, name)
  return { name, text, values }
}
const on = (client: pg.PoolClient): Db => ({ query: (text, params) => ask(client, configOf(client, text, params)) })
/** Begins with its first statement; without one there is nothing to end. */
const within = (client: pg.PoolClient) => {
  let isBegun = false
  const tx: Db = {
    held: new Set(),
    query: (text, params) => {
      const config = configOf(client, text, params)
      if (isBegun) return ask(client, config)
      isBegun = true
      open.set(tx, client)
      return askFirst(client, config)
    },
  }
  const over = async (how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    if (isBegun) await end(client, how)
    // Whoever asks too late begins none on a connection that others have by then.
    isBegun = true
  }
  return { tx, over }
}

const giveBack = (client: pg.PoolClient, broken?: Error): void => client.release(broken ?? prepared.isFull(client))

/** The connections of transactions that have begun. */
const open = new WeakMap<Db, pg.PoolClient>()
const connectionOf = (tx: Db): pg.PoolClient => {
  const client = open.get(tx)
  if (!client) throw new Error('COPY belongs inside a transaction that has begun')
  return client
}
/** `COPY … FROM STDIN` within a transaction that is open; answers how many rows came in. */
export const copyInto = (tx: Db, text: string, source: Readable): Promise<number> => copyIn(connectionOf(tx), text, source)
/** `COPY … TO STDOUT` as this transaction sees it, to be read to its end before the transaction goes on. */
export const copyFrom = (tx: Db, text: string): Readable => copyOut(connectionOf(tx), text).stream

const RETRY = new Set(['40001', '40P01'])
export const sqlState = (error: unknown): string | undefined => (error as { code?: string }).code

const SET = `SELECT set_config('statement_timeout', $1, $3), set_config('idle_in_transaction_session_timeout', $2, $3)`
const setLimits = async (db: Db, { statement, idle }: Limits, until: 'session' | 'transaction'): Promise<void> =>
  void (await db.query(SET, [String(statement), String(idle), until === 'transaction']))

/** A request that found no connection in time: too many others have them. */
export class NoConnection extends Error {}
const WAIT_MS = 10_000
const NO_CONNECTION = new Set(['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'])
const named = (error: unknown): unknown =>
  error instanceof Error && NO_CONNECTION.has(error.message)
    ? new NoConnection('no database connection was free in time', { cause: error })
    : error

type Options = { max?: number; limits?: Limits; waitMs?: number; log?: (error: Error) => void }
export const openDatabase = (url: string, options: Options = {}): Database => {
  const own = options.limits ?? LIMITS.task
  const pool = new pg.Pool({
    connectionString: url,
    Client: OneStatementClient,
    max: options.max ?? 16,
    types,
    options: startOptions(own),
    connectionTimeoutMillis: options.waitMs ?? WAIT_MS,
  })
  // Without listeners, a lost connection would end the process; a checked-out one is not the pool's to report. Ending it ourselves is no news.
  let isClosing = false
  pool.on('error', (error) => void (isClosing || options.log?.(error)))
  pool.on('connect', (client) => client.on('error', () => {}))
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect()
    } catch (error) {
      throw named(error)
    }
  }
  const onPool: Db = {
    query: async (text, params) => {
      const client = await connect()
      let broken: Error | undefined
      try {
        return await on(client).query(text, params)
      } catch (error) {
        if (sqlState(error) === undefined) broken = error as Error
        throw error
      } finally {
        giveBack(client, broken)
      }
    },
  }
  const attempt = async <T>(work: (tx: Db) => Promise<T>, limits: Limits | undefined): Promise<T> => {
    const client = await connect()
    const { tx, over } = within(client)
    let broken: Error | undefined
    try {
      if (limits) await setLimits(tx, limits, 'transaction')
      const result = await work(tx)
      await over('COMMIT')
      return result
    } catch (error) {
      await over('ROLLBACK').catch((lost: Error) => (broken = lost))
      throw error
    } finally {
      open.delete(tx)
      giveBack(client, broken)
    }
  }
  const hold = async (limits: Limits): Promise<Held> => {
    const connection = await connect()
    let broken: Error | undefined
    await setLimits(on(connection), limits, 'session').catch((error: Error) => {
      connection.release(error)
      throw error
    })
    return {
      connection,
      cancel: async () => {
        // The signal may arrive after the statement it was meant for: nobody else may be handed this connection.
        broken ??= new Error('cancelled')
        await onPool.query('SELECT pg_cancel_backend($1)', [(connection as unknown as { processID: number }).processID])
      },
      release: async (why) => {
        broken ??= why
        if (!broken) await setLimits(on(connection), own, 'session').catch((lost: Error) => void (broken = lost))
        giveBack(connection, broken)
      },
    }
  }
  return {
    ...onPool,
    transaction: async (work, limits) => {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work, limits)
        } catch (error) {
          if (tries >= 4 || !RETRY.has(sqlState(error) ?? '')) throw error
        }
      }
    },
    hold,
    withConnection: async (work, limits = LIMITS.task, signal) => {
      signal?.throwIfAborted()
      const { connection, cancel, release } = await hold(limits)
      let broken: Error | undefined
      let cancelling: Promise<void> | undefined
      const stop = () => void (cancelling = cancel().catch(() => {}))
      signal?.addEventListener('abort', stop, { once: true })
      try {
        return await work(connection)
      } catch (error) {
        broken = error as Error
        throw error
      } finally {
        signal?.removeEventListener('abort', stop)
        await cancelling
        await release(broken)
      }
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}
