import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanLine } from '../src/server/terminal/execute.ts'
import { closeLostRuns, QUEUE_LOCK } from '../src/server/terminal/lost-run.ts'
import { onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
const node = (script: string) => ({ title: { 'zh-cn': '试', en: 'try' }, program: process.execPath, args: ['-e', script] })
const commands = {
  'try.lines': node(`console.log('one'); console.error('two'); console.log('\\u001b[32mgreen\\u001b[0m\\u001b[2J')`),
  'try.fail': node('process.exit(3)'),
  'try.arguments': node(`console.log(JSON.stringify(process.argv.slice(1)))`),
  'try.env': node('console.log(Object.keys(process.env).join())'),
  'try.long': node(
    `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); console.log('started'); setInterval(() => {}, 1000)`,
  ),
  'try.flood': node(`for (let i = 0; i < 60000; i++) console.log('line ' + i)`),
  'try.slow': node(`setTimeout(() => console.log(Date.now()), 200)`),
  'try.absent': { title: { 'zh-cn': '无', en: 'none' }, program: 'no-such-program-here', args: [] },
}
const ELSEWHERE = 'a run of the terminal is followed and ended in the process that started it'
beforeAll(async () => {
  server = await startTestServer({ PATH: process.env['PATH'] ?? '', SECRET_KEY: 'a-secret-that-no-child-sees' }, undefined, { commands })
  admin = await server.login()
})
afterAll(() => server.close())

type Message = { uuid: string; data: string }
type Seen = { status: number; type: string; messages: Message[]; text: string; cut(): void }
type Wish = { uuid?: string; batoken?: string; extend?: string; headers?: Record<string, string>; until?: string }
const open = (
  command: string,
  { uuid = crypto.randomUUID(), batoken = admin.token, extend = '', headers = {}, until = 'command-exec-completed' }: Wish = {},
): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const query = new URLSearchParams({ command, uuid, extend, batoken, server: '1' })
    const call = rawRequest(
      `${server.address}/admin/Terminal/index?${query}`,
      { headers: { accept: 'text/event-stream', ...headers } },
      (response) => {
        let text = ''
        const seen = (): Seen => ({
          status: response.statusCode!,
          type: String(response.headers['content-type']),
          text,
          messages: [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as Message),
          cut: () => call.destroy(),
        })
        response.on('data', (c: Buffer) => {
          text += c.toString()
          if (until !== 'command-exec-completed' && text.includes(until)) resolve(seen())
        })
        response.on('end', () => resolve(seen()))
      },
    )
    call.on('error', reject)
    call.end()
  })
const said = (seen: Seen) => seen.messages.map((m) => m.data)
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

describe('C-08 T-09 the stream', () => {
  test('says that it is linked, the lines, the result, and that it is completed, each with the uuid', async () => {
    const uuid = crypto.randomUUID()
    const seen = await open('try.lines', { uuid, extend: 'note' })
    expect(seen.type).toBe('text/event-stream; charset=utf-8')
    expect(said(seen)[0]).toBe('command-link-success')
    expect(said(seen)).toEqual(expect.arrayContaining(['one', 'two', '\u001b[32mgreen\u001b[0m', 'exit code 0']))
    expect(said(seen).slice(-2)).toEqual(['command-exec-success', 'command-exec-completed'])
    expect(new Set(seen.messages.map((m) => m.uuid))).toEqual(new Set([uuid]))
  })
  test('a failing command, a missing program and an unknown key end with an error and are completed', async () => {
    for (const [key, line] of [
      ['try.fail', 'exit code 3'],
      ['try.absent', 'no-such-program-here: not installed'],
      ['nothing', '没有命令“nothing”'],
    ] as const) {
      const lines = said(await open(key))
      expect(lines).toContain(line)
      expect(lines.slice(-2)).toEqual(['command-exec-error', 'command-exec-completed'])
    }
  })
  test.each(['version', 'doctor', 'migrate-status', 'migrate-run', 'audit-verify', 'cache-clear', 'storage-sweep', 'version.node'])(
    '%s does its work',
    async (key) => {
      await server.backend.sealer.flush()
      expect(said(await open(key)).slice(-2)).toEqual(['command-exec-success', 'command-exec-completed'])
    },
  )
  test('audit-verify and doctor tell what is wrong', async () => {
    await server.owner.query('DELETE FROM schema_migration WHERE name = (SELECT max(name) FROM schema_migration)')
    const lines = said(await open('doctor'))
    expect(lines.find((l) => l.startsWith('WRONG  migrations'))).toContain('1 not applied')
    expect(lines.at(-2)).toBe('command-exec-error')
    await server.backend.sealer.flush()
    await server.owner.query('ALTER TABLE audit_entry DISABLE TRIGGER ALL')
    await server.owner.query(`UPDATE audit_entry SET label = 'forged' WHERE id = (SELECT min(id) FROM audit_entry)`)
    const verified = said(await open('audit-verify'))
    expect(verified).toContainEqual(expect.stringMatching(/^WRONG {2}the entries of seal \d+ were changed$/))
    expect(verified.at(-2)).toBe('command-exec-error')
  })
})

