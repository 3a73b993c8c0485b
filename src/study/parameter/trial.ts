import * as z from 'zod'
import type { Words } from '#kernel'
import type { Status } from '#qc/result.ts'

/** A rule is tried on so many rows; of a longer table on a sample, spread over all of it. */
export const MOST_ROWS = 50_000

const whole = z.int().positive()
/** What is tried on what. Who asks is noted with it: what they reach and up to which sensitivity they read decide what they see. */
export const trialShape = z.object({
  check: z.string(),
  body: z.unknown(),
  hash: z.string(),
  study: whole.nullable(),
  form: whole.nullable(),
  datafile: whole.nullable(),
  delivery: whole.nullable(),
  departments: z.union([z.literal('all'), z.array(whole)]),
  reads: z.number(),
  /** The admin who asks. */
  by: whole.nullable().default(null),
})
export type Asked = z.infer<typeof trialShape>

/** What is wrong with the rule, by setting; in an expression with the character, counted from 1. */
export type TrialFault = { path: string; words: Words; at?: number }
export type TriedTable = {
  table: string | null
  status: Status
  reason: string | null
  /** Rows read, and how many there are. */
  rows: number
  of: number
  denominator: number
  violated: number
  value: number | null
  columns: readonly { name: string; isHidden: boolean }[]
}
export type TriedRow = {
  table: string | null
  verdict: 'failed' | 'passed'
  /** What people call it: the record's name, or the number of the row in its file. */
  name: string
  record: number | null
  form: number | null
  field: string | null
  value: string | null
  cells: readonly (string | null)[]
}
export type Trial = {
  hash: string
  study: number | null
  form: number | null
  datafile: number | null
  delivery: number | null
  faults: readonly TrialFault[]
  /** Why nothing could be read. */
  trouble: Words | null
  tables: readonly TriedTable[]
  /** Null where the rule speaks of values that whoever asks does not read: which rows fail would tell them. */
  list: readonly TriedRow[] | null
  rows: number
  violated: number
  /** What was read: the hash of the rows, the moment in words of the database, the number of the dictionary, of the file's version or of the delivery. */
  snapshot: { sha256: string; moment: string | null; number: number | null }
  engine: string
  ms: number
}

const JUDGED: ReadonlySet<Status> = new Set(['passed', 'warned', 'failed'])
/** A trial that counts: the rule could be judged, and there was something to judge. */
export const isJudged = ({ faults, trouble, tables }: Trial): boolean =>
  faults.length === 0 &&
  trouble === null &&
  tables.every(({ status }) => status !== 'error') &&
  tables.some(({ status }) => JUDGED.has(status))
