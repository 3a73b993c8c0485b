import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/server/config.ts'
import { redactUrl } from '../src/server/http/access-log.ts'
import { refuseUndeclaredRoutes } from '../src/server/http/route.ts'
import { onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

test('a route that does not say who may call it keeps the server from starting', () => {
  const app = Fastify()
  refuseUndeclaredRoutes(app)
  expect(() => app.get('/open-door', () => 'in')).toThrow('Route GET /open-door declares no access')
})

describe('API or page', () => {
  const get = (path: string, headers: Record<string, string>) => fetch(`${server.address}${path}`, { headers })
  test('a browser gets the web app or is told that it is not built, an API call gets the envelope', async () => {
    const page = await get('/admin/job/index', { accept: 'text/html' })
    expect(page.headers.get('content-type')).toMatch(/^text\/(html|plain)/)
    for (const headers of [{ accept: 'text/html', server: '1' }, { accept: 'application/json' }])
      expect((await get('/admin/job/index', headers as Record<string, string>)).headers.get('content-type')).toContain('application/json')
    expect((await get('/admin/job/index?server=1', { accept: 'text/html' })).headers.get('content-type')).toContain('application/json')
  })
  test('answers carry the safety headers', async () => {
    const { headers } = await get('/healthz', {})
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

onlyInOneProcess('it stops the process it runs in', 'a stop waits for the answer under way and for nothing else', async () => {
  const other = await startTestServer()
  const { call } = await other.login()
  let under: Promise<{ code: number }> | undefined
  let closed: Promise<void> | undefined
  await other.backend.database.transaction(async (tx) => {
    await tx.query('LOCK TABLE job')
    under = call('/admin/job/index')
    await expect
      .poll(async () => (await tx.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'job'::regclass`)).length)
      .toBe(1)
    closed = other.close()
  })
  expect((await under)?.code).toBe(1)
  await closed
})

test('tokens never reach a log', () => {
  expect(redactUrl('/admin/Terminal/index?command=x&batoken=abc&uuid=1')).toBe('/admin/Terminal/index?command=x&batoken=…&uuid=1')
})

describe('settings', () => {
  test('each error says how to mend it, and a password is not repeated', () => {
    const wrong = () => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://a', ADMIN_PASSWORD: 'a<b', LOG_LEVEL: 'loud' })
    expect(wrong).toThrow(/PORT="x".*port number.*\nDATABASE_URL.*postgres:\/\/.*\nADMIN_PASSWORD=….*\nLOG_LEVEL="loud".*trace, debug/)
    expect(wrong).not.toThrow(/a<b/)
  })
  test('demo data only where nothing can be harmed by it', () => {
    expect(readConfig({}).demo).toBe(true)
    for (const TRUST_PROXY of ['true', '10.0.0', '10.0.0.1/33', '10.0.0.1,', '::1/129', '*', '-1'])
      expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow('how many reverse proxies stand in front')
    for (const TRUST_PROXY of ['2', '10.0.0.5, 192.168.0.0/24', '::1', 'fd00::/8'])
      expect(readConfig({ TRUST_PROXY }).TRUST_PROXY, TRUST_PROXY).toBeTruthy()
    expect(readConfig({}, ['--empty']).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://h/d' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://h/d' }, ['--demo']).demo).toBe(true)
    expect(() => readConfig({}, ['--fast'])).toThrow('--fast')
    expect(() => readConfig({}, ['--demo', '--empty'])).toThrow('contradict')
  })
})
