import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../src/server/db/limits.ts'
import { onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

const LONG = {
  title: { 'zh-cn': '长', en: 'long' },
  program: process.execPath,
  args: ['-e', `console.log('begun'); setInterval(() => {}, 1000)`],
}
let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.reserve.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer({ DATABASE_POOL: '8', STATEMENT_SECONDS: '4' }, undefined, { commands: { 'try.long': LONG } })
  admin = await server.login()
  const fill = `INSERT INTO job (name, code, duties) SELECT 'job ' || g, 'C' || g, md5(g::text) || md5((-g)::text) FROM generate_series(1, 30000) g`
  await server.backend.database.transaction((tx) => tx.query(fill), LIMITS.task)
})
afterAll(() => server.close())

const EXPORT = '/admin/job/exportExcel?columns=name,code,duties'
/** An answer that nobody reads yet. */
const open = async (path: string): Promise<IncomingMessage> => {
  const call = request(`${server.address}${path}`, { headers: { server: '1', batoken: admin.token }, agent: false }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return response
}
const isFile = (response: IncomingMessage) => String(response.headers['content-type']).includes('spreadsheet')
/** Connections that somebody holds open in a transaction. */
const held = async () =>
  (await sql(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`)).length
const exports = async () =>
  (await admin.call<{ widgets: { key: string; data: { entries?: unknown[] } | null }[] }>('/admin/dashboard/index')).data.widgets.find(
    (w) => w.key === 'running',
  )?.data?.entries?.length ?? 0

describe('an export ends with its reader', () => {
  test('exports that were hung up give their connections and their places back', async () => {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => open(EXPORT)))
      expect(answers.map(isFile)).toEqual([true, true, true, true])
      for (const answer of answers) answer.destroy()
      await expect.poll(held).toBe(0)
      await expect.poll(exports).toBe(0)
    }
  })
  onlyInOneProcess('each process runs up to four exports', 'no more than four run at once, however close they come', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => open(EXPORT)))
    expect(answers.filter(isFile)).toHaveLength(4)
    for (const answer of answers) answer.destroy()
    await expect.poll(held).toBe(0)
  })
  test('a reader that leaves before the first row takes the statement with it', async () => {
    await server.backend.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE job')
      const waiting = async () =>
        (
          await sql(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%reading%'`,
          )
        ).length
      const call = request(`${server.address}${EXPORT}`, { headers: { server: '1', batoken: admin.token }, agent: false }).end()
      call.on('error', () => {})
      await expect.poll(waiting).toBe(1)
      call.destroy()
      await expect.poll(waiting).toBe(0)
    })
    await expect.poll(exports).toBe(0)
  })
})

describe('statements of a request have an end', () => {
  test('one that runs into it is a refusal in words, not a fault', async () => {
    await server.backend.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE job')
      const response = await fetch(`${server.address}/admin/job/index`, {
        headers: { server: '1', batoken: admin.token, 'think-lang': 'en' },
      })
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(((await response.json()) as { msg: string }).msg).toBe('This took too long and was stopped; narrow it down and try again')
    })
  })
  test('requests have the limit, what is held for long work has its own, and gives the connection back as it was', async () => {
    const show = `SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle`
    const { database } = server.backend
    expect(await database.query(show)).toEqual([{ statement: '4s', idle: '30s' }])
    const [long] = (await database.withConnection((c) => c.query<Record<string, string>>(show))).rows
    expect(long).toEqual({ statement: '0', idle: '0' })
    await Promise.all(Array.from({ length: 6 }, async () => expect(await database.query(show)).toEqual([{ statement: '4s', idle: '30s' }])))
  })
})

test('with every other connection taken, sign-in, sessions and health still answer', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const taken = Array.from({ length: 6 }, () => server.backend.database.transaction(() => over))
  await expect.poll(() => server.backend.database.load()).toMatchObject({ open: 6, idle: 0 })
  try {
    const next = await server.login()
    expect(next.token).not.toBe('')
    expect(await server.call('/healthz')).toMatchObject({ status: 200 })
    expect(await server.call('/admin/index/login', { headers: { batoken: next.token } })).toMatchObject({ code: 302 })
  } finally {
    end()
    await Promise.all(taken)
  }
})

describe('an upload ends with its sender', () => {
  const staged = () => readdir(join(server.backend.config.DATA_DIR, 'storage/staging')).catch(() => [])
  const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n'
  test.each([
    ['before the first part', '--x\r\ncontent-dis'],
    ['within the file', `${HEAD}${'a,b\n'.repeat(5000)}`],
  ])('%s: nothing of it stays', async (_, text) => {
    // More of them than one person may send at once: each must give its place back.
    for (let round = 0; round < 8; round++) {
      const call = request(`${server.address}/admin/ajax/upload`, {
        method: 'POST',
        agent: false,
        headers: { server: '1', batoken: admin.token, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 10_000_000 },
      })
      call.on('error', () => {})
      call.write(text)
      if (text.startsWith(HEAD)) await expect.poll(async () => (await staged()).length).toBe(1)
      call.destroy()
      await expect.poll(staged).toEqual([])
    }
    const form = new FormData()
    form.append('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'whole.csv')
    const response = await fetch(`${server.address}/admin/ajax/upload`, {
      method: 'POST',
      headers: { server: '1', batoken: admin.token },
      body: form,
    })
    expect(await response.json()).toMatchObject({ code: 1 })
  })
})

describe('a stream of the terminal ends with its reader', () => {
  const path = (uuid: string) => `/admin/Terminal/index?${new URLSearchParams({ command: 'try.long', uuid })}`
  onlyInOneProcess(
    'the readers of a run are counted in its process',
    'readers that leave are followed by nothing, and the run goes on',
    async () => {
      const uuid = crypto.randomUUID()
      const first = await open(path(uuid))
      await expect.poll(() => server.backend.terminal.find(uuid)?.said.includes('begun')).toBe(true)
      const others = await Promise.all(Array.from({ length: 20 }, () => open(path(uuid))))
      expect(server.backend.terminal.find(uuid)?.readers).toBe(21)
      for (const other of others) other.destroy()
      await expect.poll(() => server.backend.terminal.find(uuid)?.readers).toBe(1)
      expect(server.backend.terminal.find(uuid)).toMatchObject({ isOver: false })
      server.backend.terminal.cancel(uuid)
      first.resume()
      await once(first, 'end')
    },
  )
  onlyInOneProcess(
    'a run of the terminal is followed in the process that started it',
    'who comes back after the last message is not kept waiting for another',
    async () => {
      const uuid = crypto.randomUUID()
      const stream = (headers: Record<string, string>) =>
        fetch(`${server.address}/admin/Terminal/index?${new URLSearchParams({ command: 'version', uuid })}`, {
          headers: { server: '1', batoken: admin.token, ...headers },
        }).then((r) => r.text())
      const all = await stream({})
      const last = [...all.matchAll(/^id: (\d+)$/gm)].at(-1)![1]!
      expect(await stream({ 'last-event-id': last })).not.toContain('data:')
    },
  )
})
