import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest as tokenHash } from '../src/server/auth/token.ts'
import { intake } from '../src/server/upload/intake.ts'
import { sweepUploads } from '../src/server/upload/sweep.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf, workBeside } from './worker.ts'

let server: TestServer
let headers: Record<string, string>
const TUS = { 'tus-resumable': '1.0.0' }
const OCTETS = 'application/offset+octet-stream'

beforeAll(async () => {
  server = await startTestServer({ UPLOAD_MAX_GB: '1', UPLOAD_QUOTA_GB: '2' }, ['--empty'])
  headers = { server: '1', batoken: (await server.login()).token, ...TUS }
})
afterAll(() => server.close())

const send = (method: string, path: string, more: Record<string, string> = {}, body?: Buffer) =>
  fetch(path.startsWith('/') ? `${server.address}${path}` : path, {
    method,
    headers: { ...headers, ...more },
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
const base64 = (text: string) => Buffer.from(text).toString('base64')
const create = async (size: number, name = '数据.csv'): Promise<string> => {
  const answer = await send('POST', '/admin/upload', { 'upload-length': String(size), 'upload-metadata': `filename ${base64(name)},empty` })
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!
}
const patch = (path: string, offset: number, body: Buffer, more: Record<string, string> = {}) =>
  send('PATCH', path, { 'content-type': OCTETS, 'upload-offset': String(offset), ...more }, body)
const offsetOf = async (path: string) => Number((await send('HEAD', path)).headers.get('upload-offset'))
const fileOf = (path: string) => join(server.backend.config.DATA_DIR, 'storage/upload', path.split('/').at(-1)!)
const rowOf = async (path: string) =>
  (await server.backend.database.query('SELECT state, received, writer, sha256 FROM upload WHERE id = $1', [path.split('/').at(-1)]))[0]!
/** Sends the head of a part that is announced as longer, and hangs up once the server has written some of it. */
const cutOff = async (path: string, offset: number, body: Buffer, announced: number): Promise<void> => {
  const { hostname, port } = new URL(server.address)
  const head = { ...headers, 'content-type': OCTETS, 'upload-offset': String(offset), 'content-length': String(announced) }
  const one = request({ hostname, port, path, method: 'PATCH', headers: head })
  const closed = new Promise<void>((resolve) => one.on('error', () => {}).on('close', resolve))
  one.write(body)
  await expect.poll(async () => (await stat(fileOf(path))).size).toBeGreaterThan(offset)
  one.destroy()
  await closed
}

test('a file sent in parts is there whole; a worker hashes it and hands it over, and whoever missed the last answer still learns that all has arrived', async () => {
  const data = randomBytes(300_000)
  const path = await create(data.length)
  expect((await patch(path, 0, data.subarray(0, 100_000))).headers.get('upload-offset')).toBe('100000')
  const head = await send('HEAD', path)
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length'), head.headers.get('cache-control')]).toEqual([
    200,
    '100000',
    '300000',
    'no-store',
  ])
  expect(head.headers.get('upload-metadata')).toContain(base64('数据.csv'))
  const last = await patch(path, 100_000, data.subarray(100_000))
  expect([last.status, last.headers.get('upload-offset'), last.headers.get('tus-resumable')]).toEqual([204, '300000', '1.0.0'])
  expect(await readFile(fileOf(path))).toEqual(data)
  const failures: unknown[] = []
  const { database, config } = server.backend
  const worker = await startWorker({
    url: config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [intake],
    lookMs: 50,
    onError: (e) => void failures.push(e),
  })
  await expect.poll(() => rowOf(path)).toMatchObject({ state: 'taken', sha256: createHash('sha256').update(data).digest('hex') })
  await worker.stop()
  expect(failures).toEqual([])
  expect(await offsetOf(path)).toBe(data.length)
  expect(await database.query(`SELECT owner_kind, owner_id, title FROM task WHERE kind = 'upload.intake'`)).toEqual([
    { owner_kind: 'admin', owner_id: 1, title: '数据.csv' },
  ])
})

