import * as z from 'zod'
import type { TrialFault, TriedTable as JudgedTable, TriedRow, Words } from '#kernel'
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
  /** Of a rule that is stored: its story tells the trial. */
  parameter: whole.nullable().default(null),
  departments: z.union([z.literal('all'), z.array(whole)]),
  reads: z.number(),
  /** Whether they know of the variables that identify: to whom there are none a rule that names one is wrong, and does not count. */
  knows: z.boolean().default(true),
  /** The admin who asks. */
  by: whole.nullable().default(null),
})
export type Asked = z.infer<typeof trialShape>

export type TriedTable = JudgedTable & { status: Status }
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
/** A rule that compares with its own history has none before it is in force: what it measures is all that can be tried. */
const hasJudged = ({ status, reason, isMeasured, rows }: TriedTable): boolean =>
  JUDGED.has(status) || (reason === 'insufficient' && isMeasured && rows > 0)
/** Nothing is wrong with the rule as far as it was asked. */
export const isSound = ({ faults, trouble, tables }: Trial): boolean =>
  faults.length === 0 && trouble === null && tables.every(({ status }) => status !== 'error')
/** A trial that counts: the rule could be judged, and there was something to judge. */
export const isJudged = (trial: Trial): boolean => isSound(trial) && trial.tables.some(hasJudged)
