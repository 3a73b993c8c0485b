import fc from 'fast-check'
import { Agent, request as rawRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '../src/kernel/index.ts'
import { FIELDS, LIST_NAMES, jsonText, jsonValue, operator, word } from './grammar.ts'
import { EARLY, onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let token: string
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.login()).token
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

type Raw = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer }
const send = ({ method, path, headers = {}, body }: Raw): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.address)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = rawRequest(
      { host: '127.0.0.1', port, method, path, agent, headers: { server: '1', batoken: token, ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response
          .on('data', (c: Buffer) => chunks.push(c))
          .on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }))
      },
    )
    outgoing.on('error', reject).end(body)
  })
const json = { 'content-type': 'application/json' }
const isEnvelope = (text: string) => {
  const body = JSON.parse(text) as Record<string, unknown>
  expect(Object.keys(body).toSorted()).toEqual(['code', 'data', 'msg', 'time'])
  expect(text).not.toMatch(/\bat .+\.ts:\d+|node_modules|SELECT |INSERT /)
  return body
}

describe('C-01 what cannot be read is refused in the envelope, without a stack trace', () => {
  test.each<[string, Raw, number]>([
    ['broken JSON', { method: 'POST', path: '/admin/job/add', headers: json, body: '{"name":' }, 400],
    ['an empty body', { method: 'POST', path: '/admin/job/add', headers: json, body: '' }, 400],
    ['a prototype in the body', { method: 'POST', path: '/admin/job/add', headers: json, body: '{"__proto__":{"super":true}}' }, 400],
    ['a wrong content type', { method: 'POST', path: '/admin/job/add', headers: { 'content-type': 'text/xml' }, body: '<a/>' }, 415],
    ['plain text', { method: 'POST', path: '/admin/job/add', headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
    ['an unknown resource', { method: 'GET', path: '/admin/no.such/index' }, 404],
    ['an unknown action', { method: 'GET', path: '/admin/job/fly' }, 404],
    ['an inherited name as action', { method: 'POST', path: '/admin/job/constructor', headers: json, body: '{}' }, 404],
    ['an unknown path', { method: 'GET', path: '/nothing/here' }, 404],
    ['a method the action does not have', { method: 'GET', path: '/admin/job/add' }, 405],
    ['a path with a broken escape', { method: 'GET', path: '/admin/job/%zz' }, 400],
  ])('%s', async (_, raw, status) => {
    const answer = await send(raw)
    expect(answer.status).toBe(status)
    expect(isEnvelope(answer.text)['code']).not.toBe(1)
  })
  onlyInOneProcess(EARLY, 'a body of 3 MB', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(3_000_000) })
    const answer = await send({ method: 'POST', path: '/admin/job/add', headers: json, body })
    expect([answer.status, isEnvelope(answer.text)['code']]).toEqual([413, 0])
  })
  test('an answer carries code, msg, time and data', async () =>
    expect(isEnvelope((await send({ method: 'GET', path: '/admin/job/index' })).text)).toMatchObject({
      code: 1,
      data: { list: expect.any(Array) },
    }))
})

test('every sentence of the catalogue exists in both languages', () => {
  for (const entry of Object.values(ERRORS)) {
    expect(entry['zh-cn']).toMatch(/\p{Script=Han}/u)
    expect(entry.en).not.toMatch(/\p{Script=Han}/u)
  }
})

const VERBS = [
  ...['index', 'index', 'index', 'edit', 'recycle', 'restore', 'history', 'read', 'add'].map((a) => ['GET', a] as const),
  ...['add', 'add', 'add', 'edit', 'edit', 'sortable', 'approve', 'lock', 'unlock', 'restore', 'x'].map((a) => ['POST', a] as const),
  ...['del', 'delete', 'index'].map((a) => ['DELETE', a] as const),
  ['PUT', 'edit'] as const,
]

test('8,000 requests to the resources: none ends in a 5xx, all in the envelope', async () => {
  const field = fc.constantFrom(...FIELDS)
  const query = fc.oneof(
    fc.dictionary(fc.constantFrom(...LIST_NAMES, 'search[0][field]', 'search[0][val]', 'ids[]'), word, { maxKeys: 4 }),
    fc.record({
      search: fc.array(fc.record({ field, operator, val: jsonValue }), { maxLength: 3 }).map((s) => JSON.stringify(s)),
      order: fc.tuple(field, fc.constantFrom('asc', 'desc', '')).map((p) => p.join(',')),
    }),
  )
  const body = fc.oneof(
    fc.dictionary(field, jsonValue, { maxKeys: 6 }).map((b) => JSON.stringify({ string: 'fuzz', ...b })),
    jsonText,
    word,
  )
  const resource = fc.constantFrom('test.everyKind', 'test.everyKind', 'job', 'department', 'auth.group', 'auth.rule', 'no.such')
  const call = fc.record({
    name: resource,
    verb: fc.constantFrom(...VERBS),
    query,
    body,
    language: fc.constantFrom('zh-cn', 'en', 'xx'),
    group: fc.constantFrom('', '0', '1', '-1', 'x'),
  })
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 50, maxLength: 50 }), async (calls) => {
      const answers = await Promise.all(
        calls.map((c) =>
          send({
            method: c.verb[0],
            path: `/admin/${c.name}/${c.verb[1]}?${new URLSearchParams(c.query as Record<string, string>)}`,
            headers: { ...(c.verb[0] === 'GET' ? {} : json), 'think-lang': c.language, group: c.group },
            ...(c.verb[0] === 'GET' ? {} : { body: c.body }),
          }),
        ),
      )
      for (const [at, { status, text }] of answers.entries()) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) throw new Error(`${JSON.stringify(calls[at])} → ${text}`)
        isEnvelope(text)
      }
    }),
    { numRuns: 160, endOnFailure: true },
  )
  expect([...statuses.values()].reduce((a, b) => a + b)).toBe(8000)
  expect(statuses.get(200)).toBeGreaterThan(2000)
}, 600_000)
