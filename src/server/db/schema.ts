import { areas } from '#areas/registry.ts'
import * as system from './system-table.ts'
import { tablesOf } from './table.ts'
import * as task from './task-table.ts'

/** Everything drizzle-kit compares with the last snapshot. */
export const schema: Record<string, unknown> = { ...system, ...task, ...Object.fromEntries(tablesOf(areas)) }