describe('who may', () => {
  test('nobody without a token, nobody but the super admin, and a ticket once', async () => {
    expect((await open('version', { batoken: '' })).text).toContain('"code":302')
    const other = await server.login('auditor')
    expect((await open('version', { batoken: other.token })).text).toContain('"code":401')
    for (const path of ['/admin/Terminal/commands', '/admin/Terminal/history']) expect(await other.call(path)).toMatchObject({ code: 401 })
    expect(await other.call('/admin/Terminal/cancel', { body: { uuid: 'x' } })).toMatchObject({ code: 401 })
    const { data } = await admin.call<{ ticket: string }>('/admin/index/ticket', { body: {} })
    expect(said(await open('version', { batoken: data.ticket })).at(-1)).toBe('command-exec-completed')
    expect((await open('version', { batoken: data.ticket })).text).toContain('"code":302')
  })
  test('no key, uuid or extra text reaches a shell or a program', async () => {
    for (const key of ['version; id', 'version.node && id', '../version', '$(id)', 'constructor', '__proto__', 'version.node\nid', ''])
      expect([key, said(await open(key)).at(-2)]).toEqual([key, 'command-exec-error'])
    expect((await open('version', { uuid: '../x' })).text).toContain('"code":0')
    expect((await open('version', { extend: 'a\u0000b' })).text).toContain('"code":0')
    expect(said(await open('try.arguments', { extend: '$(touch /tmp/x); --version' }))).toContain('[]')
  })
  test('a program sees no secret of the server', async () => {
    // The settings of this server were handed over; those of a real one stand in its own environment.
    process.env['SECRET_OF_THE_PROCESS'] = 'x'
    const names = said(await open('try.env')).join()
    delete process.env['SECRET_OF_THE_PROCESS']
    expect(names).toContain('PATH')
    expect(names).not.toMatch(/SECRET|ADMIN_PASSWORD|DATABASE_URL/)
  })
  test('every run is in the trail, at its start and its end, and in the history with its output', async () => {
    const uuid = crypto.randomUUID()
    await open('try.fail', { uuid })
    expect(await sql('SELECT action, actor_id, label FROM audit_entry WHERE record_id = $1 ORDER BY id', [uuid])).toEqual([
      { action: 'terminal', actor_id: 1, label: 'try.fail' },
      { action: 'terminalEnd', actor_id: 1, label: 'try.fail' },
    ])
    const { data } = await admin.call<{ list: { uuid: string }[] }>('/admin/Terminal/history')
    expect(data.list[0]).toMatchObject({ uuid, status: 'failed', exitCode: 3, output: '> try.fail\nexit code 3', admin: '系统管理员' })
    // A run without a note changed nothing: the log does not show that nothing became nothing.
    const search = JSON.stringify([{ field: 'record', operator: 'LIKE', val: uuid }])
    const log = await admin.call<{ list: { diff: { field: string }[] }[] }>(`/admin/auth.log/index?${new URLSearchParams({ search })}`)
    expect(log.data.list.map(({ diff }) => diff.map(({ field }) => field))).toEqual([['status', 'exitCode'], []])
  })
})

