import type { Dialect } from './dialect/dialect.ts'
import type { Sql } from './sql.ts'

/** What reading noticed or would have changed: a ragged line, a lost zero, an undecodable byte. */
export type ImportNote = {
  code: string
  line?: number
  column?: string
  count?: number
  detail?: string
  severity: 'info' | 'warning' | 'error'
}

export type SourceFacts = {
  path: string
  format: string
  bytes: number
  encoding?: string
  delimiter?: string
  sha256?: string
  /** Records counted without the main reader; a difference to `rows` means rows were lost. */
  independentRows?: number
  /** Header cells exactly as found, before repeated names were made unique. */
  header?: readonly string[]
  /** What the file itself says of its columns: labels, labels of values, values that mean missing. */
  dictionary?: readonly ColumnFact[]
  /** What the file says of itself as a whole, under names that whoever shows them has words for. */
  about?: About
  notes: readonly ImportNote[]
}

export type About = Readonly<Record<string, string | number | readonly string[]>>

export type ColumnFact = {
  column: string
  label?: string
  format?: string
  choices?: readonly { code: string; label: string }[]
  /** Both ends of a range belong to it. */
  missing?: { codes: readonly string[]; ranges: readonly { min: string; max: string }[] }
}

export type ShadowType = 'BIGINT' | 'DOUBLE' | 'DATE' | 'TIMESTAMP'

/**
 * A second, typed copy of a text column in the same relation, under `name`: exactly what `readNumber` or `readDate` (cast.ts) give.
 * Only present when it is null for blank texts and for nothing else. `exact`: writing the value back gives the very text, for every
 * row, so that comparing shadows is comparing texts ('007' or '1.50' in the column forbid it).
 */
export type TypedColumn = { name: string; type: ShadowType; exact: boolean }

/** A staged table: every column is text exactly as read, plus "__row" (BIGINT, 1-based record number). `relation` is SQL usable after FROM. */
export type StagedTable = {
  name: string
  relation: Sql
  columns: readonly string[]
  rows: number
  source: SourceFacts
  typed?: Readonly<Record<string, TypedColumn>>
  /** The rows stand in no order that means something, and their numbers only tell them apart. */
  unordered?: boolean
  /** The numbers of the rows put them in order, and leave numbers out: where a row stands among all cannot be told from its own. */
  sparse?: boolean
  /** Columns that say where a row stands, not what it says: a finding is the same one wherever the lines between places are drawn. */
  aside?: readonly string[]
  /**
   * Very wide tables only: SQL usable after FROM with "__row" and these columns (their typed copies too). Binding `relation` with
   * 15,000 columns costs 0.6 s a statement, and more than a few hundred aggregates in one statement cost the square of their number.
   */
  narrow?(columns: readonly string[]): Sql
}

export type SqlValue = string | number | bigint | boolean | null
/** Answers come back as plain JS values: BIGINT as number when safe (else bigint), DATE/TIMESTAMP as ISO text, lists as arrays. */
export type SqlRow = Record<string, unknown>

export type QcDatabase = {
  /** What its SQL is written in. */
  readonly dialect: Dialect
  run(sql: string, values?: readonly SqlValue[]): Promise<void>
  all<Row extends SqlRow = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
  stream<Row extends SqlRow = SqlRow>(sql: string, values?: readonly SqlValue[]): AsyncIterable<Row[]>
  /** Stops the statement under way; its promise rejects. */
  interrupt(): void
  /** Whether an error says that the engine itself is gone: no fault of the statement, and no verdict on a check. */
  isLost?(error: unknown): boolean
  /** Whether a limit ended the statement: asked again in parts, each part would run into it. */
  isOver?(error: unknown): boolean
  /** The same without limits: for what follows from a verdict, which a limit would take away again. */
  readonly unlimited?: QcDatabase
  close(): Promise<void>
}

export const ROW = '__row'
