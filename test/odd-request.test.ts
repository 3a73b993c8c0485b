import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PARTS } from '../src/kernel/index.ts'
import { onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

/** Requests that are well formed for HTTP and odd for us: each is refused in a sentence, none is our failure, none ends the server. */
let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.login()).token
})
afterAll(() => server.close())

type Odd = { path: string; method?: string; headers?: Record<string, string>; body?: string; anonymous?: true }
type Refused = { code: number; msg: string; data: unknown }
/** By hand: fetch would mend the address. */
const send = async ({ path, method = 'GET', headers = {}, body, anonymous }: Odd): Promise<{ status: number; answer: Refused }> => {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  const lines = {
    host: 'x',
    connection: 'close',
    server: '1',
    'think-lang': 'en',
    ...(anonymous ? {} : { batoken: token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  // Not ended: a server takes half a hang-up for a whole one.
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString()
  const [top = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(top.split(' ')[1]), answer: JSON.parse(rest.join('\r\n\r\n')) as Refused }
}
const post = (path: string, body: unknown, more: Omit<Odd, 'path'> = {}): Odd => ({
  path,
  method: 'POST',
  body: JSON.stringify(body),
  ...more,
})
const search = (item: unknown) => `search=${encodeURIComponent(JSON.stringify([item]))}`
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

const refused = (odd: Odd) => async () => {
  const { status, answer } = await send(odd)
  expect([status, answer.code, answer.msg]).toEqual([400, 0, expect.stringMatching(/^[A-Z“].{15,}/)])
  expect((await send({ path: '/healthz', anonymous: true })).status).toBe(200)
}

describe('an address that mixes lists and records is refused, on every route, for anybody', () => {
  for (const path of ['/healthz', '/api/index/index', '/storage/x', '/admin/a/b', '/admin/job/index'])
    for (const query of ['a[]=x&a[0][b]=y', 'a=x&a[0]=y', 'a[0][b]=x&a[0]=y', 'a[[=x', 'a[b=x', 'a[0][b][c][d]=x', 'a[toString]=x'])
      test(`${path}?${query}`, refused({ path: `${path}?${query}`, anonymous: true }))
})

describe('a NUL in a text is refused where it comes in', () => {
  const login = '/admin/index/login'
  const password = 'secret-123'
  test('the account of a sign-in', refused(post(login, { username: 'a\0b', password }, { anonymous: true })))
  test(
    'the captcha of a sign-in',
    refused(post(login, { username: 'nobody', password, captcha: 'x', captchaId: 'a\0b' }, { anonymous: true })),
  )
  test('initValue', refused({ path: '/admin/job/index?select=true&initKey=code&initValue=a%00b' }))
  test('a list of initValue', refused({ path: '/admin/job/index?select=true&initKey=code&initValue[]=a%00b' }))
  test('the id of a session', refused(post('/admin/profile/endSession', { id: 'a\0b' })))
  test('the name of a table', refused(post('/admin/crud.table/source', { table: 'a\0b' })))
  test('a name inside a body', refused(post('/admin/job/add', { name: 'x', code: 'X', 'a\0': 1 })))
  test('half of a character', refused(post('/admin/test.everyKind/add', { string: 'x', json: { a: ['\ud800'] } })))
  test('the reason of a change', refused(post('/admin/job/add', { name: 'x', code: 'X1' }, { headers: { 'x-reason': '%00' } })))
  test('an address of a file has none: it is not there', async () =>
    expect((await send({ path: '/storage/a%00b', anonymous: true })).status).toBe(404))
  test('the field at fault is named', async () => {
    const { answer } = await send(post('/admin/job/add', { name: 'x', code: 'X', duties: 'a\0b' }))
    expect(answer).toMatchObject({
      msg: expect.stringContaining('duties'),
      data: { problems: [{ field: 'duties', key: 'controlCharacter' }] },
    })
  })
})

describe('an object that shadows what the language calls is refused', () => {
  const trick = { toString: 1 }
  for (const [what, item] of [
    ['the value', { field: 'name', operator: '=', val: trick }],
    ['a value in a list', { field: 'name', operator: 'IN', val: [trick] }],
    ['the field', { field: trick, operator: '=', val: '' }],
    ['the operator', { field: 'name', operator: trick, val: '' }],
    ['the condition itself', trick],
  ] as const)
    test(`${what} of a filter`, refused({ path: `/admin/job/index?${search(item)}` }))
  test('a record in the place of a text', refused({ path: '/admin/job/index?quick_search[0][toString]=1' }))
  test('a field of a body', refused(post('/admin/job/add', { name: trick, code: 'X' })))
  test('the ids of an action', refused(post('/admin/test.everyKind/approve', { ids: [trick] })))
  test('a setting of the terminal', refused(post('/admin/ajax/changeTerminalConfig', { manager: trick })))
  test('valueOf', refused(post('/admin/ajax/changeTerminalConfig', { port: { valueOf: 1 } })))
  test('the uuid of a command', refused(post('/admin/Terminal/cancel', { uuid: trick })))
})

describe('JSON deeper than anything needs is refused where it is parsed', () => {
  for (const levels of [100, 3000, 20_000, 500_000]) {
    const body = `{"string":"x","json":${deep(levels)}}`
    const call: Odd = { path: '/admin/test.everyKind/add', method: 'POST', body }
    test(`${levels} levels in a field`, refused(call))
    test(`${levels} levels with an idempotency key`, refused({ ...call, headers: { 'idempotency-key': `deep-${levels}` } }))
    test(`${levels} levels by nobody`, refused({ path: '/admin/index/login', method: 'POST', body: deep(levels), anonymous: true }))
  }
  test('in a filter', refused({ path: `/admin/job/index?search=${deep(3000)}` }))
  test('what a person would nest is taken', async () => {
    const { answer } = await send({
      path: '/admin/test.everyKind/add',
      method: 'POST',
      body: `{"string":"deep enough","json":${deep(30)}}`,
    })
    expect(answer.code).toBe(1)
  })
})

describe('JSON of more parts than anything needs is refused before it is worked through', () => {
  const names = Object.fromEntries(Array.from({ length: MAX_PARTS }, (_, i) => [`n${i}`, 1]))
  const sent = { string: 'x', json: names }
  test('names of one record', refused(post('/admin/test.everyKind/add', sent)))
  test('records', refused(post('/admin/test.everyKind/add', { string: 'x', json: Array.from({ length: MAX_PARTS }, () => ({})) })))
  test('lists', refused(post('/admin/test.everyKind/add', { string: 'x', json: Array.from({ length: MAX_PARTS }, () => []) })))
  test('by nobody', refused(post('/admin/index/login', names, { anonymous: true })))
  test('the field at fault is named', async () => {
    const { answer } = await send(post('/admin/test.everyKind/add', sent))
    expect(answer.data).toMatchObject({ problems: [{ field: 'json', key: 'tooMany', msg: expect.stringContaining(String(MAX_PARTS)) }] })
  })
  test('a long list of plain values is taken', async () => {
    const { answer } = await send(
      post('/admin/test.everyKind/add', { string: 'long', json: Array.from({ length: MAX_PARTS * 2 }, () => 1) }),
    )
    expect(answer.code).toBe(1)
  })
})

describe('odd headers, pages and dates', () => {
  test('a reason that cannot be decoded', refused({ path: '/admin/job/index', headers: { 'x-reason': '%' } }))
  test('a reason that is no text', refused({ path: '/admin/job/index', headers: { 'x-reason': '%ff%fe' } }))
  for (const page of ['-1', '1e300', '0', 'x', '1.5', ''])
    test(`history page ${page}`, refused({ path: `/admin/auth.admin/history?id=1&page=${page}` }))
  test('history without a page is its first', async () =>
    expect((await send({ path: '/admin/auth.admin/history?id=1' })).answer.code).toBe(1))
  for (const [field, val] of [
    ['date', '0000-01-01'],
    ['dateTime', '0000-01-01'],
    ['dateTime', '0000-01-01T00:00:00Z'],
    ['dateTime', '0001-01-01T00:00:00+14:00'],
    ['dateTime', '2026-01-01T00:00:00+23:59'],
    ['dateTime', '9999-12-31T23:59:59-12:00'],
  ] as const)
    test(`a filter ${field} = ${val}`, async () => {
      const { status, answer } = await send({ path: `/admin/test.everyKind/index?${search({ field, operator: '=', val })}` })
      expect([status, answer.code, answer.msg]).toEqual([200, 0, expect.stringContaining(val)])
    })
  test('a year beyond any calendar matches nothing', async () => {
    const { answer } = await send({ path: `/admin/test.everyKind/index?${search({ field: 'year', operator: '>', val: '3000000000' })}` })
    expect(answer).toMatchObject({ code: 1, data: { total: 0 } })
  })
})

test('a form whose part never gets to its content is refused, as often as it comes', async () => {
  const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\nno end of the header\r\n--x--'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  // More than one person may send at once: one that hung would count for ever.
  for (let i = 0; i < 8; i++) {
    const { answer } = await send({ path: '/admin/ajax/upload', method: 'POST', headers, body })
    expect(answer).toMatchObject({ code: 0, msg: 'The data of the uploaded file is incomplete!' })
  }
})

describe('what the machine lacks is said in words', () => {
  const failing = async (code: string) => {
    const { owner } = server
    await owner.query(
      `CREATE FUNCTION lack() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'lack' USING ERRCODE = '${code}'; END $$`,
    )
    await owner.query('CREATE TRIGGER lack BEFORE INSERT ON job FOR EACH ROW EXECUTE FUNCTION lack()')
    try {
      return await send(post('/admin/job/add', { name: 'lack', code: 'LACK' }))
    } finally {
      await owner.query('DROP FUNCTION lack CASCADE')
    }
  }
  test('a full disk under the database', async () => {
    const { status, answer } = await failing('53100')
    expect([status, answer.msg]).toEqual([507, expect.stringMatching(/disk.*full.*free/is)])
  })
  test('memory or connections of the database', async () => {
    for (const code of ['53200', '53300']) expect((await failing(code)).status).toBe(503)
  })
  onlyInOneProcess('the disk of one process is filled by a stub', 'a full disk under the files', async () => {
    const { store } = server.backend
    const stage = store.stage.bind(store)
    store.stage = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    try {
      const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--x--\r\n'
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const { status, answer } = await send({ path: '/admin/ajax/upload', method: 'POST', headers, body: form })
      expect([status, answer.msg]).toEqual([507, expect.stringMatching(/disk.*full.*free/is)])
    } finally {
      store.stage = stage
    }
  })
})