describe('T-10 one at a time', () => {
  test('five orders at once run one after the other', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => open('try.slow')))
    const ends = runs.map((r) => Number(said(r).find((l) => /^\d{13}$/.test(l)))).toSorted((a, b) => a - b)
    for (let i = 1; i < 5; i++) expect(ends[i]! - ends[i - 1]!).toBeGreaterThan(190)
  })
  onlyInOneProcess(ELSEWHERE, 'twenty wait, one more is told to come later', async () => {
    const uuid = crypto.randomUUID()
    const running = open('try.long', { uuid })
    await open('try.long', { uuid, until: 'started' })
    let refused = 0
    const orders = Array.from({ length: 25 }, async () => {
      const lines = said(await open('try.fail'))
      if (lines.includes('exit code 3')) return true
      expect(lines).toEqual(['服务繁忙，请稍后再试', 'command-exec-error', 'command-exec-completed'])
      return !++refused
    })
    await expect.poll(() => refused).toBe(5)
    await admin.call('/admin/Terminal/cancel', { body: { uuid } })
    await running
    expect((await Promise.all(orders)).filter(Boolean)).toHaveLength(20)
  })
  onlyInOneProcess(ELSEWHERE, 'cancelling ends the program and all it started, and the next one starts', async () => {
    const uuid = crypto.randomUUID()
    const running = open('try.long', { uuid })
    await open('try.long', { uuid, until: 'started' })
    const next = open('try.lines')
    expect((await admin.call('/admin/Terminal/cancel', { body: { uuid } })).code).toBe(1)
    expect(said(await running).slice(-3)).toEqual(['cancelled', 'command-exec-error', 'command-exec-completed'])
    expect(said(await next)).toContain('command-exec-success')
    expect(await admin.call('/admin/Terminal/cancel', { body: { uuid } })).toMatchObject({ code: 0 })
    expect((await sql('SELECT status FROM terminal_run WHERE uuid = $1', [uuid]))[0]).toEqual({ status: 'cancelled' })
  })
  onlyInOneProcess(ELSEWHERE, 'a reader who comes back does not start it again; a retry does', async () => {
    const uuid = crypto.randomUUID()
    const first = await open('try.slow', { uuid, until: 'command-link-success' })
    first.cut()
    const again = await open('try.slow', { uuid, headers: { 'last-event-id': '1' } })
    expect(said(again)).not.toContain('command-link-success')
    expect(said(again).at(-1)).toBe('command-exec-completed')
    expect(said(await open('try.slow', { uuid, headers: { 'last-event-id': '3' } })).at(-1)).toBe('command-exec-completed')
    expect((await sql('SELECT 1 FROM terminal_run WHERE uuid = $1', [uuid])).length).toBe(1)
    await open('try.slow', { uuid })
    expect((await sql('SELECT 1 FROM terminal_run WHERE uuid = $1', [uuid])).length).toBe(2)
  })
  test('a reader who comes back to a server that does not know the run starts nothing', async () => {
    const uuid = crypto.randomUUID()
    const lines = said(await open('try.slow', { uuid, headers: { 'last-event-id': '1' } }))
    expect(lines).toEqual(['该命令没有在运行', 'command-exec-error', 'command-exec-completed'])
    expect(await sql('SELECT 1 FROM terminal_run WHERE uuid = $1', [uuid])).toEqual([])
  })
  test('a flood is cut, not stored', async () => {
    const uuid = crypto.randomUUID()
    const lines = said(await open('try.flood', { uuid }))
    expect(lines).toContain('… more output than is kept')
    expect(lines.at(-2)).toBe('command-exec-success')
    expect((await sql<{ n: number }>('SELECT length(output) AS n FROM terminal_run WHERE uuid = $1', [uuid]))[0]!.n).toBeLessThan(300_000)
  })
})

test('switched off, it starts no program and keeps backup and verification; a strict backend takes no token in an address, only a ticket', async () => {
  const off = await startTestServer({ TERMINAL: 'off', STRICT_URL_TOKENS: '1' }, ['--empty'])
  const { token, call } = await off.login()
  const ask = async (command: string, batoken?: string) => {
    const { data } = await call<{ ticket: string }>('/admin/index/ticket', { body: {} })
    const query = { command, uuid: crypto.randomUUID(), server: '1', batoken: batoken ?? data.ticket }
    return (await fetch(`${off.address}/admin/Terminal/index?${new URLSearchParams(query)}`)).text()
  }
  expect(await ask('version', token)).toContain('"code":302')
  expect(await ask('web-install.npm')).toContain('终端已关闭')
  await off.backend.sealer.flush()
  for (const command of ['backup-create', 'backup-verify', 'audit-verify', 'doctor'])
    expect(await ask(command)).toContain('command-exec-success')
  const { data } = await call<{ key: string }[]>('/admin/Terminal/commands')
  expect(data.map((c) => c.key)).toEqual(expect.arrayContaining(['backup-create', 'backup-verify', 'audit-verify', 'demo-end']))
  expect(data.filter((c) => c.key.includes('.'))).toEqual([])
  await off.close()
})

test('a process that starts while another runs a command leaves that one alone and closes what is lost', async () => {
  const { database } = server.backend
  const enter = async () =>
    (
      await sql<{ id: number }>(
        `INSERT INTO terminal_run (uuid, command, extend, admin_id, status) VALUES (gen_random_uuid(), 'x', '', 1, 'executing') RETURNING id`,
      )
    )[0]!.id
  const [lost, running] = [await enter(), await enter()]
  const statuses = () => sql(`SELECT status FROM terminal_run WHERE id = ANY($1) ORDER BY id`, [[lost, running]])
  await database.withConnection(async (connection) => {
    await connection.query('SELECT pg_advisory_lock($1)', [QUEUE_LOCK])
    await closeLostRuns(database)
    expect(await statuses()).toEqual([{ status: 'unknown' }, { status: 'executing' }])
    await connection.query('SELECT pg_advisory_unlock($1)', [QUEUE_LOCK])
  })
  await closeLostRuns(database)
  expect(await statuses()).toEqual([{ status: 'unknown' }, { status: 'unknown' }])
})

test('only colours of what a program prints reach the reader', () => {
  expect(cleanLine('\u001b[31mred\u001b[0m')).toBe('\u001b[31mred\u001b[0m')
  expect(cleanLine('a\u001b[2Kb\u001b[1;1Hc\u001b]0;title\u0007d\u001bce\u0008')).toBe('abcde')
})
