import { trino } from '../dialect/trino.ts'
import type { QcDatabase, SqlRow } from '../table.ts'
import { isLost } from './lost.ts'
import { isOverLimit, isStalled, Statement, type Statistics } from './statement.ts'
import { openTransport, type Access } from './transport.ts'
import { addWork, NO_WORK, shareOf, type Work } from './work.ts'

/** What one statement may take, read and cost; what is not given is not limited by us. */
export type Limits = { seconds?: number; rows?: number; bytes?: number }

export type TrinoOptions = Access & {
  catalog?: string
  schema?: string
  limits?: Limits
  /** Settings of the session, as Trino names them: retry_policy … */
  session?: Readonly<Record<string, string>>
  /** How long a statement may stand still on the server. */
  stallMs?: number
  /** Told with every page of an answer. */
  onWork?: (work: Work) => void
  /** Told of a statement that stood still and is asked once more. */
  onStall?: (sql: string) => void
}

export type TrinoDatabase = QcDatabase & {
  /** What all statements of this connection have done until now. */
  work(): Work
  /** The same connection without the limits. */
  readonly unlimited: QcDatabase
}

/** Kept by the server: they hold when this process has died, too. */
const limitsOf = ({ seconds, bytes }: Limits): Record<string, string> => ({
  ...(seconds === undefined ? {} : { query_max_execution_time: `${seconds}s` }),
  ...(bytes === undefined ? {} : { query_max_scan_physical_bytes: `${bytes}B` }),
})

const sessionOf = (session: Readonly<Record<string, string>>): Record<string, string> =>
  Object.keys(session).length === 0
    ? {}
    : {
        'x-trino-session': Object.entries(session)
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join(','),
      }

/** `PARAMETRIC_DATETIME`: without it, microseconds are cut to milliseconds on the way. */
const headersOf = ({ catalog, schema }: TrinoOptions): Record<string, string> => ({
  'content-type': 'text/plain; charset=utf-8',
  'x-trino-source': 'qc',
  'x-trino-time-zone': 'UTC',
  'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
  ...(catalog === undefined ? {} : { 'x-trino-catalog': encodeURIComponent(catalog) }),
  ...(schema === undefined ? {} : { 'x-trino-schema': encodeURIComponent(schema) }),
})

export function openTrino(options: TrinoOptions): TrinoDatabase {
  const transport = openTransport(options, headersOf(options))
  const running = new Map<Statement, Statistics | undefined>()
  let ended = NO_WORK
  const work = (): Work => {
    const known = [...running.values()].filter((one) => one !== undefined)
    return { ...known.reduce(addWork, ended), share: shareOf(known) }
  }
  // A connection that is closed under a farewell leaves the statement running on the server.
  const ending = new Set<Promise<void>>()

  const asking = (limits: Limits): Pick<QcDatabase, 'all' | 'run' | 'stream'> => {
    const patience = {
      stallMs: options.stallMs,
      rows: limits.rows,
      headers: sessionOf({ ...limitsOf(limits), ...options.session }),
    }
    async function* once<Row extends SqlRow>(sql: string, values?: readonly unknown[]): AsyncGenerator<Row[]> {
      if (values?.length) throw new Error('a statement for Trino carries its values as literals')
      const heard = (statistics: Statistics): void => {
        running.set(statement, statistics)
        options.onWork?.(work())
      }
      const statement = new Statement(transport, sql, heard, patience)
      running.set(statement, undefined)
      try {
        yield* statement.rows<Row>()
      } finally {
        const last = running.get(statement)
        if (last) ended = addWork(ended, last)
        running.delete(statement)
      }
    }
    /** What reads may be asked once more, as long as nothing of the first answer was handed on. */
    const isToAskAgain = (error: unknown, sql: string): boolean => {
      if (isStalled(error)) options.onStall?.(sql)
      return isStalled(error)
    }
    async function* stream<Row extends SqlRow>(sql: string, values?: readonly unknown[]): AsyncGenerator<Row[]> {
      let isHandedOn = false
      try {
        for await (const rows of once<Row>(sql, values)) {
          isHandedOn = true
          yield rows
        }
      } catch (error) {
        if (isHandedOn || !isToAskAgain(error, sql)) throw error
        yield* once<Row>(sql, values)
      }
    }
    const gathered = async <Row extends SqlRow>(chunks: AsyncIterable<Row[]>): Promise<Row[]> => {
      const rows: Row[] = []
      for await (const chunk of chunks) for (const row of chunk) rows.push(row)
      return rows
    }
    return {
      stream,
      all: <Row extends SqlRow>(sql: string, values?: readonly unknown[]) =>
        gathered(once<Row>(sql, values)).catch((error: unknown) => {
          if (!isToAskAgain(error, sql)) throw error
          return gathered(once<Row>(sql, values))
        }),
      async run(sql, values) {
        for await (const _ of once(sql, values)) continue
      },
    }
  }

  const shared = {
    dialect: trino,
    interrupt() {
      for (const statement of running.keys()) {
        const left = statement.cancel().finally(() => ending.delete(left))
        ending.add(left)
      }
    },
    isLost,
    isOver: isOverLimit,
    async close() {
      await Promise.all([...ending, ...[...running.keys()].map((statement) => statement.cancel())])
      transport.close()
    },
  }
  return { ...shared, ...asking(options.limits ?? {}), unlimited: { ...shared, ...asking({}) }, work }
}
