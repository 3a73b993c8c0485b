// Kills workers and pauses them beyond their lease while they work, two servers beside them. Every task must come to its end with each of its
// effects once; a schedule must fire once at a time; a page whose line is cut must hear every event once. A kill does not try the fence, a pause
// does: the same pauses with effects beside the fence must double some.
//   npm run -s drill:task -- [--kills 50] [--pauses 50] [--workers 3] [--cuts 100]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../src/server/db/database.ts'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import type { AnyTask } from '../../src/server/task/definition.ts'
import { enqueue } from '../../src/server/task/enqueue.ts'
import { startServer } from '../bench/server.ts'
import { startReader } from './task-reader.ts'
import { PARTS, bare, fenced } from './task-work.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    pauses: { type: 'string', default: '50' },
    workers: { type: 'string', default: '3' },
    cuts: { type: 'string', default: '100' },
  },
})
const [KILLS, PAUSES] = [Number(values.kills), Number(values.pauses)]
const [WORKERS, CUTS] = [Number(values.workers), Number(values.cuts)]
const LEASE_MS = 2000
const AHEAD = 60
const LIMIT_MS = 20 * 60_000
const began = performance.now()
const seconds = () => ((performance.now() - began) / 1000).toFixed(0)

const dataDir = await mkdtemp(join(tmpdir(), 'drill-task-'))
const embedded = await startEmbedded({ dataDir, log: () => {} })
// One after the other: the first one migrates.
const servers = [await startServer(embedded, join(dataDir, 'data')), await startServer(embedded, join(dataDir, 'data'))]
const owner = openDatabase(embedded.ownerUrl, { max: 1 })
await owner.query('CREATE TABLE drill_effect (task bigint NOT NULL, part int NOT NULL)')
await owner.query('GRANT SELECT, INSERT ON drill_effect TO app')
const database = openDatabase(embedded.url, { max: 6 })

