import type { Dimension, Kahn, Level } from './check.ts'
import type { Severity, Thresholds } from './parameter.ts'
import type { Measures, Reason } from './shape.ts'
import type { Fault } from './problem.ts'
import type { Text } from './text.ts'

/** In the order of precedence: the first that holds is the status. */
export const STATUSES = ['error', 'not_applicable', 'skipped', 'failed', 'warned', 'passed'] as const
export type Status = (typeof STATUSES)[number]

/** Everything a verdict needs, kept with the result so that thresholds can be moved later without the data. */
export type Counts = {
  /** Rows after the filter. */
  rows: number
  /** What could have been violated: rows, cells, groups, or 1 for a measured value. */
  denominator: number
  violated: number
  /** How much evidence there was; compared with the minimum. */
  base: number
  /** What the check measured, for checks that measure. */
  value?: number | null
  /** The same where several columns are measured by one parameter, in their order. */
  values?: readonly (number | null)[]
  measures?: Measures
}

/** `faults`: what is wrong with the parameter itself, setting by setting. */
export type Verdict = { status: Status; reason?: Reason; message?: Text; faults?: readonly Fault[]; score: number | null }

export type GroupResult = Counts & Verdict & { group: Readonly<Record<string, string | null>> }
export type FieldResult = { field: string; denominator: number; violated: number }

export type CheckResult = Counts &
  Verdict &
  Thresholds & {
    parameter: string
    check: string
    slug: string
    dimension: Dimension
    kahn: Kahn
    level: Level
    severity: Severity
    table: string | null
    columns: readonly string[]
    judgesEmpty: boolean
    measured: boolean
    filtered: boolean
    minDenominator: number
    fields: readonly FieldResult[]
    groups?: readonly GroupResult[]
  }
