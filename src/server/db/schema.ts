import { areas } from '#areas/registry.ts'
import * as system from './system-table.ts'
import { tablesOf } from './table.ts'

/** Everything drizzle-kit compares with the last snapshot. */
export const schema: Record<string, unknown> = { ...system, ...Object.fromEntries(tablesOf(areas)) }
