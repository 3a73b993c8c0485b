// 10,000 small tasks through two workers of ours and through those of other queues: same PostgreSQL, same run, in turns. Then how soon a page hears
// that its task has begun.
//   npm run -s bench:task -- [--tasks 10000] [--rounds 3] [--events 50]
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { hearFirstEvents } from './first-event.ts'
import { machine } from './machine.ts'
import { cpuOf, parentOf } from './process.ts'
import { percentile } from './product.ts'
import { QUEUES, fetchLibraries } from './queue.ts'
import type { Place, QueueName } from './queue.ts'
import { startServer } from './server.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    events: { type: 'string', default: '50' },
  },
})
const [TASKS, ROUNDS, EVENTS] = [Number(values.tasks), Number(values.rounds), Number(values.events)]
const WORKERS = 2
const BAR_MS = 300

const home = await mkdtemp(join(tmpdir(), 'bench-task-'))
const embedded = await startEmbedded({ dataDir: join(home, 'database'), log: () => {} })
const server = await startServer(embedded, join(home, 'data'))
const owner = new pg.Client({ connectionString: embedded.ownerUrl })
await owner.connect()
await owner.query('CREATE TABLE bench_effect (task int NOT NULL)')
await owner.query('GRANT SELECT, INSERT ON bench_effect TO app')
const place: Place = { url: embedded.url, ownerUrl: embedded.ownerUrl, libraries: join(home, 'libraries') }
const backend = (await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
const postmaster = parentOf(backend)
const one = async (text: string): Promise<number> => (await owner.query<{ n: number }>(text)).rows[0]?.n ?? -1

type Round = { seconds: number; server: number; workers: number; database: number }
const launch = (queue: QueueName): Promise<ChildProcess> =>
  new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, 'task-worker.ts'), [queue, JSON.stringify(place)])
    child.once('message', () => resolve(child))
  })
const goThrough = async (name: QueueName): Promise<Round> => {
  const queue = QUEUES[name]
  await queue.ask(place, TASKS)
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => launch(name)))
  const cpu = () => ({
    server: cpuOf(server.server.pid ?? 0),
    workers: workers.reduce((sum, { pid = 0 }) => sum + cpuOf(pid), 0),
    database: cpuOf(postmaster),
  })
  const [before, began] = [cpu(), performance.now()]
  for (const worker of workers) worker.send('go')
  while ((await one('SELECT count(*)::int AS n FROM bench_effect')) < TASKS || (await one(queue.done)) < TASKS) await sleep(100)
  const seconds = (performance.now() - began) / 1000
  const after = cpu()
  for (const worker of workers) {
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.kill('SIGKILL')
    await ended
  }
  const once = await one('SELECT count(DISTINCT task)::int AS n FROM bench_effect')
  const rows = await one('SELECT count(*)::int AS n FROM bench_effect')
  if (once !== TASKS || rows !== TASKS) throw new Error(`${name}: ${rows} rows of ${once} tasks`)
  await owner.query('TRUNCATE bench_effect')
  await owner.query(queue.clear)
  const spent = (of: keyof typeof after) => after[of] - before[of]
  return { seconds, server: spent('server'), workers: spent('workers'), database: spent('database') }
}

const failures: string[] = []
try {
  const trouble = fetchLibraries(place.libraries)
  if (trouble) throw new Error(`the other queues cannot be installed here:\n${trouble}`)
  const names = Object.keys(QUEUES) as QueueName[]
  for (const name of names) await QUEUES[name].prepare?.(place)
  const settings = await owner.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'server_version') ORDER BY name`,
  )
  console.log(
    `${TASKS} tasks, ${WORKERS} workers; ${machine}; ${settings.rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')}`,
  )
  const rounds = new Map<QueueName, Round[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const name of round % 2 ? names.toReversed() : names) {
      // The others are there to be seen beside, once.
      if (round > 0 && name !== 'ours' && name !== 'pg-boss') continue
      const taken = await goThrough(name)
      rounds.get(name)?.push(taken)
      console.log(`  ${name.padEnd(24)}${taken.seconds.toFixed(1).padStart(6)} s   load ${loadavg()[0]?.toFixed(1)}`)
    }
  const middle = (name: QueueName, what: keyof Round) =>
    percentile(
      (rounds.get(name) ?? []).map((round) => round[what]),
      0.5,
    )
  console.log('\nmedian of the rounds; CPU of one task in ms: server + workers + PostgreSQL')
  for (const name of names) {
    const each = (what: keyof Round) => ((middle(name, what) / TASKS) * 1000).toFixed(2)
    const rate = (TASKS / middle(name, 'seconds')).toFixed(0)
    console.log(`  ${name.padEnd(24)}${rate.padStart(6)} tasks/s   ${each('server')} + ${each('workers')} + ${each('database')}`)
    console.log(`  ${' '.repeat(24)}${QUEUES[name].says}`)
  }
  const ratio = middle('pg-boss', 'seconds') / middle('ours', 'seconds')

  const heard = await hearFirstEvents(server, owner, EVENTS)
  const share = (what: 'begun' | 'asked', at: number) =>
    percentile(
      heard.map((one) => one[what]),
      at,
    ).toFixed(0)
  const median = Number(share('begun', 0.5))
  console.log(
    `\n${EVENTS} tasks one after another: the page hears of the begin after ${median} ms (median; p95 ${share('begun', 0.95)} ms), ${share('asked', 0.5)} ms after the click (p95 ${share('asked', 0.95)} ms)\n`,
  )
  const line = (what: string, figure: string, bar: string, isMet: boolean) => {
    if (!isMet) failures.push(what)
    console.log(`${isMet ? '✓' : '✗'} ${what}: ${figure} (bar ${bar})`)
  }
  line('as fast as pg-boss with one commit for each task', `${ratio.toFixed(2)} ×`, '≥ 1 ×', ratio >= 1)
  line('first event on the page after the begin', `${median} ms`, `< ${BAR_MS} ms`, median < BAR_MS)
} catch (error) {
  failures.push(String(error))
} finally {
  await owner.end()
  await server.stop()
  await embedded.stop()
  await rm(home, { recursive: true, force: true })
}
console.log(failures.length ? `FAILED: ${failures.join('; ')}` : 'all bars held')
process.exitCode = failures.length ? 1 : 0
