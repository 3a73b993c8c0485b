import pg from 'pg'

export type Params = readonly unknown[]
/** A place to run SQL: the pool, or the transaction of the write at hand. */
export type Db = { query<T = Record<string, unknown>>(text: string, params?: Params): Promise<T[]> }
export type Database = Db & {
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** A connection of its own for LISTEN, cursors and long reads. */
  withConnection<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const OID = { int8: 20, numeric: 1700, timestamptz: 1184, timestamp: 1114, date: 1082, int8Array: 1016, numericArray: 1231 }
/** `2026-11-16 01:57:00.123+00` → ISO; sessions run in UTC. */
const iso = (text: string) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00(:00)?$/, '')}Z`
const types = new pg.TypeOverrides()
types.setTypeParser(OID.int8, Number)
types.setTypeParser(OID.numeric, Number)
types.setTypeParser(OID.timestamptz, iso)
types.setTypeParser(OID.timestamp, (text: string) => text)
types.setTypeParser(OID.date, (text: string) => text)
types.setTypeParser(OID.int8Array, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

// A prepared statement lives as long as its connection: an attacker varying filters must not fill the server's memory with them.
const MAX_PREPARED = 500
const names = new Map<string, string>()
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= MAX_PREPARED) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** The simple protocol takes several statements in one text: whatever slipped into a text could bring its own. */
class OneStatementClient extends pg.Client {
  readonly #query = super.query.bind(this) as (config: object, ...rest: unknown[]) => unknown
  override query = ((query: string | pg.Submittable | pg.QueryConfig, ...rest: unknown[]) =>
    typeof query === 'object' && 'submit' in query
      ? this.#query(query, ...rest)
      : this.#query({ ...(typeof query === 'string' ? { text: query } : query), queryMode: 'extended' }, ...rest)) as pg.Client['query']
}

const on = (client: pg.Pool | pg.PoolClient): Db => ({
  query: async <T>(text: string, params: Params = []) => {
    const name = nameOf(text)
    const result = await client.query({ ...(name ? { name } : {}), text, values: params as unknown[] })
    return result.rows as T[]
  },
})

const RETRY = new Set(['40001', '40P01'])
export const sqlState = (error: unknown): string | undefined => (error as { code?: string }).code

export const openDatabase = (url: string, options: { max?: number; log?: (error: Error) => void } = {}): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    Client: OneStatementClient,
    max: options.max ?? 16,
    types,
    options: '-c timezone=UTC -c idle_in_transaction_session_timeout=60000',
    connectionTimeoutMillis: 10_000,
  })
  // Without listeners, a lost connection would end the process; a checked-out one is not the pool's to report. Ending it ourselves is no news.
  let isClosing = false
  pool.on('error', (error) => void (isClosing || options.log?.(error)))
  pool.on('connect', (client) => client.on('error', () => {}))
  const attempt = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const tx = on(client)
    let broken: Error | undefined
    try {
      await tx.query('BEGIN')
      const result = await work(tx)
      await tx.query('COMMIT')
      return result
    } catch (error) {
      await tx.query('ROLLBACK').catch((lost: Error) => (broken = lost))
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    ...on(pool),
    transaction: async (work) => {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work)
        } catch (error) {
          if (tries >= 4 || !RETRY.has(sqlState(error) ?? '')) throw error
        }
      }
    },
    withConnection: async (work) => {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        return await work(client)
      } catch (error) {
        broken = error as Error
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}
