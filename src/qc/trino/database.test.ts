import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { textOf } from '../text.ts'
import { openTrino } from './database.ts'
import { askBriefly, openChecked } from './open.ts'
import { workText } from './work.ts'

const stats = { state: 'RUNNING', totalSplits: 4, completedSplits: 1 }
type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

/** A server that says what it is told to; every request is written down. */
async function serve(answer: Answer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const own = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    request.on('end', () => answer(request, response, url))
  })
  server = own
  own.listen(0, '127.0.0.1')
  await once(own, 'listening')
  const { port } = own.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { url, asked }
}

const json = (response: ServerResponse, body: object): void => void response.end(JSON.stringify({ id: 'q', stats, ...body }))
const columns = [
  { name: 'a', type: 'bigint' },
  { name: 'at', type: 'timestamp(6)' },
]

it('reads all pages, and types as the engine knows them', async () => {
  const { url, asked } = await serve((request, response, base) => {
    if (request.method === 'POST') return json(response, { nextUri: `${base}/1` })
    if (request.url === '/1') return json(response, { columns, data: [[1, '2026-01-31 08:00:00.000000']], nextUri: `${base}/2` })
    json(response, { columns, data: [[2, null]] })
  })
  const seen: unknown[] = []
  const database = openTrino({ url, user: 'qc', onWork: ({ statements, share }) => seen.push([statements, share]) })
  expect(await database.all('SELECT')).toEqual([
    { a: 1, at: '2026-01-31T08:00:00' },
    { a: 2, at: null },
  ])
  expect(asked).toEqual(['POST /v1/statement', 'GET /1', 'GET /2'])
  expect(seen).toEqual([
    [1, 0.25],
    [1, 0.25],
    [1, 0.25],
  ])
  await database.close()
})

it('asks again for a page that the server was too busy for, and never sends a statement twice', async () => {
  let busy = 2
  const { url, asked } = await serve((request, response, base) => {
    if (request.method === 'POST') return json(response, { nextUri: `${base}/1` })
    if (busy-- > 0) return void response.writeHead(503).end()
    json(response, { columns, data: [[1, null]] })
  })
  const database = openTrino({ url, user: 'qc' })
  expect(await database.all('SELECT')).toHaveLength(1)
  expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  expect(asked.filter((line) => line === 'GET /1')).toHaveLength(3)
  await database.close()
})

it('ends a statement with which the server gets no further, and asks what reads once more; it waits for one that is in a queue', async () => {
  let pages = 0
  let isWell = false
  const { url, asked } = await serve((request, response, base) => {
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    if (isWell && request.method === 'POST') return json(response, { columns, data: [[1, null]] })
    const state = ++pages < 20 ? 'QUEUED' : 'FINISHING'
    setTimeout(() => json(response, { stats: { ...stats, state }, nextUri: `${base}/${pages}` }), 10)
  })
  const posted = () => asked.filter((line) => line.startsWith('POST')).length
  const stalled: string[] = []
  const onStall = (sql: string): void => {
    stalled.push(sql)
    isWell = sql.endsWith('well')
  }
  const database = openTrino({ url, user: 'qc', stallMs: 100, onStall })
  await expect(database.all('SELECT')).rejects.toMatchObject({ code: 'STALLED' })
  expect(pages).toBeGreaterThan(20)
  expect(asked.at(-1)).toMatch(/^DELETE/)
  expect([posted(), stalled]).toEqual([2, ['SELECT']])
  expect(await database.all('SELECT well')).toHaveLength(1)
  isWell = false
  for await (const rows of database.stream('SELECT well')) expect(rows).toHaveLength(1)
  isWell = false
  // What changes something is never asked twice by itself.
  await expect(database.run('DELETE well')).rejects.toMatchObject({ code: 'STALLED' })
  expect([posted(), stalled]).toEqual([7, ['SELECT', 'SELECT well', 'SELECT well']])
  await database.close()
})

