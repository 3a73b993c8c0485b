import type { Rows } from '../reader.ts'
import { stepFinding, type Writer } from '../finding/step.ts'
import { OPEN_STATES } from '../finding/state.ts'
import { proofsOf, type Looked } from './proof.ts'

/** A run that has just been entered in the ledger. */
export type Entered = {
  db: Rows
  /** In the name of the system. */
  write: Writer
  run: number
  /** Of the data that was judged. */
  hash: string
  /** Rules that it has asked, and where: of queries that are said to be corrected it tells what still hits. */
  parameters: readonly number[]
  datafile: number | null
  forms: readonly number[]
}
type Query = { id: number; state: string; reopened: number; last: string }

type Entering = { study: number | null; datafile: number | null; forms: readonly number[]; parameters: readonly number[] }
const ABOUT = `SELECT q.id FROM query q WHERE q.id IN (SELECT f.query FROM finding f WHERE f.query IS NOT NULL AND f.parameter = ANY($1::bigint[])
  AND f.study IS NOT DISTINCT FROM $2::bigint AND f.datafile IS NOT DISTINCT FROM $3::bigint AND (f.form IS NULL OR f.form = ANY($4::bigint[])))
  ORDER BY q.id FOR UPDATE`
/**
 * Before a run writes into its findings: whoever closes, reopens or cancels a query holds that and then steps its findings. The other way round
 * each would wait for the other.
 */
export const holdQueries = async (db: Rows, { study, datafile, forms, parameters }: Entering): Promise<void> =>
  void (await db.query(ABOUT, [parameters, study, datafile, forms]))

/** Those with a finding that the run moved, and those said to be corrected whose rules it has asked again. */
const TOUCHED = `SELECT q.id, q.state, q.reopened, (SELECT e.kind FROM query_entry e WHERE e.query = q.id ORDER BY e.id DESC LIMIT 1) AS last
  FROM query q WHERE q.state <> 'cancelled' AND q.id IN (SELECT f.query FROM finding f WHERE f.state_run = $1
    UNION SELECT f.query FROM finding f JOIN query a ON a.id = f.query AND a.state = 'answered' AND a.category = 'corrected'
      WHERE f.parameter = ANY($2::bigint[]) AND f.state = ANY($3) AND (f.datafile = $4::bigint OR f.form = ANY($5::bigint[])))
  ORDER BY q.id FOR UPDATE OF q`
const FINDINGS = `SELECT f.id, f.state, f.cause, f.value, f.field, f.slot, f.form, f.record, f.datafile, f.parameter, f.state_run AS "stateRun"
  FROM finding f WHERE f.query = $1 ORDER BY f.id`

const isOpen = ({ state }: Looked): boolean => OPEN_STATES.some((open) => open === state)

/** A finding that came back is asked about again by the same query. */
const askAgain = async ({ write, run }: Entered, findings: readonly Looked[]): Promise<void> => {
  for (const one of findings) await stepFinding(write, one, { to: 'queried', cause: 'query', by: null, reason: null, run })
}

const settleOne = async (entered: Entered, { id, state, reopened, last }: Query): Promise<void> => {
  const { db, write, run, hash } = entered
  const findings = await db.query<Looked>(FINDINGS, [id])
  const say = async (kind: string, items: readonly Looked[], more: object = {}) =>
    write.add('query.entry', { query: id, kind, run, facts: { hash, items: await proofsOf(db, run, items), ...more } })
  const back = findings.filter((one) => one.state === 'reopened')
  await askAgain(entered, back)
  if (state === 'closed') {
    if (back.length === 0) return
    await write.move('query', { id, to: 'open' }, { reopened: reopened + 1, closedAt: null, proved: false })
    return void (await say('reopened', back))
  }
  const open = findings.filter(isOpen)
  if (open.length > 0) return void (last === 'standing' && back.length === 0 ? undefined : await say('standing', open))
  const gone = findings.filter((one) => one.state === 'resolved')
  if (!gone.some(({ stateRun }) => stateRun === run)) return
  // Another version of a rule proves nothing about the data.
  if (gone.some(({ cause }) => cause !== 'data')) return void (await say('standing', [], { isRule: true }))
  await write.move('query', { id, to: 'closed' }, { closedAt: new Date().toISOString(), proved: true })
  await say('proved', gone)
}

/** What a run means for the queries whose findings it moved: closed with proof, opened again, or told what still stands. */
export const settleQueries = async (entered: Entered): Promise<void> => {
  const { db, run, parameters, datafile, forms } = entered
  const touched = await db.query<Query>(TOUCHED, [run, parameters, OPEN_STATES, datafile, forms])
  for (const query of touched) await settleOne(entered, query)
}
