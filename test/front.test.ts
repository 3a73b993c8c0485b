import { connect } from 'node:net'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logEnded, logged, numberRequests } from '../src/server/http/access-log.ts'
import { limitBodies } from '../src/server/http/body-clock.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

const METRICS_TOKEN = 'a-token-for-prometheus'
let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN, TRUST_PROXY: '1', DATABASE_POOL: '6', REQUESTS_AT_ONCE: '' })
  admin = await server.login()
})
afterAll(() => server.close())

/** Without the headers that `fetch` adds by itself. */
const raw = async (head: string): Promise<{ status: number; headers: string; body: string }> => {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
  socket.write(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  const cut = text.indexOf('\r\n\r\n')
  return { status: Number(text.slice(9, 12)), headers: text.slice(0, cut).toLowerCase(), body: text.slice(cut + 4) }
}
const isPage = ({ headers }: { headers: string }) => /content-type: text\/(html|plain)/.test(headers)
const get = (path: string, ...lines: string[]) => raw([`GET ${path} HTTP/1.1`, ...lines].join('\r\n'))

describe('a page or a call', () => {
  test.each([
    '/',
    '/office',
    '/office?url=/storage/a.pdf',
    '/admin',
    '/admin/login',
    '/admin/auth/admin',
    '/admin/sms/template',
    '/user/login',
  ])('%s is a page for a browser, for */* and for who says nothing', async (path) => {
    for (const accept of [['Accept: text/html,*/*;q=0.8'], ['Accept: */*'], []]) expect(isPage(await get(path, ...accept))).toBe(true)
  })
  test('an address that a call owns is JSON for who does not ask for HTML', async () => {
    for (const path of ['/admin/job/index', '/api/index/index', '/admin/index/login', '/admin/Terminal/commands', '/admin/job/history'])
      for (const accept of [['Accept: */*'], [], ['Accept: application/json, text/plain, */*']])
        expect([path, (await get(path, ...accept)).headers]).toEqual([path, expect.stringContaining('application/json')])
    expect(isPage(await get('/admin/job/index', 'Accept: text/html'))).toBe(true)
  })
  test('who sends a token or says that it is a call gets JSON at any address', async () => {
    for (const line of ['Authorization: Bearer x', 'batoken: x', 'ba-user-token: x', 'server: 1'])
      expect((await get('/admin/auth/admin', 'Accept: text/html', line)).headers).toContain('application/json')
    expect((await get('/admin?server=1', 'Accept: text/html')).headers).toContain('application/json')
  })
  test('what is not there is a 404: a file for everybody, an address for who asks without HTML; a browser gets the app with it', async () => {
    for (const path of ['/assets/gone-1234.js', '/gone.png', '/.well-known/security.txt', '/storage/gone.csv', '/metrics.txt'])
      for (const accept of ['text/html', '*/*', 'image/png']) {
        const answer = await get(path, `Accept: ${accept}`)
        expect([path, accept, answer.status, isPage(answer)]).toEqual([path, accept, 404, false])
      }
    expect(await get('/nowhere', 'Accept: */*')).toMatchObject({ status: 404, headers: expect.stringContaining('application/json') })
    expect(isPage(await get('/nowhere', 'Accept: text/html'))).toBe(true)
  })
  test('HEAD has the headers of the page and no body; a call that is not open refuses it', async () => {
    const head = await raw('HEAD / HTTP/1.1\r\nAccept: */*')
    expect(isPage(head)).toBe(true)
    expect(head.body).toBe('')
    expect(await raw('HEAD /healthz HTTP/1.1')).toMatchObject({ status: 200, body: '' })
    for (const path of ['/admin/job/exportExcel', '/admin/Terminal/index?command=version&uuid=12345678'])
      expect((await raw(`HEAD ${path} HTTP/1.1\r\nbatoken: ${admin.token}`)).status).toBe(405)
    expect(server.backend.terminal.find('12345678')).toBeUndefined()
  })
})

describe('headers', () => {
  test('answers of calls are not kept, and each has its number', async () => {
    const answers = await Promise.all(['/admin/job/index', '/nowhere', '/api/index/index'].map((path) => get(path, 'server: 1')))
    for (const { headers } of answers) expect(headers).toContain('cache-control: no-store')
    const numbers = answers.map(({ headers }) => /x-request-id: ([\da-f-]{36})/.exec(headers)?.[1])
    expect(new Set(numbers).size).toBe(3)
    expect(numbers).not.toContain(undefined)
  })
  test('TLS stays TLS, when a proxy that is trusted says that it was', async () => {
    expect((await get('/healthz', 'X-Forwarded-Proto: https')).headers).toContain('strict-transport-security: max-age=31536000')
    expect((await get('/healthz')).headers).not.toContain('strict-transport-security')
  })
  test('R-12 a frame shows our own pages and those that an enabled menu embeds, as the menus change', async () => {
    const frames = async () => /frame-src ([^;]*);/.exec((await get('/admin', 'Accept: text/html')).headers)?.[1]
    await expect.poll(frames).toBe("'self'")
    const menu = { type: 'menu', menuType: 'iframe', title: '外', titleEn: 'out', name: 'out', url: 'https://lims.example.org:8443/a?b=1' }
    const { data } = await admin.call<{ row: { id: number } }>('/admin/auth.rule/add', { body: menu })
    await expect.poll(frames).toBe("'self' https://lims.example.org:8443")
    expect(await admin.call('/admin/auth.rule/edit', { body: { id: data.row.id, status: false } })).toMatchObject({ code: 1 })
    await expect.poll(frames).toBe("'self'")
  })
})

describe('health', () => {
  test.each(['text/html', '*/*', 'application/json'])('answers %s in JSON', async (accept) => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, headers } = await get(path, `Accept: ${accept}`)
      expect([status, headers]).toEqual([200, expect.stringContaining('application/json')])
    }
  })
  test('without a free connection it is alive, but not ready, and says so without waiting for one', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const taken = Array.from({ length: 4 }, () => server.backend.database.transaction(() => over))
    await expect.poll(() => server.backend.database.load()).toMatchObject({ open: 4, idle: 0 })
    try {
      expect(await server.call('/healthz')).toMatchObject({ status: 200, data: { status: 'alive' } })
      await expect
        .poll(() => server.call('/readyz', { headers: { 'think-lang': 'en' } }))
        .toMatchObject({
          status: 503,
          msg: expect.stringContaining('pool'),
          data: { pool: 'wrong', disk: 'ok', sealer: 'ok', backup: 'none', worker: 'none' },
        })
    } finally {
      end()
      await Promise.all(taken)
    }
    await expect.poll(async () => (await server.call('/readyz')).status).toBe(200)
  })
  test('figures are for who knows the token', async () => {
    expect((await get('/metrics')).status).toBe(404)
    expect((await get('/metrics', 'Authorization: Bearer wrong')).status).toBe(404)
    await get('/admin/job/index', 'server: 1')
    const { status, body } = await get('/metrics', `Authorization: Bearer ${METRICS_TOKEN}`)
    expect(status).toBe(200)
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/admin/:name/:action",status="200"}')
    expect(body).toMatch(/database_reserve_connections_open [12]\n/)
    expect(body).toMatch(/nodejs_eventloop_lag_seconds/)
  })
})

