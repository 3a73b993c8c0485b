// Twenty writers and a freezer: pages that edit and add records, statements that come past the engine, and files that a worker stores, while their
// form is frozen by a lock and their study by its own move, through its gate, and opened again and again. What was acknowledged is found, in the
// records and in their history; between the answer to a freeze and the end of it not a byte of the records changes, and behind the gate lies no
// draft and no delivery that waits.
//   npm run -s drill:lock -- [--seconds 60] [--writers 20]
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { move, post } from '../../test/study-kit.ts'
import { startIntake } from '../bench/intake.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, writers: { type: 'string', default: '20' } } })
const SECONDS = Number(values.seconds)
const WRITERS = Number(values.writers)
const HOLD_MS = 300
/** Between two records that somebody adds, or two files: a draft that is not submitted and a delivery that waits hold the study back. */
const CALM_MS = 1000
/** Each has its place at every visit. */
const SUBJECTS_EACH = 40
const DEADLOCK = '40P01'

const folder = await mkdtemp(join(tmpdir(), 'drill-lock-'))
const intake = await startIntake({ subjects: WRITERS * SUBJECTS_EACH, variables: 2 })
const { call, client, study, formId, table } = intake
const worker = intake.launchWorker()
const name = `clinical.data.f${formId}`
const { rows: visits } = await client.query<{ id: string }>('SELECT id FROM study_visit WHERE study = $1 ORDER BY id', [study])
const { rows: subjects } = await client.query<{ id: string; code: string }>(
  'SELECT id, code FROM study_subject WHERE study = $1 ORDER BY id',
  [study],
)
const idOf = (row: { id: string } | undefined): number => Number(row?.id ?? 0)
const started = await move(call, 'study.project', study, 'cleaning')
if (started.code !== 1) throw new Error(started.msg)

const count = {
  acknowledged: 0,
  delivered: 0,
  refused: 0,
  undone: 0,
  other: 0,
  freezes: 0,
  gated: 0,
  held: 0,
  slipped: 0,
  waiting: 0,
  lost: 0,
  untold: 0,
}
const others = new Map<string, number>()
const note = (what: string) => {
  count.other++
  others.set(what, (others.get(what) ?? 0) + 1)
}
const over = new AbortController()
let longest = 0
/** What each record was last acknowledged to hold, and what was sent last. */
const known = new Map<number, { acknowledged: number; sent: number }>()
/** Every value of a record that a page was told it holds: its history has each of them. Statements past the engine tell no history. */
const told = new Map<number, number[]>()
const tell = (id: number, value: number) => {
  const all = told.get(id) ?? []
  all.push(value)
  told.set(id, all)
}
const strangers = new Set<number>()
const judge = (code: number, msg: string): boolean => {
  if (code === 1) count.acknowledged++
  else if (/冻结|frozen/.test(msg)) count.refused++
  else note(msg)
  return code === 1
}
const submitted = async (subject: number, visit: number): Promise<number | undefined> => {
  const { code, msg, data } = await post(call, `${name}/add`, { subject, visit, v1: '0' })
  if (!judge(code, msg)) return undefined
  const { id } = data.row
  known.set(id, { acknowledged: 0, sent: 0 })
  tell(id, 0)
  // Frozen between the two it is submitted afterwards.
  for (;;) {
    const step = await move(call, name, id, 'submitted')
    if (step.code === 1) return id
    if (!step.msg.includes('冻结')) note(step.msg)
    await sleep(20)
  }
}

