import type { ColumnProfile } from '../profile/types.ts'
import type { CheckResult } from '../result.ts'
import type { RunScore } from '../score.ts'
import type { SourceFacts } from '../table.ts'
import type { Text } from '../text.ts'
import type { Violation } from '../violations.ts'

export type ReportLanguage = 'zh' | 'en'

/** Everything a report shows, as plain data: whoever has a run can fill it, and neither page nor workbook asks for more. */
export type ReportModel = {
  /** Shown first; the page holds both. */
  language: ReportLanguage
  title: Text
  /** As the clock on the wall shows it, ISO without zone. */
  made: string
  /** Versions, hashes, who signed: one line each. */
  facts: readonly ReportFact[]
  tables: readonly ReportTable[]
  run?: ReportRun
}

export type ReportFact = { label: Text; value: string | Text }

export type ReportRun = {
  engine: string
  /** Which database judged, and why that one. */
  by?: Text
  now: string
  score: RunScore
  /** The same by form, by site: whatever the data are divided into. */
  parts?: readonly ReportPart[]
  /** Score of the run before. */
  previous?: number | null
  results: readonly ReportResult[]
  history?: ReportHistory
}

export type ReportPart = { title: Text; list: readonly { name: Text; score: number | null; applicable: number; total: number }[] }

/** What earlier runs over the same data said. Whoever keeps runs works it out; a report only draws it. */
export type ReportHistory = {
  before: { title: string; at: string; score: number | null; changes: readonly ReportChange[] }
  charts: readonly ReportChart[]
}
export type ReportSaid = Pick<CheckResult, 'status' | 'violated' | 'denominator'>
/** `elsewhere`: only one of the two runs judged it. */
export type ReportChange = {
  code: string
  title: Text
  kind: 'worse' | 'better' | 'still' | 'elsewhere'
  now: ReportSaid | null
  before: ReportSaid | null
}
/** A figure over runs, oldest first. Without `limits` there are too few points for any. `rules`: those of control charts that a point breaks. */
export type ReportChart = {
  title: Text
  unit: Text
  limits: { mean: number; sd: number } | null
  points: readonly { label: string; at: string; figure: number; rules: readonly string[] }[]
}

export type ReportResult = CheckResult & {
  /** The check type's title, or the parameter's own name. */
  title: Text
  /** What counts as a violation. */
  counts: Text
  /** What its own message says, where it has one. */
  told?: Text
  settings: readonly Text[]
  first: readonly Violation[]
  /** Rows that were not judged because a cell holds something that cannot be read: a word where a number should be. */
  unread: number
}

export type ReportTable = {
  name: string
  /** What people call it, where somebody has said. */
  title?: Text
  rows: number
  width: number
  source: SourceFacts
  notes: readonly Text[]
  /** The first so many of `width` columns. */
  columns: readonly ReportColumn[]
  missing?: MissingMatrix
}

export type ReportColumn = Omit<ColumnProfile, 'patterns'> & {
  /** Bars between `from` and `to`; what lies outside is only counted. */
  bars?: Bars
  limits: readonly Limits[]
  /** Values a check allows, when one does. */
  allowed?: readonly string[]
  findings: number
  title?: Text
}

export type Bars = { from: number; to: number; counts: readonly number[]; below: number; above: number; dates?: true }
/** Of the rule that sets them; `out`: how many values that rule found beyond them. */
export type Limits = { min?: number; max?: number; parameter?: string; out?: number }

/** Share of missing cells, 0–255, row by row: `height` slices of the records in the order of the file. */
export type MissingMatrix = { columns: readonly string[]; height: number; shares: readonly (readonly number[])[] }
