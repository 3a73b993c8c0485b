import type { Parameter } from '../parameter.ts'
import type { Text } from '../text.ts'
import type { ImportNote, SourceFacts } from '../table.ts'

export const COLUMN_TYPES = ['empty', 'integer', 'number', 'date', 'datetime', 'text'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

export const IDENTIFIER_KINDS = [
  'cn_resident_id',
  'cn_mobile',
  'person_name',
  'document_no',
  'medical_record_no',
  'email',
  'phone',
  'address',
] as const
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number]

export type Bin = { from: number; to: number; count: number }
export type NumberProfile = {
  min: number
  max: number
  mean: number
  sd: number | null
  /** 1, 5, 25, 50, 75, 95 and 99 %. */
  quantiles: Readonly<Record<'p01' | 'p05' | 'p25' | 'p50' | 'p75' | 'p95' | 'p99', number>>
  quantilesExact: boolean
  zeros: number
  negatives: number
  histogram: readonly Bin[]
}

export type ColumnProfile = {
  name: string
  type: ColumnType
  /** Share of filled cells that read as `type`; below 1 some cells are of another kind. */
  typeShare: number
  filled: number
  missing: number
  distinct: number
  distinctExact: boolean
  length: { min: number; max: number }
  /** The most frequent values with exact counts. */
  top: readonly { value: string; count: number }[]
  numbers?: NumberProfile
  dates?: { min: string; max: string }
  /** Shapes such as A99-999 (9 digit, A letter, 字 ideograph), from the sampled rows. */
  patterns: readonly { pattern: string; share: number }[]
  /** Where there is any, frequent values, limits and means are left out unless they were asked for. */
  identifiers: readonly { kind: IdentifierKind; share: number }[]
}

export type Evidence = Readonly<Record<string, { confidence: number; evidence: Text }>>

export type TableProfile = {
  table: string
  rows: number
  columns: readonly ColumnProfile[]
  sampledRows: number
  source: SourceFacts
  /** What reading into a spreadsheet or a typed database would change. */
  guard: readonly ImportNote[]
  suggested: readonly Parameter[]
  /** What speaks for each suggestion, by its id. */
  evidence: Evidence
}
