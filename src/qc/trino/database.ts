import { trino } from '../dialect/trino.ts'
import type { QcDatabase, SqlRow } from '../table.ts'
import { isLost } from './lost.ts'
import { Statement, type Statistics } from './statement.ts'
import { openTransport, type Access } from './transport.ts'

export type TrinoOptions = Access & {
  catalog?: string
  schema?: string
  /** Limits and settings of the session, as Trino names them: query_max_execution_time, query_max_scan_physical_bytes … */
  session?: Readonly<Record<string, string>>
  /** How long a statement may stand still on the server. */
  stallMs?: number
  /** What the last page said of a statement under way: splits, rows, bytes, CPU, memory, nodes. */
  onStatistics?: (statistics: Statistics) => void
}

export type TrinoDatabase = QcDatabase & {
  /** Share done of the statement under way (0–1), or undefined where none is. */
  progress(): number | undefined
}

/** `PARAMETRIC_DATETIME`: without it, microseconds are cut to milliseconds on the way. */
const headersOf = ({ catalog, schema, session = {} }: TrinoOptions): Record<string, string> => ({
  'content-type': 'text/plain; charset=utf-8',
  'x-trino-source': 'qc',
  'x-trino-time-zone': 'UTC',
  'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
  ...(catalog === undefined ? {} : { 'x-trino-catalog': encodeURIComponent(catalog) }),
  ...(schema === undefined ? {} : { 'x-trino-schema': encodeURIComponent(schema) }),
  ...(Object.keys(session).length === 0
    ? {}
    : {
        'x-trino-session': Object.entries(session)
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join(','),
      }),
})

export function openTrino(options: TrinoOptions): TrinoDatabase {
  const transport = openTransport(options, headersOf(options))
  const running = new Map<Statement, Statistics | undefined>()
  // A connection that is closed under a farewell leaves the statement running on the server.
  const ending = new Set<Promise<void>>()

  async function* stream<Row extends SqlRow>(sql: string, values?: readonly unknown[]): AsyncGenerator<Row[]> {
    if (values?.length) throw new Error('a statement for Trino carries its values as literals')
    const heard = (statistics: Statistics): void => {
      running.set(statement, statistics)
      options.onStatistics?.(statistics)
    }
    const statement = new Statement(transport, sql, heard, options.stallMs)
    running.set(statement, undefined)
    try {
      yield* statement.rows<Row>()
    } finally {
      running.delete(statement)
    }
  }

  return {
    dialect: trino,
    stream,
    async all<Row extends SqlRow>(sql: string, values?: readonly unknown[]) {
      const rows: Row[] = []
      for await (const chunk of stream<Row>(sql, values)) for (const row of chunk) rows.push(row)
      return rows
    },
    async run(sql, values) {
      for await (const _ of stream(sql, values)) continue
    },
    interrupt() {
      for (const statement of running.keys()) {
        const ended = statement.cancel().finally(() => ending.delete(ended))
        ending.add(ended)
      }
    },
    isLost,
    progress() {
      const [first] = running.values()
      return first && first.totalSplits > 0 ? first.completedSplits / first.totalSplits : undefined
    },
    async close() {
      await Promise.all([...ending, ...[...running.keys()].map((statement) => statement.cancel())])
      transport.close()
    },
  }
}
