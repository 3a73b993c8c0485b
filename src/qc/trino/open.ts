import type { QcDatabase } from '../table.ts'
import type { TrinoDatabase, TrinoOptions } from './database.ts'
import { openTrino } from './database.ts'
import { TrinoError } from './statement.ts'

/** A pattern that RE2 refuses and the other library takes. */
const PROBE = `SELECT regexp_like('a', '(?=a)') AS other`
const REFUSED = /^INVALID_(?:FUNCTION|CAST)_ARGUMENT$/

/** By another library of regular expressions numbers, dates and patterns would mean something else. */
async function refuseOtherLibrary(database: QcDatabase): Promise<void> {
  await database.all('SELECT 1 AS one')
  const other = await database.all(PROBE).then(
    () => true,
    (error: unknown) => {
      // A broken line or a full queue says nothing of the library.
      if (error instanceof TrinoError && REFUSED.test(error.code ?? '')) return false
      throw error
    },
  )
  const mend = 'the server reads regular expressions with JONI; set regex-library=RE2J in config.properties of all its nodes'
  if (other) throw new TrinoError(mend, 'REGEX_LIBRARY')
}

/** A connection whose server reads regular expressions as we do. */
export async function openChecked(options: TrinoOptions): Promise<TrinoDatabase> {
  const database = openTrino(options)
  try {
    await refuseOtherLibrary(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Somebody waits at the screen: one try, and an end to it, also to waiting in a queue. */
export async function askBriefly<T>(options: TrinoOptions, ms: number, work: (database: TrinoDatabase) => Promise<T>): Promise<T> {
  const database = openTrino({ ...options, tries: 1, silenceMs: ms })
  const timer = setTimeout(() => database.interrupt(), ms)
  try {
    await refuseOtherLibrary(database)
    return await work(database)
  } catch (error) {
    throw isCancelled(error) ? new TrinoError(`no answer within ${ms / 1000} s`, 'SILENT') : error
  } finally {
    clearTimeout(timer)
    await database.close()
  }
}

export const isCancelled = (error: unknown): boolean => error instanceof TrinoError && error.code === 'USER_CANCELED'

/** What the server says of itself: its version, and how many nodes work. */
export async function serverOf(database: QcDatabase): Promise<{ server: string; nodes: number }> {
  const nodes = await database.all<{ node_version: string }>(`SELECT node_version FROM system.runtime.nodes WHERE state = 'active'`)
  return { server: `Trino ${[...new Set(nodes.map((node) => node.node_version))].join(', ')}`, nodes: nodes.length }
}
