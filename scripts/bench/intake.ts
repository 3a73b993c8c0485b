// A server and a worker in processes of their own, and a study whose form waits for deliveries: for benches and drills of the import.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob, readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { Store } from '../../src/server/storage/store.ts'
import { add, collecting, form, move, post, publish, variable } from '../../test/study-kit.ts'
import type { Call } from '../../test/study-kit.ts'

const PASSWORD = 'bench-password'
const CODE = 'BENCH'
export const VISITS = ['V1', 'V2', 'V3', 'V4', 'V5'] as const
const DAY_MS = 86_400_000

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const place = probe.address()
      probe.close(() => done(typeof place === 'object' && place ? place.port : 0))
    })
  })

const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
const TICKS = 100
/** Processor seconds of a process, of its children that ended, and of those that live. */
export const cpuOf = (pid: number): number => {
  const [, parentAt, utimeAt] = [0, 1, 11]
  const own = (of: number): number => {
    const stat = statOf(of)
    return [0, 1, 2, 3].reduce((sum, i) => sum + Number(stat[utimeAt + i]), 0) / TICKS
  }
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(statOf(Number(name))[parentAt]) === pid
    } catch {
      return false // ended since
    }
  })
  return own(pid) + children.reduce((sum, name) => sum + own(Number(name)), 0)
}
const status = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
export const peakMB = (pid: number): number => status(pid, 'VmHWM')
export const residentMB = (pid: number): number => status(pid, 'VmRSS')

const SUBJECTS = `INSERT INTO study_subject (study, code, department, state) SELECT $1, 'S-' || g, $2, 'enrolled' FROM generate_series(1, $3::int) g`
/** `type`: of all variables; without it text and numbers by turns. */
type Wanted = { subjects: number; variables: number; gather?: object; type?: 'number' }

export const startIntake = async ({ subjects, variables, gather: more = {}, type }: Wanted) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'intake-'))
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
    LOG_LEVEL: 'error',
  }
  const store = new Store(env.DATA_DIR)
  const launch = (file: string, ...args: string[]): ChildProcess =>
    spawn(process.execPath, [resolve(file), ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const server = launch('src/server/main.ts', '--empty')
  const isUp = () =>
    fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isUp())) await sleep(200)

  let token = ''
  const call: Call = async (path, { method, query, body, headers } = {}) => {
    const response = await fetch(`${address}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { server: '1', batoken: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...(await response.json()) }
  }
  token = (await call<{ userInfo: { token: string } }>('/admin/index/login', { body: { username: 'admin', password: PASSWORD } })).data
    .userInfo.token
  const department = (await add(call, 'department', { code: 'SITE', name: 'SITE' })).id
  const { study } = await collecting(call, CODE, department, 1)
  for (const code of VISITS.slice(1)) await add(call, 'study.visit', { study, code, name: code, nameEn: code, day: 28 })
  const { forms } = await publish(call, study, () => ({
    forms: [form('labs')],
    codelists: [],
    variables: Array.from({ length: variables }, (_, i) => variable('labs', `x${i + 1}`, { type: type ?? (i % 2 ? 'number' : 'text') })),
  }))
  const formId = forms[0]?.id ?? 0
  const body = { study, code: CODE, name: CODE, nameEn: CODE, form: formId, intake: 'flag', automatic: true, ...more }
  const gather = (await add(call, 'gather.project', body)).id
  await move(call, 'gather.project', gather, 'open')
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
  const machine = (await add(call, 'study.token', { study, name: 'bench', gathers: [gather], expiresAt })).id
  const issued = await post<{ token: string }>(call, 'study.token/issue', { ids: [machine] })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(SUBJECTS, [study, department, subjects])
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const postmaster = Number(statOf(rows[0]?.pid ?? 0)[1])

  type Delivery = {
    id: number
    state: string
    in: number
    stored: number
    changed: number
    same: number
    rejected: number
    diff: { files: Record<string, string> } | null
  }
  const LOOK = `SELECT id::int, state, rows_in::int AS "in", rows_stored::int AS stored, rows_changed::int AS changed, rows_same::int AS same, rows_rejected::int AS rejected, diff
    FROM gather_delivery WHERE id = $1`
  return {
    call,
    client,
    address,
    url: database.url,
    formId,
    study,
    table: `"record"."t${formId}"`,
    server,
    postmaster,
    pathOf: (hash: string) => store.pathOf(hash),
    launchWorker: () => launch('src/worker/main.ts'),
    push: async (file: string): Promise<number> => {
      const response = await fetch(`${address}/api/study/intake/${CODE}?name=rows.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${issued.data.token}`, 'content-type': 'text/csv' },
        body: await openAsBlob(file),
      })
      const answer: { code: number; msg: string; data: { id: number } } = JSON.parse(await response.text())
      if (answer.code !== 1) throw new Error(answer.msg)
      return answer.data.id
    },
    look: async (id: number): Promise<Delivery> => {
      const found = await client.query<Delivery>(LOOK, [id])
      if (!found.rows[0]) throw new Error(`no delivery ${id}`)
      return found.rows[0]
    },
    stop: async () => {
      await client.end()
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type Intake = Awaited<ReturnType<typeof startIntake>>