test('too much at once is refused at once and in words, and the rest is served; sign-in and health are never refused', async () => {
  const SENT = 80
  const headers = { server: '1', batoken: admin.token, 'think-lang': 'en' }
  let calls: Promise<Response>[] = []
  await server.backend.database.transaction(async (tx) => {
    await tx.query('LOCK TABLE job')
    calls = Array.from({ length: SENT }, () => fetch(`${server.address}/admin/job/index`, { headers }))
    const [first] = await Promise.all([Promise.race(calls), server.login(), server.call('/healthz')])
    expect(first.status).toBe(503)
    expect(first.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await first.clone().json()).toMatchObject({ msg: 'The service is busy; please try again shortly' })
  })
  const statuses = (await Promise.all(calls)).map((r) => r.status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect((await admin.call('/admin/job/index')).code).toBe(1)
})

test('one line per request, with its number, its result and no secret; also for one that was hung up', async () => {
  const stream = new PassThrough()
  const app = Fastify({ logger: { level: 'info', stream, ...logged } })
  numberRequests(app, [logEnded])
  app.get('/a', async () => 'a')
  app.get('/never', () => new Promise(() => {}))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const lines = () =>
    String(stream.read() ?? '')
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const response = await fetch(`${address}/a?x=1&batoken=s3cret&sign=s3cret`, { headers: { batoken: 's3cret', cookie: 's3cret' } })
  await response.text()
  await expect.poll(() => stream.readableLength).toBeGreaterThan(0)
  const gone = new AbortController()
  const call = fetch(`${address}/never`, { signal: gone.signal })
  const arrived = once(app.server, 'request')
  await arrived
  gone.abort()
  await expect(call).rejects.toThrow()
  const seen: Record<string, unknown>[] = []
  await expect.poll(() => seen.push(...lines()) && seen.length).toBe(2)
  expect(seen[0]).toMatchObject({
    reqId: response.headers.get('x-request-id'),
    req: { method: 'GET', url: '/a?x=1&batoken=…&sign=…' },
    status: 200,
  })
  expect(seen[1]).toMatchObject({ aborted: true })
  expect(JSON.stringify(seen)).not.toContain('s3cret')
  await app.close()
})

test('half a body is cut off', async () => {
  const app = Fastify({ logger: false })
  limitBodies(app, 50)
  app.post('/a', async () => 'a')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  socket.write('POST /a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":')
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  expect(text).toMatch(/^HTTP\/1.1 408 /)
  await app.close()
})
