import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '../src/kernel/index.ts'
import { createDatabase } from './postgres.ts'
import { PASSWORD } from './server.ts'

const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))
const launcher = `import { supervise } from ${JSON.stringify(new URL('../scripts/run/supervisor.mjs', import.meta.url).href)}
  const server = { name: 'server', command: process.execPath, args: JSON.parse(process.argv[1]), env: process.env }
  process.exitCode = await supervise([server], { firstMs: 1 })`
/** What no request of ours can do any more: throw where nobody catches, reject where nobody waits. */
const breakable = `data:text/javascript,console.log('pid '+process.pid+';');
  process.on('SIGUSR2',()=>{throw new Error('thrown by the drill')}).on('SIGWINCH',()=>void Promise.reject(new Error('rejected by the drill')))`

const dataDir = mkdtempSync(join(tmpdir(), 'last-resort-'))
let database: Awaited<ReturnType<typeof createDatabase>>
let running: ChildProcess | undefined
beforeAll(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  if (!running || running.exitCode !== null) return
  running.kill('SIGTERM')
  await once(running, 'exit')
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  await database.drop()
})

const launch = (more: Record<string, string> = {}) => {
  const urls = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }
  const settings = { PORT: '0', DATA_DIR: dataDir, ...urls, ADMIN_PASSWORD: PASSWORD, LOGIN_CAPTCHA: 'never' }
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', launcher, JSON.stringify(['--import', breakable.replace('\n  ', ''), main, '--empty'])],
    { env: { ...process.env, ...settings, ...more }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running = child
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, text }))
  /** Waits until it was said after what was said before. */
  const told = async (what: RegExp): Promise<string> => {
    for (;;) {
      const found = what.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return found[1] ?? found[0]
      }
      if (child.exitCode !== null) throw new Error(`ended without ${what}:\n${text}`)
      await wait(20)
    }
  }
  const ready = async () => {
    const pid = Number(await told(/pid (\d+);/))
    return { pid, address: await told(/Home {4}(http:\S+)\//) }
  }
  return { child, ended, told, ready }
}
const call = async (address: string, path: string, body: unknown, token = ''): Promise<Envelope> => {
  const headers = { server: '1', 'content-type': 'application/json', batoken: token }
  return (await (await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Envelope<
    Record<string, never>
  >
}
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await wait(20)
}

test('what nobody caught gets a number in the log, requests at work are answered, and the server is started again', async () => {
  const { child, ended, told, ready } = launch()
  const first = await ready()
  const { data } = await call(first.address, '/admin/index/login', { username: 'admin', password: PASSWORD })
  const { token } = (data as { userInfo: { token: string } }).userInfo
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE job IN EXCLUSIVE MODE')
  const atWork = call(first.address, '/admin/job/add', { name: 'kept', code: 'KEPT' }, token)
  await until(async () => (await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'job'::regclass`)).rows.length > 0)
  process.kill(first.pid, 'SIGUSR2')
  expect(
    await told(/("number":"[0-9a-f-]{36}".*a failure that nobody caught|a failure that nobody caught.*"number":"[0-9a-f-]{36}")/),
  ).toBeTruthy()
  await until(() =>
    fetch(`${first.address}/healthz`).then(
      (answer) => answer.status === 503,
      () => true,
    ),
  )
  await holder.query('COMMIT')
  await holder.end()
  expect(await atWork).toMatchObject({ code: 1, data: { row: { code: 'KEPT' } } })
  await told(/The server ended unexpectedly \(code 70\)\. It is started again/)
  const second = await ready()
  expect(second.pid).not.toBe(first.pid)
  process.kill(second.pid, 'SIGWINCH')
  await told(/rejected by the drill/)
  await told(/ended unexpectedly \(code 70\)/)
  const third = await ready()
  expect((await fetch(`${third.address}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('a start that is refused says why once and is not tried again', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  for (const [setting, sentence] of [
    [{ PORT: 'x' }, /PORT="x" cannot be used/],
    [{ PORT: String(port) }, /The port is already in use/],
    [{ DATABASE_OWNER_URL: '' }, /may not change the tables.*DATABASE_OWNER_URL/],
  ] as const) {
    const { code, text } = await launch(setting).ended
    expect([code, text]).toEqual([78, expect.stringMatching(sentence)])
    expect(text).not.toContain('started again')
  }
  holder.close()
})