type Worker = { child: ChildProcess; isBusy: boolean }
const launch = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'task-worker.ts'), embedded.url, String(LEASE_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
const workers: Worker[] = await Promise.all(Array.from({ length: WORKERS }, async () => ({ child: await launch(), isBusy: false })))
/** One that is neither dead nor paused; somebody always works. */
const pick = (): Worker | undefined => {
  const free = workers.filter((worker) => !worker.isBusy)
  return free.length > 1 ? free[Math.floor(Math.random() * free.length)] : undefined
}
const disturb = async (count: number, how: (worker: Worker) => Promise<void>): Promise<void> => {
  const going: Promise<void>[] = []
  for (let done = 0; done < count;) {
    await sleep(100 + Math.random() * 300)
    const worker = pick()
    if (!worker) continue
    done++
    worker.isBusy = true
    going.push(how(worker).finally(() => (worker.isBusy = false)))
  }
  await Promise.all(going)
}
const kill = async (worker: Worker) => {
  const ended = once(worker.child, 'exit')
  worker.child.kill('SIGKILL')
  await ended
  worker.child = await launch()
}
const pause = async (worker: Worker) => {
  worker.child.kill('SIGSTOP')
  await sleep(LEASE_MS * (1.2 + Math.random() * 0.5))
  worker.child.kill('SIGCONT')
}

/** Keeps work ahead of the workers until the disturbance is over, then waits until all is done. */
const feed = async (task: AnyTask, disturbance: Promise<unknown>): Promise<void> => {
  const calm = new AbortController()
  const over = disturbance.finally(() => calm.abort())
  const open = async () =>
    (
      await database.query<{ n: number }>(`SELECT count(*) AS n FROM task WHERE kind = $1 AND state IN ('waiting', 'running')`, [task.kind])
    )[0]!.n
  while (!calm.signal.aborted || (await open()) > 0) {
    if (performance.now() - began > LIMIT_MS) throw new Error('not done in time')
    if (!calm.signal.aborted) for (let n = await open(); n < AHEAD; n++) await enqueue(database, task, {})
    await sleep(100)
  }
  await over
}
type Count = { tasks: number; done: number; again: number; effects: number; doubled: number; missing: number }
const count = async (kind: string, parts: number): Promise<Count> =>
  (
    await database.query<Count>(
      `SELECT count(*) AS tasks, count(*) FILTER (WHERE state = 'done') AS done, coalesce(sum(attempt - 1), 0)::int AS again, coalesce(sum(e.n), 0)::int AS effects,
        count(*) FILTER (WHERE e.n > e.d) AS doubled, count(*) FILTER (WHERE e.d IS DISTINCT FROM $2) AS missing FROM task t
        LEFT JOIN (SELECT task, count(*) AS n, count(DISTINCT part) AS d FROM drill_effect GROUP BY task) e ON e.task = t.id WHERE t.kind = $1`,
      [kind, parts],
    )
  )[0]!
const print = (what: string, c: Count) =>
  console.log(
    `${what}: ${c.tasks} tasks, ${c.done} done, ${c.again} claimed again; ${c.effects} effects, ${c.doubled} tasks with one twice, ${c.missing} with one missing (${seconds()} s)`,
  )

const failures: string[] = []
const reader = startReader(servers, CUTS)
try {
  // Until it listens, nothing that happens is news to it.
  while (!reader.isListening) await sleep(50)
  await feed(fenced, Promise.all([disturb(KILLS, kill), disturb(PAUSES, pause)]))
  const good = await count('drill.fenced', PARTS)
  print(`${KILLS} kills and ${PAUSES} pauses of ${WORKERS} workers`, good)
  if (good.done !== good.tasks || good.doubled || good.missing) failures.push('an effect is missing or there twice')
  if (good.again === 0) failures.push('nothing was claimed again: the drill tried nothing')

  while (reader.cuts < CUTS) await sleep(50)
  await reader.stop()
  const told = await database.query<{ id: string }>(
    `SELECT e.task || ':' || e.seq AS id FROM task_event e JOIN task t ON t.id = e.task WHERE t.kind = 'drill.fenced' AND e.kind <> 'log'`,
  )
  const heard = new Set(reader.heard)
  const missed = told.filter(({ id }) => !heard.has(id)).map(({ id }) => id)
  const lost = missed.length
  console.log(
    `a page whose line was cut ${CUTS} times, two servers by turns: ${told.length} events, ${lost} lost, ${reader.heard.length - heard.size} heard twice (${seconds()} s)`,
  )
  if (lost || reader.heard.length > heard.size) failures.push(`an event was lost or heard twice: ${missed.slice(0, 20).join(', ')}`)

  await feed(bare, disturb(PAUSES, pause))
  const control = await count('drill.bare', PARTS)
  print(`without the fence, ${PAUSES} pauses`, control)
  if (control.doubled === 0) failures.push('without the fence nothing was doubled: the drill proves nothing')

  const [last] = await database.query<{ n: number }>(`SELECT count(*) AS n FROM task WHERE kind = 'drill.tick' AND state = 'waiting'`)
  await database.query(`UPDATE schedule SET enabled = false`)
  while ((await database.query(`SELECT 1 FROM task WHERE kind = 'drill.tick' AND state <> 'done'`)).length) await sleep(100)
  const ticks = await count('drill.tick', 1)
  print(`a schedule of every second, two servers and ${WORKERS} workers (${last!.n} waited at the end)`, ticks)
  const [fired] = await database.query<{ moments: number }>(
    `SELECT count(DISTINCT fired_for) AS moments FROM task WHERE kind = 'drill.tick'`,
  )
  const moments = fired?.moments ?? 0
  console.log(`it fired for ${moments} moments in ${seconds()} s`)
  if (ticks.tasks === 0 || ticks.doubled || ticks.missing) failures.push('a schedule fired twice or not at all')
  // Two tasks for one moment would each have their effect once.
  if (ticks.tasks !== moments) failures.push(`${ticks.tasks} tasks for ${moments} moments: one was fired twice`)
  if (moments > Math.ceil((performance.now() - began) / 1000)) failures.push('it fired for more moments than have passed')
} catch (error) {
  failures.push(String(error))
} finally {
  await reader.stop()
  for (const { child } of workers) child.kill('SIGKILL')
  await database.close()
  await owner.close()
  for (const server of servers) await server.stop()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(failures.length ? `FAILED: ${failures.join('; ')}` : `passed in ${seconds()} s`)
process.exitCode = failures.length ? 1 : 0
