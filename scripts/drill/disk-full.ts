// A disk that really fills up under a running server: the database and the stored files lie on a small file system of their own (a tmpfs,
// which needs root). Whoever writes then is told so, what was acknowledged is found, and with space again the server goes on by itself: attachments,
// records, data files on their way, and tasks that were at work.
//   npm run -s drill:disk -- [--mb 400] [--port 8791]
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareFiles } from './disk-full-files.ts'

const { values } = parseArgs({ options: { mb: { type: 'string', default: '400' }, port: { type: 'string', default: '8791' } } })
const PASSWORD = 'drill-password'
const LEFT_BYTES = 3_000_000
const UPLOADS = 20
const WRITES = 200
const BAR_SECONDS = 10
const PATIENCE_MS = 30_000
/** So long the worker has to do with the full disk. */
const WORK_MS = 10_000
const address = `http://127.0.0.1:${values.port}`
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const until = async (what: string, seconds: number, look: () => Promise<boolean>): Promise<number> => {
  const start = performance.now()
  while (!(await look().catch(() => false))) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    if (performance.now() - start > seconds * 1000) throw new Error(`${what}: not within ${seconds} s`)
    await sleep(100)
  }
  return (performance.now() - start) / 1000
}

const dataDir = mkdtempSync(join(tmpdir(), 'disk-full-'))
try {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('it takes root on Linux')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${values.mb}m,mode=755`, 'tmpfs', dataDir], { stdio: 'pipe' })
} catch (error) {
  rmSync(dataDir, { recursive: true })
  console.log(`skipped: a small file system cannot be mounted here (${(error as Error).message.trim()})`)
  process.exit(0)
}
const env = { ...process.env, DATA_DIR: dataDir, PORT: values.port, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent', LOGIN_CAPTCHA: 'never' }
const server = spawn(process.execPath, ['src/server/main.ts', '--empty'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
const isUp = (path: string) => async () => (await fetch(address + path)).status === 200

type Answer = { status: number; code: number; data: { userInfo: { token: string }; total: number } }
let token = ''
const call = async (path: string, body?: unknown): Promise<Answer> => {
  const headers = {
    server: '1',
    batoken: token,
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) }
  const response = await fetch(address + path, { headers, ...sent, signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: Error) => {
    throw new Error(`${path} was not answered`, { cause: error })
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}
const count = (answers: readonly Answer[]) => {
  const taken = answers.filter((a) => a.status === 200 && a.code === 1).length
  const told = answers.filter((a) => a.status === 507 || a.status === 503).length
  return { taken, told, other: answers.length - taken - told }
}
const job = (i: number) => call('/admin/job/add', { name: `job ${i}`, code: `D${i}`, duties: randomBytes(950).toString('hex') })
const file = (i: number) => {
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(1_000_000, `${i} `)]), `${i}.txt`)
  return call('/admin/ajax/upload', form)
}

let failed = true
let files: Awaited<ReturnType<typeof prepareFiles>> | undefined
try {
  await until('the start', 180, isUp('/healthz'))
  token = (await call('/admin/index/login', { username: 'admin', password: PASSWORD })).data.userInfo.token
  const { total: before } = (await call('/admin/job/index')).data
  files = await prepareFiles({ address, dataDir, env, token: () => token })
  const { bavail, bsize } = statfsSync(dataDir)
  const ballast = join(dataDir, 'ballast')
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES))
  files.begin()
  const uploads: Answer[] = []
  for (let i = 0; i < UPLOADS; i++) uploads.push(await file(i))
  const writes: Answer[] = []
  for (let i = 0; i < WRITES; i++) writes.push(await job(i))
  const { going, begun } = await files.disturb()
  const ready = (await fetch(`${address}/readyz`)).status
  const alive = (await fetch(`${address}/healthz`)).status
  await sleep(WORK_MS)
  const states = await files.states().catch((error: Error) => error.message)
  rmSync(ballast)
  const back = await until('a write after space was made', 120, async () => (await job(WRITES)).code === 1)
  const resumed = await until('the rest of a data file', 120, files.resume)
  const read = await until('all data files stored and read', 120, files.isDone)
  const found = await files.count()
  const [stored, written] = [count(uploads), count(writes)]
  const { total } = (await call('/admin/job/index')).data
  const lost = before + written.taken + 1 - total
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`uploads of 1 MB: ${stored.taken} stored, ${stored.told} told that the disk is full, ${stored.other} other`)
  say(
    `writes: ${written.taken} acknowledged, ${written.told} told, ${written.other} other; acknowledged and not found: ${Math.max(0, lost)}`,
  )
  say(`data files: told ${going} on the way and ${begun} at the begin; tasks while full: ${JSON.stringify(states)}`)
  say(
    `  with space again sent to the end after ${resumed.toFixed(1)} s, stored and read after ${read.toFixed(1)} s: ${found.whole} of ${found.sent} with their hash, ${found.versions} versions; tasks whose events or log lines have a gap: ${found.gaps}; files left half-way: ${found.left}`,
  )
  say(`while full: /healthz ${alive}, /readyz ${ready}; a write is taken again after ${back.toFixed(1)} s (bar ${BAR_SECONDS} s)`)
  failed = stored.other + written.other > 0 || stored.told === 0 || lost > 0 || alive !== 200 || ready !== 503 || back > BAR_SECONDS
  const isTold = (status: number) => status === 507 || status === 503
  failed ||=
    !isTold(going) || !isTold(begun) || found.whole !== found.sent || found.versions !== found.sent || found.gaps > 0 || found.left > 0
  say(failed ? 'bar missed' : 'all bars held')
} finally {
  await files?.stop()
  server.kill()
  await ended
  execFileSync('umount', [dataDir])
  rmSync(dataDir, { recursive: true })
}
process.exitCode = failed ? 1 : 0
