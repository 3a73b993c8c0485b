import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { remember } from '../src/server/auth/one-time.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { provideEmptyDatabase } from './postgres.ts'
import { CAPTCHA, PASSWORD, caller } from './server.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const SERVE = pathToFileURL(resolve('scripts/run/serve.mjs')).href
/** As the npm script does it, supervisor and all. */
const launch = (verb: 'start' | 'work', env: Record<string, string>) => {
  const text = `import { ${verb} } from '${SERVE}'; process.exitCode = await ${verb}({ node: process.execPath, env: process.env }, ['--empty'])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...env },
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const ended = once(child, 'close')
  undo.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { said: () => words }
}

/** Two processes of their own load all areas first: what decides is that they come, not when. */
const PATIENT = { timeout: 300_000 }
const LONG = { timeout: 120_000, interval: 200 }

test(
  'with WORKERS=0 the server says that nobody works, sends codes itself, lets tasks wait, and a worker beside it takes them up',
  PATIENT,
  async () => {
    const { url, ownerUrl, drop } = await provideEmptyDatabase()
    undo.push(drop)
    const dataDir = await mkdtemp(join(tmpdir(), 'no-worker-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const env = {
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
    }
    const { said } = launch('start', { ...env, WORKERS: '0' })
    await expect.poll(said, LONG).toMatch(/Home {4}http/)
    const address = /Home {4}(http:\/\/[^\s/]+)/.exec(said())?.[1] ?? ''
    const visitor = caller(address, {})
    const worker = async () => (await visitor<{ worker: string }>('/readyz')).data.worker
    expect(await worker()).toBe('none')

    const body = { username: 'admin', password: PASSWORD, keep: true }
    const signed = await visitor<{ userInfo: { token: string } }>('/admin/index/login', { body })
    expect([signed.code, signed.msg]).toEqual([1, expect.any(String)])
    const admin = caller(address, { batoken: signed.data.userInfo.token })
    const asked = await admin<{ task: number }>('/admin/job/exportExcel?columns=id,name', { method: 'POST' })
    expect(asked).toMatchObject({ code: 1 })
    const task = async () =>
      (await admin<{ row: { state: string; attempt: number } }>('/admin/task/read', { query: { id: String(asked.data.task) } })).data.row

    const database = openDatabase(url, { max: 1 })
    undo.push(() => database.close())
    const captchaId = randomUUID()
    await remember(database, 'captcha', captchaId, CAPTCHA, 300)
    const wanted = { email: 'somebody@example.org', event: 'user_register', captchaId, captcha: CAPTCHA }
    const answer = await visitor('/api/Ems/send', { body: wanted })
    expect([answer.code, answer.msg]).toEqual([1, expect.any(String)])
    const sent = () => database.query(`SELECT status FROM message_outbox WHERE recipient = 'somebody@example.org' AND body ~ '\\d{6}'`)
    await expect.poll(sent, LONG).toEqual([{ status: 'local' }])
    // What was sent came later than what waits: nobody here takes that.
    expect(await task()).toMatchObject({ state: 'waiting', attempt: 0 })
    expect(await worker()).toBe('none')

    launch('work', env)
    await expect.poll(async () => (await task()).state, LONG).toBe('done')
    await expect.poll(worker, LONG).toBe('ok')
  },
)