test('cut off twenty times it goes on where the server has come, and the content is equal', async () => {
  const data = randomBytes(2_000_000)
  const path = await create(data.length)
  for (let i = 0; i < 20; i++) {
    const at = await offsetOf(path)
    await cutOff(path, at, data.subarray(at, at + 60_000), data.length - at)
    // Nobody writes any more: the place is free as soon as the server has noticed.
    await expect.poll(async () => (await rowOf(path))['writer']).toBeNull()
    expect(await offsetOf(path)).toBeGreaterThan(at)
  }
  const at = await offsetOf(path)
  expect((await patch(path, at, data.subarray(at))).status).toBe(204)
  expect(await readFile(fileOf(path))).toEqual(data)
})

test('what was written but not acknowledged, as before a breakdown, is cut away; what was acknowledged and is gone is said', async () => {
  const path = await create(10)
  expect((await patch(path, 0, Buffer.from('abcde'))).status).toBe(204)
  await writeFile(fileOf(path), 'abcdeRUBBISH')
  expect((await patch(path, 5, Buffer.from('fghij'))).status).toBe(204)
  expect(await readFile(fileOf(path), 'utf8')).toBe('abcdefghij')
  const short = await create(10)
  await patch(short, 0, Buffer.from('abcde'))
  await truncate(fileOf(short), 3)
  expect((await patch(short, 5, Buffer.from('fghij'))).status).toBe(410)
  await rm(fileOf(short))
  expect((await patch(short, 5, Buffer.from('fghij'))).status).toBe(410)
  // Asked how far it is, as whoever resumes does: not a number that no part could ever follow.
  expect((await send('HEAD', short)).status).toBe(410)
  expect((await send('HEAD', short)).status).toBe(404)
})

test('what has arrived is not lost to time: it waits for a worker however long, is asked for where nobody was, and goes when it is given up', async () => {
  const { database, config } = server.backend
  const paths = [await create(3), await create(3), await create(3)] as const
  for (const path of paths) await patch(path, 0, Buffer.from('abc'))
  const id = (path: string) => path.split('/').at(-1)!
  const taskOf = async (path: string) =>
    (await database.query<{ task: number | null }>('SELECT task FROM upload WHERE id = $1', [id(path)]))[0]?.task
  const tasks = await Promise.all(paths.map(taskOf))
  const expire = (when: string) =>
    database.query(`UPDATE upload SET expires_at = now() + $2::interval WHERE id = ANY($1)`, [paths.map(id), when])
  await expire('-1 day')
  // Cut off before its intake was asked for, and the client never came back.
  await database.query('DELETE FROM task WHERE id = $1', [tasks[1]])
  await database.query('UPDATE upload SET task = NULL WHERE id = $1', [id(paths[1])])
  expect(await sweepUploads(database, config.DATA_DIR)).toBe(0)
  expect(await taskOf(paths[1])).not.toBeNull()
  // One that failed is not asked for again by looking; a week after it is gone.
  await expire('1 day')
  await database.query(`UPDATE task SET state = 'failed', ended_at = now() WHERE id = $1`, [tasks[0]])
  expect((await send('HEAD', paths[0])).status).toBe(200)
  expect(await database.query(`SELECT 1 FROM task WHERE dedupe_key = $1`, [id(paths[0])])).toHaveLength(1)
  await database.query(`UPDATE task SET ended_at = now() - interval '8 days' WHERE id = $1`, [tasks[0]])
  await database.query(`UPDATE upload SET expires_at = now() - interval '1 day' WHERE id = $1`, [id(paths[0])])
  expect(await sweepUploads(database, config.DATA_DIR)).toBe(1)
  await server.call('/admin/task/cancel', { headers, body: { ids: [tasks[2]] } })
  expect((await send('HEAD', paths[2])).status).toBe(404)
  await utimes(fileOf(paths[2]), new Date(0), new Date(0))
  await sweepUploads(database, config.DATA_DIR)
  await expect(stat(fileOf(paths[2]))).rejects.toThrow('ENOENT')
  expect((await send('DELETE', paths[1])).status).toBe(204)
})

