import fc from 'fast-check'
import { Agent, request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, headers, headerText, jsonText, queryLine, word } from './grammar.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

/** Every route there is, with what its parsers do not expect. Whoever sends it is a super admin, a stranger, or holds a token of nobody. */
let server: TestServer
let token: string
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' })
  token = (await server.login()).token
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

/** These would end the session that the rest needs, take minutes, or say 503 as they should: each has tests of its own. */
const LEFT_OUT = /logout|Terminal\/index|task\/stream|changePassword|endSession|readyz/i
const PORT = () => Number(new URL(server.address).port)

type Sent = { method: string; path: string; headers: Record<string, string>; body?: string | undefined }
const send = ({ method, path, headers: lines, body }: Sent): Promise<{ status: number; type: string; text: string }> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = rawRequest(
      { host: '127.0.0.1', port: PORT(), method, path, agent, headers: { server: '1', ...lines, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () =>
            resolve({
              status: response.statusCode!,
              type: String(response.headers['content-type'] ?? ''),
              text: Buffer.concat(chunks).toString(),
            }),
          )
      },
    )
    outgoing.on('error', reject).end(body)
  })
const isEnvelope = (text: string) => {
  const { code, msg, time, data } = JSON.parse(text) as Record<string, unknown>
  return typeof code === 'number' && typeof msg === 'string' && time !== undefined && data !== undefined
}

const RESOURCES = [
  'test.everyKind',
  'job',
  'department',
  'auth.group',
  'auth.log',
  'crud.table',
  'routine.config',
  'security.recycleLog',
  'no.such',
]
const ACTIONS = [
  'index',
  'edit',
  'add',
  'del',
  'recycle',
  'restore',
  'history',
  'read',
  'sortable',
  'approve',
  'source',
  'preview',
  'save',
  'exportExcel',
]
/** A declared route with its parameters filled in, mostly with names that exist. */
const target = (routes: readonly (readonly [string, string])[]) =>
  fc
    .tuple(
      fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...routes) },
        { weight: 1, arbitrary: fc.constantFrom(...routes.filter(([, url]) => url.includes(':name'))) },
      ),
      fc.constantFrom(...RESOURCES),
      fc.constantFrom(...ACTIONS),
      word,
    )
    .map(([[method, url], resource, action, odd]) => ({
      method,
      path: url
        .replace(':name', resource)
        .replace(':action', action)
        .replaceAll(/:\w+|\*/g, () => encodeURIComponent(odd.toWellFormed())),
    }))

test('12,000 requests to every route: none ends in a 5xx', async () => {
  const routes = server.app.declaredRoutes
    .map((route) => route.split(' ') as [string, string])
    .filter(([method, url]) => method !== 'OPTIONS' && !LEFT_OUT.test(url))
  const body = fc.oneof(
    { weight: 5, arbitrary: jsonText.map((text) => ({ type: 'application/json', body: text })) },
    { weight: 2, arbitrary: form },
    { weight: 1, arbitrary: fc.record({ type: headerText, body: word }) },
  )
  const who = fc.oneof(
    { weight: 4, arbitrary: fc.constant(() => ({ batoken: token })) },
    { weight: 1, arbitrary: fc.constant(() => ({})) },
    { weight: 1, arbitrary: headerText.map((text) => () => ({ batoken: text })) },
  )
  const call = fc.record({ target: target(routes), query: queryLine, headers, who, sent: body })
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 40, maxLength: 40 }), async (calls) => {
      const requests = calls.map(({ target: { method, path }, query, headers: odd, who: by, sent }): Sent => {
        const hasBody = method !== 'GET' && method !== 'HEAD'
        return {
          method,
          path: `${path}?${query}`,
          headers: { ...odd, ...by(), ...(hasBody ? { 'content-type': sent.type } : {}) },
          body: hasBody ? sent.body.toWellFormed() : undefined,
        }
      })
      const answers = await Promise.all(requests.map(send))
      for (const [at, { status, type, text }] of answers.entries()) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500 && status !== 503) throw new Error(`${JSON.stringify(requests[at])} → ${status} ${text}`)
        if (type.includes('json') && !requests[at]!.path.includes('openapi')) expect([text, isEnvelope(text)]).toEqual([text, true])
      }
    }),
    { numRuns: 300, endOnFailure: true },
  )
  console.log(`seed ${fc.readConfigureGlobal().seed}: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}`)
  expect(statuses.get(503) ?? 0).toBe(0)
  expect(statuses.get(200)).toBeGreaterThan(2000)
  expect(statuses.get(400)).toBeGreaterThan(2000)
}, 600_000)

/** What stands on the line itself, byte by byte. */
const lines = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'get', 'PRI', 'G\0T', ''),
    fc.oneof(
      queryLine.map((text) => `/healthz?${text}`),
      word.map((text) => `/${text}`),
      fc.constantFrom('*', 'http://x/healthz', '//', '/%', '/admin/%00/%ff', '/storage/..%2f..'),
    ),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'HTTP/2.0', ''),
    fc.array(
      fc.oneof(
        fc
          .tuple(fc.constantFrom('host', 'content-length', 'transfer-encoding', 'expect', 'upgrade', 'connection', 'x', ''), word)
          .map((pair) => pair.join(': ')),
        fc.constantFrom(
          'host: x',
          'content-length: 3',
          'content-length: -1',
          'transfer-encoding: chunked',
          'expect: 100-continue',
          'expect: tea',
          'upgrade: websocket\r\nconnection: upgrade',
          'connection: close',
        ),
      ),
      { maxLength: 5 },
    ),
    fc.constantFrom('\r\n', '\n', '\r'),
    fc.oneof(
      word,
      fc.constantFrom(
        '3\r\nabc\r\n0\r\n\r\n',
        'zz\r\nabc\r\n',
        'ffffffffffffffff\r\n',
        '{}',
        '0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
      ),
    ),
  )
  .map(([method, path, version, more, end, rest]) => [`${method} ${path} ${version}`, ...more, '', rest].join(end))

test('2,000 messages on bare sockets: each is answered or cut off, none ends in a 5xx that is ours', async () => {
  const exchange = (message: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(PORT(), '127.0.0.1')
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
      })
      socket.on('error', () => {}).on('close', () => resolve(text))
      // Ended: what waits for more gets no more.
      socket.end(Buffer.from(message, 'latin1'))
    })
  let answered = 0
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { minLength: 40, maxLength: 40 }), async (messages) => {
      for (const [at, text] of (await Promise.all(messages.map(exchange))).entries()) {
        const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
        if (status !== '0') answered++
        // 501 and 505 are Node's own words for a method or a version that HTTP does not have.
        if (Number(status) >= 500 && !['501', '505'].includes(status)) throw new Error(`${JSON.stringify(messages[at])} → ${text}`)
      }
    }),
    { numRuns: 50, endOnFailure: true },
  )
  expect(answered).toBeGreaterThan(500)
  expect((await server.call('/healthz')).code).toBe(1)
}, 600_000)
