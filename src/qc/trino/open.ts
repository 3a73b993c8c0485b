import type { QcDatabase } from '../table.ts'
import type { TrinoDatabase, TrinoOptions } from './database.ts'
import { openTrino } from './database.ts'
import { TrinoError } from './statement.ts'

/** A pattern that RE2 refuses and the other library takes. */
const PROBE = `SELECT regexp_like('a', '(?=a)') AS other`
const REFUSED = /^INVALID_(?:FUNCTION|CAST)_ARGUMENT$/

/** A connection whose server reads regular expressions as we do. By another library, numbers, dates and patterns would mean something else. */
export async function openChecked(options: TrinoOptions): Promise<TrinoDatabase> {
  const database = openTrino(options)
  try {
    await database.all('SELECT 1 AS one')
    const other = await database.all(PROBE).then(
      () => true,
      (error: unknown) => {
        // A broken line or a full queue says nothing of the library.
        if (error instanceof TrinoError && REFUSED.test(error.code ?? '')) return false
        throw error
      },
    )
    if (!other) return database
    const mend = 'the server reads regular expressions with JONI; set regex-library=RE2J in config.properties of all its nodes'
    throw new TrinoError(mend, 'REGEX_LIBRARY')
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What the server says of itself: its version, and how many nodes work. */
export async function serverOf(database: QcDatabase): Promise<{ server: string; nodes: number }> {
  const nodes = await database.all<{ node_version: string }>(`SELECT node_version FROM system.runtime.nodes WHERE state = 'active'`)
  return { server: `Trino ${[...new Set(nodes.map((node) => node.node_version))].join(', ')}`, nodes: nodes.length }
}