test('ten that begin at once are counted one after the other', async () => {
  const size = String(600 * 1024 ** 2)
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', '/admin/upload', { 'upload-length': size })))
  const made = answers.flatMap((answer) => (answer.status === 201 ? [answer.headers.get('location')!] : []))
  expect(made).toHaveLength(3)
  for (const path of made) expect((await send('DELETE', path)).status).toBe(204)
})

test('one writer at a time; the place of one that stands still is free after its lease', async () => {
  const path = await create(1000)
  const id = path.split('/').at(-1)
  const { database } = server.backend
  await database.query(`UPDATE upload SET writer = 'another', lease_until = now() + interval '1 hour' WHERE id = $1`, [id])
  expect((await patch(path, 0, Buffer.from('x'))).status).toBe(423)
  expect((await send('DELETE', path)).status).toBe(423)
  await database.query(`UPDATE upload SET lease_until = now() - interval '1 s' WHERE id = $1`, [id])
  expect((await patch(path, 0, Buffer.from('x'))).status).toBe(204)
})

test('of ten that write the same part at once one gets in', async () => {
  const path = await create(100_000)
  const data = randomBytes(100_000)
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => patch(path, 0, data)))).map((answer) => answer.status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  expect(statuses.every((status) => [204, 409, 423].includes(status))).toBe(true)
  expect(await readFile(fileOf(path))).toEqual(data)
})

test('a checksum that does not fit keeps nothing of the part', async () => {
  const path = await create(6)
  await patch(path, 0, Buffer.from('ab'))
  const digest = (text: string, algorithm: string) => createHash(algorithm).update(text).digest('base64')
  expect((await patch(path, 2, Buffer.from('cd'), { 'upload-checksum': `sha1 ${digest('xy', 'sha1')}` })).status).toBe(460)
  expect(await offsetOf(path)).toBe(2)
  expect((await patch(path, 2, Buffer.from('cd'), { 'upload-checksum': `crc32 abcd` })).status).toBe(400)
  expect((await patch(path, 2, Buffer.from('cd'), { 'upload-checksum': `sha1 ${digest('cd', 'sha1')}` })).status).toBe(204)
  expect((await patch(path, 4, Buffer.from('ef'), { 'upload-checksum': `sha256 ${digest('ef', 'sha256')}` })).status).toBe(204)
  expect(await readFile(fileOf(path), 'utf8')).toBe('abcdef')
})

test('tus statuses: protocol, position, type, length, limit, quota, target', async () => {
  const path = await create(10)
  const options = await fetch(`${server.address}/admin/upload`, { method: 'OPTIONS', headers: { server: '1' } })
  expect([
    options.status,
    options.headers.get('tus-version'),
    options.headers.get('tus-extension'),
    options.headers.get('tus-max-size'),
  ]).toEqual([204, '1.0.0', 'creation,termination,expiration,checksum', String(1024 ** 3)])
  const old = await send('HEAD', path, { 'tus-resumable': '0.2.2' })
  expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  expect((await patch(path, 5, Buffer.from('x'))).status).toBe(409)
  expect((await send('PATCH', path, { 'content-type': 'application/json', 'upload-offset': '0' }, Buffer.from('{}'))).status).toBe(415)
  expect((await patch(path, 0, Buffer.from('longer than ten'))).status).toBe(409)
  expect(await offsetOf(path)).toBe(0)
  const status = async (more: Record<string, string>) => (await send('POST', '/admin/upload', more)).status
  expect(await status({})).toBe(400)
  expect(await status({ 'upload-length': '1e3' })).toBe(400)
  expect(await status({ 'upload-length': String(1024 ** 3 + 1) })).toBe(413)
  expect(await status({ 'upload-length': '1', 'upload-metadata': 'filename %%%' })).toBe(400)
  expect(await status({ 'upload-length': '1', 'upload-metadata': `target ${base64('nowhere')}` })).toBe(400)
  const big = String(1024 ** 3)
  const paths = [await create(1024 ** 3), (await send('POST', '/admin/upload', { 'upload-length': big })).headers.get('location')]
  const refused = await send('POST', '/admin/upload', { 'upload-length': big, 'think-lang': 'en' })
  expect([refused.status, await refused.json()]).toEqual([
    413,
    expect.objectContaining({ code: 0, msg: expect.stringContaining('limit of 2 GB') }),
  ])
  for (const one of paths) if (one) expect((await send('DELETE', one)).status).toBe(204)
})

