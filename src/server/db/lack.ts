import { fail } from '#kernel'
import type { Refusal } from '#kernel'
import { NoConnection, sqlState } from './database.ts'

const CANCELLED = '57014'
const DISK: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Of the database, of a file, or, in its own words, of DuckDB. */
export const isDiskFull = (error: unknown): boolean =>
  DISK.has(sqlState(error) ?? '') || (error instanceof Error && /no space left on device|disk quota exceeded/i.test(error.message))

/** What the machine is short of: connections, time, disk, memory. No fault of the program, and nobody mends it by sending something else. */
export const lackOf = (error: unknown): Refusal | undefined => {
  if (error instanceof NoConnection) return fail('server.busy')
  const state = sqlState(error) ?? ''
  if (state === CANCELLED) return fail('server.slow')
  if (isDiskFull(error)) return fail('server.diskFull')
  return /^53[0-9A-Z]{3}$/.test(state) ? fail('server.busy') : undefined
}