const editor = async (id: number): Promise<void> => {
  for (let n = 1; !over.signal.aborted; n++) {
    const kept = known.get(id) ?? { acknowledged: 0, sent: 0 }
    known.set(id, { ...kept, sent: n })
    const { code, msg } = await post(call, `${name}/edit`, { id, v1: String(n) }, '演练')
    if (judge(code, msg)) {
      known.set(id, { acknowledged: n, sent: n })
      tell(id, n)
    } else await sleep(20)
  }
}
const adder = async (own: readonly { id: string }[]): Promise<void> => {
  for (const [subject, visit] of own.flatMap((one) => visits.slice(1).map((at) => [idOf(one), idOf(at)] as const))) {
    if (over.signal.aborted) return
    while (!over.signal.aborted && (await submitted(subject, visit)) === undefined) await sleep(20)
    await sleep(CALM_MS * (0.5 + Math.random()))
  }
}
/** Comes past the engine: the database alone stands in its way. */
const stranger = async (id: number): Promise<void> => {
  strangers.add(id)
  const own = new pg.Client({ connectionString: intake.url })
  await own.connect()
  for (let n = 1; !over.signal.aborted; n++) {
    const kept = known.get(id) ?? { acknowledged: 0, sent: 0 }
    known.set(id, { ...kept, sent: n })
    try {
      await own.query(`UPDATE ${table} SET v1 = $2 WHERE id = $1`, [id, String(n)])
      judge(1, '')
      known.set(id, { acknowledged: n, sent: n })
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? String(error.code) : String(error)
      if (code === 'LK001') count.refused++
      // It holds the table when it comes to the study, the freezer the study when it comes to the table. The engine asks for the study first.
      else if (code === DEADLOCK) count.undone++
      else note(code)
      await sleep(20)
    }
  }
  await own.end()
}

type Standing = { state: string; record: string | null; task: string }
const STANDING = `SELECT d.state, (SELECT r.id FROM ${table} r WHERE r.subject = $2 AND r.visit = $3) AS record, t.state AS task
  FROM gather_delivery d LEFT JOIN task t ON t.id = d.task WHERE d.id = $1`
/** A file with one row, and what its worker does with it. What a freeze has stopped is asked for again; until then nobody has acknowledged it. */
const deliverer = async (subject: number, code: string, visit: number): Promise<void> => {
  for (let n = 1; !over.signal.aborted; n++) {
    const file = join(folder, `${code}-${n}.csv`)
    await writeFile(file, `subject,visit,x1\n${code},V1,${n}\n`)
    const id = await intake.push(file).catch((error: unknown) => {
      judge(0, error instanceof Error ? error.message : String(error))
      return undefined
    })
    await rm(file)
    if (id === undefined) {
      await sleep(20)
      continue
    }
    for (;;) {
      const [now] = (await client.query<Standing>(STANDING, [id, subject, visit])).rows
      if (now?.state === 'accepted') {
        if (now.record !== null) known.set(Number(now.record), { acknowledged: n, sent: n })
        count.delivered++
        await sleep(CALM_MS * (1 + Math.random()))
        break
      }
      if (now?.task !== 'waiting' && now?.task !== 'running') {
        const again = await post(call, `gather.delivery/${now?.state === 'compared' ? 'accept' : 'again'}`, {
          ids: [id],
          ...(now?.state === 'compared' ? { reason: '' } : {}),
        })
        // The worker may be done by now.
        if (again.code !== 1 && !/冻结|已经有了结论|正在处理/.test(again.msg)) note(again.msg)
      }
      await sleep(50)
    }
  }
}

const content = async (): Promise<string> =>
  (await client.query<{ hash: string }>(`SELECT md5(string_agg(t::text, '|' ORDER BY id)) AS hash FROM ${table} t`)).rows[0]?.hash ?? ''
/** What the gate holds a study back for: behind it there is none. A draft of somebody who adds is what would slip in between the gate and the lock. */
const BEHIND = `SELECT (SELECT count(*) FROM gather_delivery WHERE state NOT IN ('accepted', 'rejected'))
  + (SELECT count(*) FROM ${table} WHERE state = 'draft' AND deleted_at IS NULL) AS n`