it('a statement that met a line the server had closed already is sent over a new one', async () => {
  const lines = new Set<unknown>()
  const { url, asked } = await serve((request, response) => {
    if (lines.has(request.socket)) return void request.socket.destroy()
    lines.add(request.socket)
    json(response, { columns, data: [[1, null]] })
  })
  const database = openTrino({ url, user: 'qc' })
  for (let at = 0; at < 3; at++) expect(await database.all('SELECT')).toHaveLength(1)
  expect([asked.length, lines.size]).toEqual([5, 3])
  await database.close()
})

it('a line that breaks under a statement is an error: it may have arrived', async () => {
  const { url, asked } = await serve((request) => request.socket.destroy())
  const database = openTrino({ url, user: 'qc' })
  await expect(database.run('DELETE')).rejects.toThrow()
  expect(asked).toHaveLength(1)
  await database.close()
})

it('ends a statement on the server that nobody reads to its end, or that is interrupted', async () => {
  const { url, asked } = await serve((request, response, base) => {
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    json(response, { columns, data: [[1, null]], nextUri: `${base}/${asked.length}` })
  })
  const database = openTrino({ url, user: 'qc' })
  for await (const rows of database.stream('SELECT')) {
    expect(rows).toHaveLength(1)
    expect(database.work()).toMatchObject({ share: 0.25 })
    break
  }
  expect(asked.at(-1)).toMatch(/^DELETE/)
  const before = asked.length
  const reading = (async () => {
    for await (const _ of database.stream('SELECT')) database.interrupt()
  })()
  await expect(reading).rejects.toThrow('cancelled')
  await expect.poll(() => asked.slice(before).some((line) => line.startsWith('DELETE'))).toBe(true)
  await database.close()
})

it('adds up what all statements did; of memory and nodes the most', async () => {
  const [mb, of] = [
    1_000_000,
    (processedRows: number, peakMemoryBytes: number, nodes: number) => ({ ...stats, processedRows, peakMemoryBytes, nodes }),
  ]
  const answers = [of(1000, 5 * mb, 3), of(234, 7 * mb, 2)]
  const { url } = await serve((_, response) =>
    json(response, { columns, data: [], stats: { ...answers.shift(), processedBytes: 2 * mb, cpuTimeMillis: 1400 } }),
  )
  const database = openTrino({ url, user: 'qc' })
  for (const sql of ['SELECT 1', 'SELECT 2']) await database.all(sql)
  expect(workText(database.work()).en).toBe('Trino: 2 statements · 1,234 rows, 4 MB read · 3 s of CPU · 7 MB of memory at most · 3 nodes')
  await database.close()
})

it('hands limits of time and bytes to the server, keeps that of rows itself, and asks in no smaller parts', async () => {
  const asked: unknown[] = []
  const answers: object[] = [
    { columns, data: [[1, null]], stats: { ...stats, processedRows: 11 }, nextUri: '/v1/next' },
    { error: { message: 'Query exceeded the maximum execution time limit of 60.00s', errorName: 'EXCEEDED_TIME_LIMIT' } },
  ]
  const { url } = await serve((request, response) => {
    if (request.method !== 'POST') return json(response, {})
    asked.push(request.headers['x-trino-session'])
    json(response, answers.shift() ?? {})
  })
  const database = openTrino({ url, user: 'qc', limits: { seconds: 60, rows: 10, bytes: 5e9 }, session: { retry_policy: 'NONE' } })
  const [rows, time] = [
    await database.all('SELECT').catch((error: unknown) => error),
    await database.all('SELECT').catch((error: unknown) => error),
  ]
  expect(asked[0]).toBe('query_max_execution_time=60s,query_max_scan_physical_bytes=5000000000B,retry_policy=NONE')
  expect(textOf(rows)).toEqual({ zh: '语句读取的行数超过了上限（11 > 10）', en: 'the statement read more rows than it may (11 > 10)' })
  expect(textOf(time).zh).toContain('时间上限')
  expect([rows, time].map((error) => [database.isOver?.(error), database.isLost?.(error)])).toEqual([
    [true, false],
    [true, false],
  ])
  answers.push({ columns, data: [[1, null]], stats: { ...stats, processedRows: 11 } })
  expect(await database.unlimited.all('SELECT')).toHaveLength(1)
  expect(asked[2]).toBe('retry_policy=NONE')
  await database.close()
})

