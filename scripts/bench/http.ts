// What the product costs over the bare driver: list, get and create on 100,000 rows, 8 connections, with real authentication, scope and
// audit, beside a node:http server that runs the same SQL without any of it. Ratios of one run; the rounds alternate.
//   npm run -s bench:http -- [--rows 100000] [--seconds 4] [--rounds 3] [--only get]
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { HeldByServer } from './http-server.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const ROWS = Number(values.rows)
const SECONDS = Number(values.seconds)
const ROUNDS = Number(values.rounds)
const CONNECTIONS = 8
const BARS = { list: 0.8, get: 0.35, create: 0.3 }
type Phase = keyof typeof BARS
type Target = { address: string; headers: Record<string, string>; child: ChildProcess }

const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
const database = await startEmbedded({ dataDir, log: () => {} })
const started: ChildProcess[] = []
const start = (kind: string): Promise<Target> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'http-server.ts'), [kind, database.url, dataDir, database.ownerUrl], { stdio: 'inherit' })
    started.push(child)
    child
      .once('message', (message) => resolve({ ...(message as Omit<Target, 'child'>), child }))
      .once('exit', (code) => reject(new Error(`${kind} ended with ${code}`)))
  })

let created = 0
const callOf = (phase: Phase): { method: string; path: string; body?: string } => {
  if (phase === 'list')
    return {
      method: 'GET',
      path: `/admin/bench.record/index?limit=10&order=createdAt,desc&search=${encodeURIComponent('[{"field":"status","operator":"=","val":"active"}]')}`,
    }
  if (phase === 'get') return { method: 'GET', path: `/admin/bench.record/edit?id=${1 + Math.floor(Math.random() * ROWS)}` }
  return {
    method: 'POST',
    path: '/admin/bench.record/add',
    body: JSON.stringify({ name: `new ${++created}`, status: 'active', score: created % 100 }),
  }
}

const cpuOf = ({ child }: Target): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', (held) => resolve((held as HeldByServer).cpu))
    child.send('held')
  })
type Load = { rate: number; cpu: number }
/** Requests per second, and milliseconds of the server's processor for each. */
const measure = async (target: Target, phase: Phase, seconds: number): Promise<Load> => {
  const before = await cpuOf(target)
  const rate = await load(target, phase, seconds)
  return { rate, cpu: ((await cpuOf(target)) - before) / 1000 / (rate * seconds) }
}
const load = async ({ address, headers }: Target, phase: Phase, seconds: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const until = Date.now() + seconds * 1000
  let done = 0
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const { method, path, body } = callOf(phase)
      const outgoing = request(
        `${address}${path}`,
        {
          method,
          agent,
          headers: {
            ...headers,
            server: '1',
            ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response
            .on('data', (c: Buffer) => chunks.push(c))
            .on('end', () => {
              const text = Buffer.concat(chunks).toString()
              if (!text.startsWith('{"code":1')) reject(new Error(`${phase}: ${text.slice(0, 300)}`))
              else {
                done++
                resolve()
              }
            })
        },
      )
      outgoing.on('error', reject).end(body)
    })
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (Date.now() < until) await one()
    }),
  )
  agent.destroy()
  return done / seconds
}
const middle = (loads: readonly Load[]): Load => ({ rate: median(loads.map((l) => l.rate)), cpu: median(loads.map((l) => l.cpu)) })
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

try {
  await migrate(database)
  const backend = await start('product')
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(
    `INSERT INTO bench_record (name, status, score, department_id, owner_id, created_at)
     SELECT 'record ' || g, (ARRAY['active', 'waiting', 'closed', 'archived'])[1 + g % 4], g % 1000, (SELECT id FROM department ORDER BY id OFFSET g % 5 LIMIT 1), 1, now() - g * interval '1 minute' FROM generate_series(1, $1::int) g`,
    [ROWS],
  )
  await client.query('VACUUM ANALYZE bench_record')
  await client.end()
  const bare = await start('bare')
  console.log(
    `${ROWS.toLocaleString('en')} rows, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, requests per second (median)\n`,
  )
  console.log('            backend      bare     ratio   bar     ms of the processor per request: backend, bare')
  let failed = false
  for (const phase of (Object.keys(BARS) as Phase[]).filter((name) => values.only === undefined || name === values.only)) {
    const rounds = { backend: [] as Load[], bare: [] as Load[] }
    await load(backend, phase, 1)
    await load(bare, phase, 1)
    for (let round = 0; round < ROUNDS; round++) {
      rounds.backend.push(await measure(backend, phase, SECONDS))
      rounds.bare.push(await measure(bare, phase, SECONDS))
    }
    const [own, plain] = [middle(rounds.backend), middle(rounds.bare)]
    const ratio = own.rate / plain.rate
    failed ||= ratio < BARS[phase]
    console.log(
      `${phase.padEnd(8)}${own.rate.toFixed(0).padStart(9)}${plain.rate.toFixed(0).padStart(10)}${ratio.toFixed(2).padStart(10)}   ≥ ${BARS[phase]}${(ratio < BARS[phase] ? '  MISSED' : '').padEnd(8)}${own.cpu.toFixed(2).padStart(8)}${plain.cpu.toFixed(2).padStart(8)}`,
    )
  }
  process.exitCode = failed ? 1 : 0
} finally {
  for (const child of started) child.kill()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
