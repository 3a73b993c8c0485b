import { randomInt } from 'node:crypto'
import { consume, remember } from '../auth/one-time.ts'
import type { Db } from '../db/database.ts'

export const CODE_MINUTES = 10

export const randomCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** A code belongs to one purpose and one address: elsewhere it opens nothing. */
const purposeOf = (event: string) => `code:${event}`
const keyOf = (address: string) => address.toLowerCase()

export const rememberCode = (db: Db, event: string, address: string, code: string): Promise<void> =>
  remember(db, purposeOf(event), keyOf(address), code, CODE_MINUTES * 60)

/** True once. An address that never got a code answers like one whose code was mistyped. */
export const redeemCode = (db: Db, event: string, address: string, code: string): Promise<boolean> =>
  consume(db, purposeOf(event), keyOf(address), code.trim())
