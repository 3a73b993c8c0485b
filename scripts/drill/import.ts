// The worker is killed at random moments of an import: of each delivery nothing or all must be in the table, and at the end all of it, once.
// Then people edit records while deliveries that change the same records are stored: no edit that was acknowledged may be lost or overwritten.
//   npm run -s drill:import -- [--kills 30] [--rows 20000] [--editors 20] [--rounds 5]
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { post } from '../../test/study-kit.ts'
import { VISITS, startIntake } from '../bench/intake.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    rows: { type: 'string', default: '20000' },
    editors: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
  },
})
const [KILLS, ROWS, EDITORS, ROUNDS] = [Number(values.kills), Number(values.rows), Number(values.editors), Number(values.rounds)]
const VARIABLES = 4
const LIMIT_MS = 22 * 60_000
const began = performance.now()
const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
const failures: string[] = []

const folder = await mkdtemp(join(tmpdir(), 'drill-import-'))
const intake = await startIntake({ subjects: ROWS / VISITS.length, variables: VARIABLES })
const { client, table } = intake
const number = async (text: string, params: unknown[] = []): Promise<number> => Number((await client.query(text, params)).rows[0]?.n ?? 0)

let round = 0
/** Every row of the form with another value in each cell: the first one adds them, the others change them. */
const send = async (): Promise<number> => {
  round++
  const file = join(folder, `${round}.csv`)
  const head = `subject,visit,${Array.from({ length: VARIABLES }, (_, i) => `x${i + 1}`).join(',')}\n`
  const cells = Array.from({ length: VARIABLES }, (_, i) => `${round}.${i}`).join(',')
  const rows = Array.from({ length: ROWS }, (_, i) => `S-${1 + Math.floor(i / VISITS.length)},${VISITS[i % VISITS.length]},${cells}\n`)
  await writeFile(file, head + rows.join(''))
  return intake.push(file)
}
/** How many rows hold this delivery's values, and how many hold anything else. */
const held = async (of: number): Promise<{ all: number; own: number }> => ({
  all: await number(`SELECT count(*) AS n FROM ${table}`),
  own: await number(`SELECT count(*) AS n FROM ${table} WHERE v1 = $1 AND v${VARIABLES} = $2`, [`${of}.0`, `${of}.${VARIABLES - 1}`]),
})
const inTime = (): void => {
  if (performance.now() - began > LIMIT_MS) throw new Error('not done in time')
}

let worker: ChildProcess = intake.launchWorker()
const end = async (): Promise<void> => {
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}
const counts = { kills: 0, deliveries: 0, acknowledged: 0, torn: 0, before: 0, after: 0 }
/** A worker has it in hand: a kill before that would try nothing. */
const AT_WORK = `SELECT count(*) AS n FROM task WHERE state = 'running' AND lease_until > now() AND kind LIKE 'delivery.%'`
// The lease of a killed worker would lapse by itself after half a minute; a task that lost its worker three times would be parked.
const RELEASE = `UPDATE task SET lease_until = now(), tries = 0, run_after = now() WHERE state = 'running' AND kind LIKE 'delivery.%'`

const killing = async (): Promise<void> => {
  while (counts.kills < KILLS) {
    const id = await send()
    const of = round
    counts.deliveries++
    let took = 1000
    for (;;) {
      inTime()
      const state = (await intake.look(id)).state
      // What the worker said is stored must be there whole.
      const { all, own } = await held(of)
      if (own !== 0 && own !== ROWS) counts.torn++
      if (of === 1 && all !== 0 && all !== ROWS) counts.torn++
      if (state === 'accepted') {
        counts.acknowledged++
        if (own !== ROWS) failures.push(`delivery ${of} is accepted, but ${own} of ${ROWS} rows hold it`)
        break
      }
      if (counts.kills >= KILLS) {
        await sleep(200)
        continue
      }
      if ((await number(AT_WORK)) === 0) {
        await sleep(50)
        continue
      }
      await sleep(Math.random() * took)
      await end()
      counts.kills++
      const left = await held(of)
      if (left.own === 0) counts.before++
      else if (left.own === ROWS) counts.after++
      else counts.torn++
      await client.query(RELEASE)
      worker = intake.launchWorker()
      // Each time a little later than the last one came: every moment of the work has its turn, and the work its end.
      took += 500
    }
  }
}

