// Large files at once over lines that are cut, with a restart of the server in the middle: every content must arrive equal, and the
// server's memory must not grow with it.   npm run -s bench:upload -- [--files 4] [--mb 1250] [--cuts 20]
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../src/server/db/embedded.ts'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '4' }, mb: { type: 'string', default: '1250' }, cuts: { type: 'string', default: '20' } },
})
const [FILES, CUTS] = [Number(values.files), Number(values.cuts)]
const SIZE = Number(values.mb) * 1_000_000
const PART = 64 * 1024 * 1024
const BAR_GROWTH_MB = 64
const PASSWORD = 'bench-password'

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
const dataDir = await mkdtemp(join(tmpdir(), 'bench-upload-'))
const database = await startEmbedded({ dataDir: join(dataDir, 'database'), log: () => {} })
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const env = {
  ...process.env,
  PORT: String(port),
  DATA_DIR: join(dataDir, 'data'),
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: database.ownerUrl,
  ADMIN_PASSWORD: PASSWORD,
  LOGIN_CAPTCHA: 'never',
}
const residentMB = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

let server: ChildProcess | undefined
/** Undefined while a server starts: what it needs to start is no growth. */
let base: number | undefined
let growth = 0
const signIn = async (): Promise<string> => {
  const answer = await fetch(`${address}/admin/index/login`, {
    method: 'POST',
    headers: { server: '1', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const { data } = (await answer.json()) as { data: { userInfo: { token: string } } }
  return data.userInfo.token
}
let token = ''
const start = async (): Promise<void> => {
  base = undefined
  server = spawn(process.execPath, [resolve('src/server/main.ts'), '--empty'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (
    !(await fetch(`${address}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await sleep(100)
  for (let i = 0; i < 50; i++) await (await fetch(`${address}/readyz`)).text()
  const resting = residentMB(server.pid!)
  if (!token) {
    // The hash of the password needs more than an upload may, for a moment.
    token = await signIn()
    for (let i = 0; i < 50 && residentMB(server.pid!) > resting + 32; i++) await sleep(200)
  }
  base = resting
}
const watch = setInterval(() => {
  if (base === undefined) return
  try {
    growth = Math.max(growth, residentMB(server!.pid!) - base)
  } catch {
    // Between two lives of the server.
  }
}, 100)

await start()
const headersNow = () => ({ server: '1', batoken: token, 'tus-resumable': '1.0.0' })

/** A period that fits no power of two: a part written at a wrong place changes the hash. */
const block = randomBytes(1_000_003)
const contentOf = function* (seed: number, from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to;) {
    const start = (at + seed * 7919) % block.length
    const chunk = block.subarray(start, Math.min(block.length, start + Math.min(65_536, to - at)))
    yield chunk
    at += chunk.length
  }
}
const sending = new Set<ClientRequest>()
/** False when the line was cut or the server said wait. */
const sendPart = (path: string, seed: number, from: number): Promise<boolean> =>
  new Promise((done) => {
    const to = Math.min(SIZE, from + PART)
    const head = {
      ...headersNow(),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(from),
      'content-length': String(to - from),
    }
    const one = request({ host: '127.0.0.1', port, path, method: 'PATCH', headers: head }, (answer) => {
      answer.resume().on('close', () => finish(answer.statusCode === 204))
    })
    const finish = (isSent: boolean) => {
      sending.delete(one)
      done(isSent)
    }
    sending.add(one)
    one.on('error', () => finish(false))
    pipeline(contentOf(seed, from, to), one).catch(() => {})
  })
const offsetOf = async (path: string): Promise<number | undefined> => {
  const answer = await fetch(`${address}${path}`, { method: 'HEAD', headers: headersNow() }).catch(() => undefined)
  return answer?.ok ? Number(answer.headers.get('upload-offset')) : undefined
}
let resumed = 0
const upload = async (seed: number): Promise<string> => {
  const made = await fetch(`${address}/admin/upload`, { method: 'POST', headers: { ...headersNow(), 'upload-length': String(SIZE) } })
  if (made.status !== 201) throw new Error(`not taken: ${made.status} ${await made.text()}`)
  const path = made.headers.get('location')!
  for (let at: number | undefined = 0; at !== SIZE; at = await offsetOf(path)) {
    if (at === undefined) await sleep(500)
    else if (!(await sendPart(path, seed, at))) {
      resumed++
      await sleep(200)
    }
  }
  return path.split('/').at(-1)!
}
const hash = async (chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> => {
  const sum = createHash('sha256')
  for await (const chunk of chunks) sum.update(chunk)
  return sum.digest('hex')
}

const failures: string[] = []
const began = performance.now()
const over = new AbortController()
let cuts = 0
let restarts = 0
const cutting = (async () => {
  while (cuts < CUTS && !over.signal.aborted) {
    await sleep(300 + Math.random() * 700)
    const [one] = [...sending].toSorted(() => Math.random() - 0.5)
    if (!one) continue
    one.destroy()
    cuts++
    if (cuts !== Math.floor(CUTS / 2)) continue
    server?.kill('SIGKILL')
    await start()
    if (!over.signal.aborted) restarts++
  }
})()
try {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < 2 * FILES * SIZE)
    throw new Error(`${FILES} files of ${values.mb} MB need twice as much free disk; choose fewer with --mb`)
  const ids = await Promise.all(Array.from({ length: FILES }, (_, seed) => upload(seed)))
  const [cutBefore, restartedBefore] = [cuts, restarts]
  over.abort()
  await cutting
  const seconds = (performance.now() - began) / 1000
  let equal = 0
  for (const [seed, id] of ids.entries()) {
    const stored = await hash(createReadStream(join(dataDir, 'data/storage/upload', id), { highWaterMark: 1024 * 1024 }))
    if (stored === (await hash(contentOf(seed, 0, SIZE)))) equal++
  }
  console.log(
    `${FILES} files of ${values.mb} MB at once, ${cutBefore} cuts and ${restartedBefore} kill -9 of the server before they were through: ${seconds.toFixed(0)} s, ${((FILES * SIZE) / 1e6 / seconds).toFixed(0)} MB/s, resumed ${resumed} times`,
  )
  console.log(`SHA-256 equal: ${equal} of ${FILES}`)
  console.log(`growth of the server: ${growth.toFixed(0)} MB (bar < ${BAR_GROWTH_MB})`)
  // Files that were through before the line was cut have shown nothing.
  if (cutBefore < CUTS) failures.push(`the files were through after ${cutBefore} of ${CUTS} cuts: choose larger ones with --mb`)
  if (restartedBefore !== 1) failures.push('the server did not start again before the files were through')
  if (equal !== FILES) failures.push('a content is not equal')
  if (growth >= BAR_GROWTH_MB) failures.push('the server grew too much')
} catch (error) {
  failures.push(String(error))
} finally {
  over.abort()
  clearInterval(watch)
  server?.kill('SIGKILL')
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(failures.length ? `FAILED: ${failures.join('; ')}` : 'passed')
process.exit(failures.length ? 1 : 0)