it('says what the server says is wrong', async () => {
  const { url } = await serve((_, response) =>
    json(response, { error: { message: "line 1:8: Column 'x' cannot be resolved", errorName: 'COLUMN_NOT_FOUND' } }),
  )
  const database = openTrino({ url, user: 'qc' })
  await expect(database.all('SELECT x')).rejects.toThrow("Column 'x'")
  await database.close()
})

it('a statement that is cancelled waits neither for a silent server nor for the next try', async () => {
  const { url, asked } = await serve((request, response) => {
    if (request.method === 'GET') return
    if (request.method === 'POST') return json(response, { nextUri: `${url}/1` })
    response.writeHead(503).end()
  })
  const database = openTrino({ url, user: 'qc' })
  const reading = database.all('SELECT')
  await expect.poll(() => asked).toContain('GET /1')
  database.interrupt()
  await expect(reading).rejects.toMatchObject({ code: 'USER_CANCELED' })
  await expect.poll(() => asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(1)
  await database.close()
})

it('the server’s own trouble is told from a fault of the statement', async () => {
  const answers = [
    { message: 'no worker', errorName: 'NO_NODES_AVAILABLE' },
    { message: 'too many', errorName: 'QUERY_QUEUE_FULL' },
    { message: 'divided', errorName: 'DIVISION_BY_ZERO' },
  ]
  const { url } = await serve((_, response) => json(response, { error: answers.shift() }))
  const database = openTrino({ url, user: 'qc' })
  const found: unknown[] = []
  for (let asked = 0; asked < 3; asked++) await database.all('SELECT').catch((error: unknown) => found.push(database.isLost?.(error)))
  expect(found).toEqual([true, true, false])
  await database.close()
})

it('whether patterns mean the same is asked, and what is no answer to it is not taken for one', async () => {
  const says = { error: { message: 'full', errorName: 'QUERY_QUEUE_FULL' } as object | undefined }
  const { url } = await serve((request, response) => {
    if (request.method === 'POST') json(response, asks++ % 2 === 1 ? says : { columns, data: [[1, null]] })
  })
  let asks = 0
  await expect(openChecked({ url, user: 'qc' })).rejects.toMatchObject({ code: 'QUERY_QUEUE_FULL' })
  says.error = undefined
  await expect(openChecked({ url, user: 'qc' })).rejects.toMatchObject({ code: 'REGEX_LIBRARY' })
  says.error = { message: 'refused', errorName: 'INVALID_FUNCTION_ARGUMENT' }
  const database = await openChecked({ url, user: 'qc' })
  await database.close()
})

it('whoever waits at the screen hears of a queue without end', async () => {
  const { url, asked } = await serve((_, response, base) =>
    setTimeout(() => json(response, { stats: { ...stats, state: 'QUEUED' }, nextUri: `${base}/1` }), 5),
  )
  const work = () => Promise.reject(new Error('it never came to this'))
  await expect(askBriefly({ url, user: 'qc' }, 100, work)).rejects.toMatchObject({ code: 'SILENT' })
  expect(asked.at(-1)).toMatch(/^DELETE/)
})

it('takes no password to another server, and none in the clear', async () => {
  const { url } = await serve((_, response) => json(response, { nextUri: 'http://127.0.0.2:1/next' }))
  const database = openTrino({ url, user: 'qc' })
  await expect(database.all('SELECT')).rejects.toThrow('127.0.0.2')
  await database.close()
  expect(() => openTrino({ url, user: 'qc', password: 'secret' })).toThrow('https')
  expect(() => openTrino({ url: 'ftp://127.0.0.1', user: 'qc' })).toThrow('no address')
})
