// A storm of sign-ins by nobody beside one signed-in person: how slow that person's list becomes, and what the storm is answered.
//   npm run -s bench:signin -- [--storm 200] [--storms 3]
// Each sign-in comes from an address of its own with a name of its own: no limit but the queue of hashes holds it back.
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'

const { values } = parseArgs({ options: { storm: { type: 'string', default: '200' }, storms: { type: 'string', default: '3' } } })
const STORM = Number(values.storm)
const STORMS = Number(values.storms)
const PAUSE_MS = 20
const CALM_MS = 10_000
const BAR = 5
const LIST = '/admin/bench.record/index?limit=10&order=createdAt,desc'

type Answer = { status: number; headers: IncomingHttpHeaders; ms: number }
type Call = { path: string; headers?: Record<string, string>; body?: string; from?: string; agent?: Agent }
const call = (address: string, { path, headers = {}, body, from, agent }: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const outgoing = request(
      `${address}${path}`,
      {
        method: body ? 'POST' : 'GET',
        agent: agent ?? false,
        ...(from ? { localAddress: from } : {}),
        headers: {
          server: '1',
          ...headers,
          ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        },
      },
      (response) =>
        void response
          .resume()
          .on('end', () => resolve({ status: response.statusCode!, headers: response.headers, ms: performance.now() - begun })),
    )
    outgoing.on('error', reject).end(body)
  })

/** A person asks for the next list when the one before is there and has been looked at for a moment. */
const watchList = (address: string, headers: Record<string, string>) => {
  const agent = new Agent({ keepAlive: true })
  const answers: Answer[] = []
  const stop = new AbortController()
  const watching = (async () => {
    while (!stop.signal.aborted) {
      answers.push(await call(address, { path: LIST, headers, agent }))
      await wait(PAUSE_MS)
    }
  })()
  return async (): Promise<Answer[]> => {
    stop.abort()
    await watching
    agent.destroy()
    return answers
  }
}
const at = (numbers: number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))]!
const line = (name: string, answers: Answer[]) => {
  const times = answers.map((a) => a.ms)
  console.log(
    `${name.padEnd(22)}${String(times.length).padStart(6)}${at(times, 0.5).toFixed(0).padStart(8)}${at(times, 0.95).toFixed(0).padStart(8)}${at(times, 1).toFixed(0).padStart(8)}`,
  )
  return at(times, 0.95)
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
const database = await startEmbedded({ dataDir, log: () => {} })
await migrate(database)
const child = fork(join(import.meta.dirname, 'http-server.ts'), ['product', database.url, dataDir, database.ownerUrl], {
  stdio: 'inherit',
  env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
})
try {
  const { address, headers } = await new Promise<{ address: string; headers: Record<string, string> }>((resolve, reject) =>
    child
      .once('message', (message) => resolve(message as never))
      .once('exit', (code) => reject(new Error(`the server ended with ${code}`))),
  )
  for (let i = 0; i < 50; i++) await call(address, { path: LIST, headers })
  const stopCalm = watchList(address, headers)
  await wait(CALM_MS)
  const calm = await stopCalm()
  const storm: Answer[] = []
  const stopWatch = watchList(address, headers)
  for (let n = 0; n < STORMS; n++)
    storm.push(
      ...(await Promise.all(
        Array.from({ length: STORM }, (_, i) =>
          call(address, {
            path: '/admin/index/login',
            from: `127.${1 + n}.${Math.floor(i / 250)}.${1 + (i % 250)}`,
            body: JSON.stringify({ username: `nobody_${n}_${i}`, password: 'not-the-password' }),
          }),
        ),
      )),
    )
  const busy = await stopWatch()
  console.log(`${STORMS} × ${STORM} sign-ins at once by nobody; lists of one signed-in person meanwhile\n`)
  console.log('ms                         n  median     p95     max')
  const calmP95 = line('list, calm', calm)
  const busyP95 = line('list, in the storm', busy)
  line(
    'sign-in, judged',
    storm.filter((a) => a.status === 200),
  )
  const refused = storm.filter((a) => a.status === 429)
  if (refused.length) line('sign-in, refused', refused)
  const unkind = refused.filter((a) => !Number(a.headers['retry-after']))
  const broken = [...storm, ...busy].filter((a) => a.status >= 500)
  const ratio = busyP95 / calmP95
  console.log(
    `\n429: ${refused.length}, without Retry-After: ${unkind.length}; 5xx: ${broken.length}; lists refused: ${busy.filter((a) => a.status !== 200).length}`,
  )
  const isMissed = ratio > BAR || broken.length > 0 || unkind.length > 0
  console.log(`list p95 in the storm: ${ratio.toFixed(1)} × calm   ≤ ${BAR}${isMissed ? '  MISSED' : ''}`)
  process.exitCode = isMissed ? 1 : 0
} finally {
  child.kill()
  await wait(500)
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
