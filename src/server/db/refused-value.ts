import { sqlState } from './database.ts'

/** Out of range, no date, no such zone, a character that text cannot hold, no number. */
const STATES: ReadonlySet<string | undefined> = new Set(['22003', '22007', '22008', '22009', '22021', '22P02', '22P05'])

/** The database could not read a value: whoever sent it can mend it. */
export const isRefusedValue = (error: unknown): boolean => STATES.has(sqlState(error))
