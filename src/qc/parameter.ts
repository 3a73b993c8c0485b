import type { MissingCodes } from './missing-codes.ts'
import type { Text } from './text.ts'

export const SEVERITIES = ['blocking', 'major', 'minor', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

export const METRICS = ['count', 'ratio', 'value'] as const
export const OPERATORS = ['>', '>=', '<', '<=', '==', '!=', 'outside', 'inside'] as const

/**
 * When it holds, the level is reached. `count` and `ratio` speak of violations, `value` of what the check measured.
 * `outside` and `inside` take `min` and/or `max`, both inclusive: a value equal to a limit is inside.
 */
export type Threshold = {
  metric: (typeof METRICS)[number]
  op: (typeof OPERATORS)[number]
  value?: number
  min?: number
  max?: number
}

export type Thresholds = { warn?: Threshold; fail?: Threshold }

/** A control parameter as stored, exchanged and read from a file: plain JSON. */
export type Parameter = Thresholds & {
  id: string
  /** Code or name of the check type: `C02` or `range`. */
  check: string
  name?: Text
  /** What whoever entered the data is told where it is violated. */
  message?: Text
  /** May stay out when the run has one table. */
  table?: string
  columns?: readonly string[]
  params?: Readonly<Record<string, unknown>>
  /** Expression; only rows where it is true are looked at. */
  filter?: string
  groupBy?: readonly string[]
  /** Texts that mean "missing" here: neither null nor values. */
  missingCodes?: MissingCodes
  severity?: Severity
  keyFields?: readonly string[]
  /** With fewer rows to judge by, the result is not_applicable rather than passed. */
  minDenominator?: number
  enabled?: boolean
  /** A column the table lacks: a mistake in the parameter (default), or a reason not to apply. */
  whenAbsent?: 'error' | 'not_applicable'
}

export const NO_VIOLATION: Threshold = { metric: 'count', op: '>', value: 0 }