test('below a tenth of free disk nothing is taken in, and the refusal says so', async () => {
  const { config } = server.backend
  const { UPLOAD_MAX_GB, UPLOAD_QUOTA_GB } = config
  try {
    // More than any disk has free.
    Object.assign(config, { UPLOAD_MAX_GB: 2 ** 21, UPLOAD_QUOTA_GB: 2 ** 21 })
    const refused = await send('POST', '/admin/upload', { 'upload-length': String(2 ** 50), 'think-lang': 'en' })
    expect([refused.status, await refused.json()]).toEqual([
      507,
      expect.objectContaining({ code: 0, msg: expect.stringContaining('too little disk space') }),
    ])
  } finally {
    Object.assign(config, { UPLOAD_MAX_GB, UPLOAD_QUOTA_GB })
  }
})

test('what was begun and nobody sends is listed for whoever began it, with what its file is known by, and goes when it is discarded', async () => {
  type Left = { id: string; name: string; folder: string; mark: string | null; target: string; size: number; received: number }
  const mine = async () => {
    const { data } = (await (await send('GET', '/admin/upload/mine')).json()) as { data: { list: Left[] } }
    return data.list
  }
  const metadata = { filename: 'IM0001', target: 'datafile', folder: 'seriesA/T1', mark: '10-abc' }
  const told = Object.entries(metadata).map(([name, text]) => `${name} ${base64(text)}`)
  const made = await send('POST', '/admin/upload', { 'upload-length': '10', 'upload-metadata': told.join() })
  const path = made.headers.get('location') ?? ''
  const id = path.split('/').at(-1)
  await patch(path, 0, Buffer.from('abcd'))
  const { filename: name, ...rest } = metadata
  expect((await mine()).find((one) => one.id === id)).toEqual({ id, name, ...rest, size: 10, received: 4, expiresAt: expect.any(String) })
  // On its way over another line it is not left.
  await server.backend.database.query(`UPDATE upload SET writer = 'w', lease_until = now() + interval '1 hour' WHERE id = $1`, [id])
  expect((await mine()).map((one) => one.id)).not.toContain(id)
  await server.backend.database.query(`UPDATE upload SET writer = NULL, lease_until = NULL, owner_kind = 'member' WHERE id = $1`, [id])
  expect((await mine()).map((one) => one.id)).not.toContain(id)
  await server.backend.database.query(`UPDATE upload SET owner_kind = 'admin' WHERE id = $1`, [id])
  expect((await send('DELETE', path)).status).toBe(204)
  expect((await mine()).map((one) => one.id)).not.toContain(id)
})

test('a file that arrived and whose bytes are gone, as after a restored backup, is told in words and not tried again', async () => {
  const path = await create(4, 'lost.csv')
  await patch(path, 0, Buffer.from('abcd'))
  await rm(fileOf(path))
  const worker = await workBeside(server.backend, [intake])
  type Task = { state: string; attempt: number; error: { en: string } | null }
  const look = () => server.backend.database.query<Task>(`SELECT state, attempt, error FROM task WHERE title = 'lost.csv'`)
  await expect.poll(async () => (await look())[0]?.state).toBe('failed')
  await worker.stop()
  expect(await look()).toMatchObject([{ attempt: 1, error: { en: expect.stringContaining('upload the file again') } }])
})