type Edited = { acknowledged: number; refused: number; lost: number; overwritten: number; stored: number; conflicts: number }
const editing = async (): Promise<Edited> => {
  const edited: Edited = { acknowledged: 0, refused: 0, lost: 0, overwritten: 0, stored: 0, conflicts: 0 }
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT $1`, [EDITORS * 10])
  const name = `clinical.data.f${intake.formId}`
  const over = new AbortController()
  const changes = new Map<string, string[]>()
  const editor = async (at: number): Promise<void> => {
    const own = rows.slice(at * 10, at * 10 + 10).map(({ id }) => Number(id))
    for (let n = 0; !over.signal.aborted; n++) {
      const id = own[n % own.length] ?? 0
      const value = `e${at}-${n}`
      const { data } = await intake.call<{ row: { version: number } }>(`/admin/${name}/read`, { query: { id: String(id) } })
      const answer = await post(intake.call, `${name}/edit`, { id, version: data.row.version, v2: value }, 'drill')
      if (answer.code === 1) {
        edited.acknowledged++
        changes.set(String(id), [...(changes.get(String(id)) ?? []), value])
      } else edited.refused++
    }
  }
  const editors = Array.from({ length: EDITORS }, (_, at) => editor(at))
  for (let i = 0; i < ROUNDS; i++) {
    const id = await send()
    for (let row = await intake.look(id); ; row = await intake.look(id)) {
      inTime()
      if (row.state === 'accepted') {
        edited.stored++
        edited.conflicts += row.rejected
        if (row.in !== row.stored + row.changed + row.same + row.rejected) failures.push(`rows do not add up: ${JSON.stringify(row)}`)
        break
      }
      await sleep(200)
    }
  }
  over.abort()
  await Promise.all(editors)
  // Each acknowledged edit has its line, and each line begins with what the one before left: nothing came between unseen.
  type Line = { record: string; before: string | null; after: string | null }
  const story = await client.query<Line>(
    'SELECT record, before, after FROM value_change WHERE form = $1 AND slot = 2 ORDER BY record, id',
    [intake.formId],
  )
  const now = new Map(
    (await client.query<{ id: string; v2: string }>(`SELECT id, v2 FROM ${table}`)).rows.map(({ id, v2 }) => [String(id), v2]),
  )
  for (const [id, sent] of changes) {
    const own = story.rows.filter(({ record }) => String(record) === id)
    edited.lost += sent.filter((value) => !own.some(({ after }) => after === value)).length
    edited.overwritten += own.filter((line, i) => i > 0 && line.before !== own[i - 1]?.after).length
    if (own.at(-1)?.after !== now.get(id)) edited.overwritten++
  }
  return edited
}

try {
  await killing()
  console.log(
    `${counts.kills} kills of the worker over ${counts.deliveries} deliveries of ${ROWS} rows: at the kill nothing of it ${counts.before} times, all of it ${counts.after} times, torn ${counts.torn}; acknowledged ${counts.acknowledged} (${seconds()} s)`,
  )
  if (counts.torn) failures.push('a delivery was seen in part')
  const twice = await number(`SELECT count(*) AS n FROM ${table}`)
  console.log(`rows acknowledged ${ROWS}, found ${twice}`)
  if (twice !== ROWS) failures.push('rows are missing or there twice')
  const edited = await editing()
  console.log(
    `${EDITORS} editors beside ${edited.stored} deliveries that change every row: edits acknowledged ${edited.acknowledged}, told that somebody was first ${edited.refused}, lost ${edited.lost}, overwritten unseen ${edited.overwritten}; rows of deliveries held back as conflicts ${edited.conflicts} (${seconds()} s)`,
  )
  if (edited.lost || edited.overwritten) failures.push('an edit was lost or overwritten')
  if (edited.acknowledged === 0) failures.push('nobody edited: the drill tried nothing')
} catch (error) {
  failures.push(String(error))
} finally {
  worker.kill('SIGKILL')
  await intake.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(failures.length ? `FAILED: ${failures.join('; ')}` : `passed in ${seconds()} s`)
process.exitCode = failures.length ? 1 : 0