const undecided = async (): Promise<number> => Number((await client.query<{ n: string }>(BEHIND)).rows[0]?.n ?? 0)
const hold = async (): Promise<void> => {
  const before = await content()
  await sleep(HOLD_MS)
  if ((await content()) !== before) count.slipped++
}
const byLock = async (): Promise<void> => {
  const frozen = await post(call, 'study.lock/add', { study, scope: 'form', form: formId, level: 'freeze', reason: '演练' })
  if (frozen.code !== 1) return note(`freeze: ${frozen.msg}`)
  count.freezes++
  await hold()
  const opened = await move(call, 'study.lock', frozen.data.row.id, 'lifted', '演练')
  if (opened.code !== 1) note(`open: ${opened.msg}`)
}
/** Drafts and deliveries that wait hold it back; then it is tried again. */
const byGate = async (): Promise<void> => {
  const frozen = await move(call, 'study.project', study, 'frozen', '演练')
  if (frozen.code !== 1) {
    if (/没有提交|没有入库也没有退回/.test(frozen.msg)) count.held++
    else note(`gate: ${frozen.msg}`)
    return
  }
  count.gated++
  if ((await undecided()) > 0) count.waiting++
  await hold()
  if ((await undecided()) > 0) count.waiting++
  const opened = await move(call, 'study.project', study, 'cleaning', '演练')
  if (opened.code !== 1) note(`open: ${opened.msg}`)
}
const freezer = async (): Promise<void> => {
  for (let turn = 0; !over.signal.aborted; turn++) {
    const start = performance.now()
    // A lock every eighth time: the gate is often held back.
    await (turn % 8 === 0 ? byLock() : byGate())
    longest = Math.max(longest, performance.now() - start - HOLD_MS)
    await sleep(turn % 8 === 0 ? HOLD_MS : 20)
  }
}

const work: Promise<void>[] = []
for (let i = 0; i < WRITERS; i++) {
  const kind = i % 4
  const subject = subjects[i]
  if (i === 3) work.push(deliverer(idOf(subject), subject?.code ?? '', idOf(visits[0])))
  else if (kind === 3) work.push(adder(subjects.filter((_, at) => at % WRITERS === i)))
  else {
    const id = await submitted(idOf(subject), idOf(visits[0]))
    if (id === undefined) throw new Error('nothing is frozen yet')
    work.push((kind === 2 ? stranger : editor)(id))
  }
}
const freezing = freezer()
await sleep(SECONDS * 1000)
over.abort()
await Promise.all([...work, freezing])

const { rows } = await client.query<{ id: string; v1: string }>(`SELECT id, v1 FROM ${table}`)
const stored = new Map(rows.map(({ id, v1 }) => [Number(id), Number(v1)]))
for (const [id, { acknowledged, sent }] of known) {
  const value = stored.get(id)
  if (value === undefined || (value !== acknowledged && value !== sent)) count.lost++
}
const HISTORY = `SELECT record, array_agg(after ORDER BY id) AS values FROM value_change WHERE form = $1 AND slot = 1 GROUP BY record`
const { rows: kept } = await client.query<{ record: string; values: string[] }>(HISTORY, [formId])
const history = new Map(kept.map(({ record, values: all }) => [Number(record), all.map(Number)]))
for (const [id, acknowledged] of told) {
  const all = history.get(id) ?? []
  const had = new Set(all)
  count.untold += acknowledged.filter((value) => !had.has(value)).length
  // What it holds now is what its history says last.
  if (!strangers.has(id) && all.at(-1) !== stored.get(id)) count.untold++
}
worker.kill()
await intake.stop()
await rm(folder, { recursive: true, force: true })
for (const [what, times] of others) console.log(`  ${times} × ${what}`)
console.log(
  `${WRITERS} writers, ${SECONDS} s: ${count.acknowledged} acknowledged, ${count.delivered} deliveries stored, ${count.refused} refused, ${count.freezes} freezes of the form and ${count.gated} of the study, whose gate held it back ${count.held} times (the longest took ${(longest / 1000).toFixed(1)} s), ${count.undone} statements past the engine undone by PostgreSQL, ${count.other} other answers`,
)
const slipped = count.slipped + count.waiting
const passed =
  slipped === 0 &&
  count.lost === 0 &&
  count.untold === 0 &&
  count.other === 0 &&
  count.freezes > 0 &&
  count.gated > 0 &&
  count.delivered > 0 &&
  count.refused > 0
console.log(
  `${passed ? 'passed' : 'failed'}: ${slipped} changed or waiting while frozen, ${count.lost} acknowledged and lost, ${count.untold} missing in the history`,
)
process.exitCode = passed ? 0 : 1