test('an upload is its owner’s: others, and nobody, find nothing; an old token is 401 with the code that says what to do', async () => {
  const path = await create(10)
  const login = await server.call<{ userInfo: { token: string } }>('/admin/index/login', {
    body: { username: 'admin', password: 'secret-123' },
  })
  expect(login.code).toBe(1)
  // A real token that has run out: HEAD has no body to say so.
  await server.backend.database.query(`UPDATE token SET expires_at = now() - interval '1 s' WHERE hash = $1`, [
    tokenHash(login.data.userInfo.token),
  ])
  server.backend.sessions.forgetActors()
  const late = await send('HEAD', path, { batoken: login.data.userInfo.token })
  expect([late.status, late.headers.get('x-session-code')]).toEqual([401, '409'])
  const anonymous = await fetch(`${server.address}${path}`, {
    method: 'PATCH',
    headers: { server: '1', ...TUS, 'content-type': OCTETS, 'upload-offset': '0' },
    body: 'x',
  })
  expect([anonymous.status, await anonymous.json()]).toEqual([401, expect.objectContaining({ code: 302 })])
  await server.backend.database.query(`UPDATE upload SET owner_id = 999 WHERE id = $1`, [path.split('/').at(-1)])
  expect((await send('HEAD', path)).status).toBe(404)
  expect((await patch(path, 0, Buffer.from('x'))).status).toBe(404)
  expect((await send('DELETE', path)).status).toBe(404)
  expect((await send('HEAD', '/admin/upload/..%2f..%2fsecret')).status).toBe(404)
})

test('four files at once, the fifth waits', async () => {
  const { database } = server.backend
  const paths = await Promise.all(Array.from({ length: 5 }, () => create(10)))
  for (const path of paths.slice(0, 4))
    await database.query(`UPDATE upload SET writer = 'w', lease_until = now() + interval '1 hour' WHERE id = $1`, [path.split('/').at(-1)])
  const fifth = await patch(paths[4]!, 0, Buffer.from('x'))
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10'])
  await database.query(`UPDATE upload SET writer = NULL, lease_until = NULL`)
  expect((await patch(paths[4]!, 0, Buffer.from('x'))).status).toBe(204)
})

test('what nobody goes on with is removed with its bytes, an empty file is complete at once, and one can be ended', async () => {
  const { database, config } = server.backend
  const path = await create(10)
  await database.query(`UPDATE upload SET expires_at = now() - interval '1 s' WHERE id = $1`, [path.split('/').at(-1)])
  expect((await send('HEAD', path)).status).toBe(404)
  expect(await sweepUploads(database, config.DATA_DIR)).toBe(1)
  await expect(stat(fileOf(path))).rejects.toThrow('ENOENT')
  const empty = await create(0)
  expect(await rowOf(empty)).toMatchObject({ state: 'complete', received: 0 })
  expect((await send('DELETE', empty)).status).toBe(204)
  await expect(stat(fileOf(empty))).rejects.toThrow('ENOENT')
})

test('V-04 an attachment by this way meets the same checks: size and suffix before the first byte, content before it is stored', async () => {
  const metadata = (name: string) => ({ 'upload-metadata': `filename ${base64(name)},target ${base64('routine.attachment')}` })
  const begin = (name: string, size: number) => send('POST', '/admin/upload', { 'upload-length': String(size), ...metadata(name) })
  const refusals: [string, number][] = [
    ['large.txt', 11 * 1024 * 1024],
    ['page.html', 100],
    ['../../up.txt', 100],
    ['none.txt', 0],
  ]
  for (const [name, size] of refusals) expect((await begin(name, size)).status, name).toBeGreaterThanOrEqual(400)
  const sendAll = async (name: string, data: Buffer) => {
    const path = (await begin(name, data.length)).headers.get('location') ?? ''
    expect((await patch(path, 0, data)).status).toBe(204)
    return path
  }
  const good = Buffer.alloc(6 * 1024 * 1024, '数据 ')
  const kept = await sendAll('good.txt', good)
  const forged = await sendAll('forged.png', Buffer.from('<script>alert(1)</script>'.repeat(50)))
  const worker = await workBeside(server.backend, [intake])
  await expect.poll(async () => (await rowOf(kept))?.['state']).toBe('taken')
  await expect.poll(() => server.backend.database.query(`SELECT state FROM task WHERE title = 'forged.png'`)).toEqual([{ state: 'failed' }])
  await worker.stop()
  const rows = await server.backend.database.query(`SELECT name, size, suffix, admin, quote FROM routine_attachment ORDER BY id`)
  expect(rows).toEqual([{ name: 'good.txt', size: good.length, suffix: 'txt', admin: 1, quote: 1 }])
  expect([(await send('HEAD', forged)).status, await stat(fileOf(forged)).catch(() => null)]).toEqual([404, null])
})
