import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { running } from '../src/areas/qc-run/server/task.ts'
import { judged, judgedStudy, setUpTrino, wishFor } from './engine-kit.ts'
import { startFakeTrino, type FakeTrino } from '../src/qc/testing/fake-trino.ts'
import { S3_KEY, startS3 } from '../src/qc/testing/s3-server.ts'
import { sweepShare } from '../src/qc/trino/left.ts'
import { shareOf } from '../src/study/run/share.ts'
import { sweep } from '../src/worker/sweep.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { post, read } from './study-kit.ts'
import type { Call } from './study-kit.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
let fake: FakeTrino
let call: Call
let share: string
let study: number
let set: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  share = await mkdtemp(join(tmpdir(), 'qc-engine-'))
  fake = await startFakeTrino()
  server = await startTestServer({ TRINO_SHARE_DIR: share, TRINO_SHARE_LOCATION: 'local:///' }, ['--empty'])
  worker = await workBeside(server.backend, [running])
  call = (await server.login()).call
  ;({ study, set } = await judgedStudy(server, call))
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  await fake.close()
  await rm(share, { recursive: true, force: true })
})
beforeEach(() => {
  fake.asked.length = 0
  fake.says(() => undefined)
})

const setUp = (change: object) => setUpTrino(server, call, change)
const wish = (engine: string) => wishFor(call, study, engine)
const judge = (body: object = {}, action = 'judge') =>
  judged(server, call, action, { ...(action === 'judge' ? { study, form: null } : {}), set, ...body })
const testIt = async () => {
  const [row] = await sql<{ id: number }>('SELECT id FROM trino_config')
  return post<{ server: string; nodes: number }>(call, 'trino.config/test', { ids: [row!.id] })
}

test('a connection is tried before it is used, and says what is wrong', async () => {
  expect(await testIt()).toMatchObject({ code: 0, msg: expect.stringContaining('服务器地址') })
  expect(await setUp({ status: true })).toMatchObject({ code: 0 })
  expect(await setUp({ url: fake.url, user: 'qc', access: 'password', secret: 'geheim-1' })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('https'),
  })
  expect(await setUp({ url: fake.url, user: 'qc', catalog: 'hive', schema: 'qc' })).toMatchObject({ code: 1 })
  expect(await testIt()).toMatchObject({ code: 1, data: { server: 'Trino 476', nodes: 3 } })
  fake.says((text) => (text.includes('(?=a)') ? { columns: [{ name: 'other', type: 'boolean' }], data: [[true]] } : undefined))
  expect(await testIt()).toMatchObject({ code: 0, msg: expect.stringContaining('regex-library=RE2J') })
  fake.says(() => ({ status: 401 }))
  expect((await testIt()).msg).toBe(`${fake.host} 不接受这个用户名、密码或令牌`)
  fake.says(() => ({ status: 404 }))
  expect((await testIt()).msg).toBe(`${fake.host} 应答了，但它不是 Trino 服务器`)
  fake.says(() => ({ error: 'too busy' }))
  expect((await testIt()).msg).toBe('Trino 说：too busy')
  for (const [url, words] of [
    ['http://127.0.0.1:9', '127.0.0.1:9 没有服务应答：地址或端口不对，或 Trino 没有启动'],
    ['http://no-such-host.invalid:8080', '找不到主机 no-such-host.invalid:8080，请核对服务器地址'],
  ]) {
    expect(await setUp({ url })).toMatchObject({ code: 1 })
    expect((await testIt()).msg).toBe(words)
  }
  expect(await setUp({ url: fake.url })).toMatchObject({ code: 1 })
})

test('without a wish the size decides, and the run says so', async () => {
  const small = await judge()
  expect(small).toMatchObject({ state: 'done', judged_by: 'duckdb', judged_on: null })
  expect(small['judged_why']).toMatchObject({ en: 'Automatic: 3 rows are not more than 50,000,000' })
  expect(await setUp({ above: 2, status: false })).toMatchObject({ code: 1 })
  const none = await judge()
  expect(none).toMatchObject({ state: 'done', judged_by: 'duckdb' })
  expect(none['judged_why']).toMatchObject({ en: expect.stringContaining('more than 2, but no Trino is set up') })
  expect(fake.asked).toEqual([])
  expect(none['source_hash']).toBe(small['source_hash'])
})

test('above the limit it goes to Trino as a table of its own, which is gone afterwards; engine and reason are in the evidence', async () => {
  expect(await setUp({ above: 2, status: true })).toMatchObject({ code: 1 })
  // Rows, of which judged, of which missing.
  fake.says((text) => {
    const names = [...text.matchAll(/ AS (a\d+)\b/g)].map(([, name]) => name!)
    if (!text.startsWith('SELECT CAST((') || names.length === 0) return undefined
    return { columns: names.map((name) => ({ name, type: 'double' })), data: [names.map((_, at) => [3, 3, 0][at] ?? 0)] }
  })
  const run = await judge()
  expect(run).toMatchObject({ state: 'done', error: null, judged_by: 'trino', judged_on: `Trino 476 · ${fake.host}`, total: 1 })
  expect(run['judged_why']).toEqual({
    'zh-cn': '自动：3 行，超过 2 行',
    en: 'Automatic: 3 rows are more than 2',
  })
  const made = fake.asked.find((text) => text.startsWith('CREATE TABLE'))
  const [own] = /qc_\d+_[0-9a-f]{8}_0/.exec(made ?? '') ?? []
  expect(own?.startsWith(`qc_${run.id}_`)).toBe(true)
  expect(made).toContain(`"hive"."qc"."${own}"`)
  expect(made).toContain(`external_location = 'local:///${own}'`)
  expect(fake.asked.findLast((text) => text.startsWith('DROP TABLE'))).toContain(own)
  expect(await readdir(share)).toEqual([])
  const report = await readFile(server.backend.store.pathOf(String(run['report'])), 'utf8')
  expect(report).toContain('3 rows are more than 2')
  expect(report).toContain('Trino 476')
})

test('while it is judged there the page says how far it is; a check beyond a limit is an error that says so', async () => {
  expect(await setUp({ maxMinutes: 5, maxRows: 10, maxGigabytes: 3 })).toMatchObject({ code: 1 })
  let go = () => {}
  const hold = new Promise<void>((resolve) => (go = resolve))
  fake.says((text) => (text.startsWith('SELECT CAST((') ? { splits: [1, 2], hold, read: 11, columns: [], data: [] } : undefined))
  const ended = judge()
  const now = async () => {
    const [run] = await sql<{ id: number }>('SELECT max(id) AS id FROM qc_run')
    type Now = { share: number | null; step: string | null; said: string | null }
    return (await call<Now | null>('/admin/qc.run/progress', { query: { id: String(run!.id) } })).data
  }
  await expect.poll(async () => (await now())?.said, { timeout: 30_000 }).toBe('自动：3 行，超过 2 行')
  // Counting goes from 0.3 to 0.7, and of its only statement one of two splits is done.
  await expect.poll(async () => (await now())?.share).toBeCloseTo(0.5, 5)
  expect(await now()).toMatchObject({ step: '检查' })
  go()
  const run = await ended
  expect(run).toMatchObject({ state: 'done', judged_by: 'trino', errors: 1 })
  const [result] = await sql<{ result: unknown }>('SELECT result FROM qc_result WHERE run = $1', [run.id])
  expect(JSON.stringify(result)).toContain('语句读取的行数超过了上限（11 > 10）')
  expect((await now())?.share).toBeNull()
  expect(await setUp({ maxMinutes: null, maxRows: null, maxGigabytes: null })).toMatchObject({ code: 1 })
})

test('a bucket takes the place of the folder: signed, read back by nobody else, empty afterwards; what it refuses is not blamed on Trino', async () => {
  const s3 = await startS3()
  const { config } = server.backend
  const before = { ...config }
  Object.assign(config, {
    TRINO_SHARE_DIR: undefined,
    TRINO_SHARE_LOCATION: 's3://qc/handed',
    TRINO_SHARE_S3: s3.endpoint,
    TRINO_SHARE_S3_KEY: S3_KEY.key,
    TRINO_SHARE_S3_SECRET: S3_KEY.secret,
  })
  let lay: string[] = []
  fake.says((text) => {
    if (text.startsWith('CREATE TABLE')) lay = [...s3.objects.keys()]
    const names = [...text.matchAll(/ AS (a\d+)\b/g)].map(([, name]) => name!)
    if (!text.startsWith('SELECT CAST((') || names.length === 0) return undefined
    return { columns: names.map((name) => ({ name, type: 'double' })), data: [names.map((_, at) => [3, 3, 0][at] ?? 0)] }
  })
  try {
    const run = await judge()
    expect(run).toMatchObject({ state: 'done', error: null, judged_by: 'trino', total: 1 })
    const [own = '-'] =
      /s3:\/\/qc\/handed\/(qc_\d+_[0-9a-f]{8}_0)/.exec(fake.asked.find((text) => text.startsWith('CREATE TABLE')) ?? '') ?? []
    expect(lay.every((key) => `s3://${key}`.startsWith(`${own}/`)) && lay.length).toBeGreaterThan(0)
    expect(s3.objects.size).toBe(0)
    Object.assign(config, { TRINO_SHARE_S3_SECRET: 'another' })
    const refused = await judge()
    const host = new URL(s3.endpoint).host
    expect(refused).toMatchObject({ state: 'failed', judged_by: null })
    expect(refused['error']).toMatchObject({
      'zh-cn': expect.stringMatching(new RegExp(`^${host}：快照交不过去：存储桶 qc.*403 SignatureDoesNotMatch.*TRINO_SHARE_S3`)),
      en: expect.stringMatching(/^127.*could not be handed over: bucket qc .*Nothing was judged/),
    })
    // The broom of the house says so, too, after everything else was swept.
    await expect(sweepShare(shareOf(config))).rejects.toThrow('SignatureDoesNotMatch')
    expect(sweep.steps.at(-1)?.name).toBe('share')
  } finally {
    Object.assign(config, before)
    await s3.close()
  }
})

test('what is read for a report keeps to the limits, the verdict does without it; its table is named beyond them', async () => {
  expect(await setUp({ maxRows: 10 })).toMatchObject({ code: 1 })
  const answer = (names: string[], type: string, data: unknown[]) => ({ columns: names.map((name) => ({ name, type })), data: [data] })
  fake.says((text) => {
    if (text.includes('information_schema')) {
      const columns = ['name', 'type'].map((name) => ({ name, type: 'varchar' }))
      return {
        columns,
        data: [
          ['sbp', 'bigint'],
          ['nr', 'bigint'],
        ],
      }
    }
    if (text.includes('count(*) AS n')) {
      const names = [...text.matchAll(/ AS (n|also|numbers|most)\b/g)].map(([, name]) => name!)
      return {
        read: 11,
        ...answer(
          names,
          'varchar',
          names.map((name) => (name === 'also' ? 'AB' : 3)),
        ),
      }
    }
    const names = [...text.matchAll(/ AS (a\d+)\b/g)].map(([, name]) => name!)
    if (text.startsWith('SELECT CAST(('))
      return {
        read: 3,
        ...answer(
          names,
          'double',
          names.map((_, at) => [3, 3, 0][at] ?? 0),
        ),
      }
    return text.includes('FROM "hive"') ? { read: 11, columns: [], data: [] } : undefined
  })
  const { data, msg } = await post<{ id: number }>(call, 'datafile/link', { alias: 'vitals', table: 'vitals', row: 'nr' })
  expect([data, msg]).toMatchObject([{ id: expect.any(Number) }, msg])
  const run = await judge({ datafile: data.id }, 'start')
  expect(run).toMatchObject({ state: 'done', error: null, judged_by: 'trino', total: 1, rows: 3 })
  expect(await setUp({ maxRows: null })).toMatchObject({ code: 1 })
})

test('what a killed worker handed over is taken away: its files after a day, its table with the next run', async () => {
  const [old, current] = [join(share, 'qc_9_dead0000_0'), join(share, 'qc_9_beef0000_0')]
  for (const folder of [old, current]) await mkdir(folder)
  await utimes(old, new Date(0), new Date(0))
  const tables = ['qc_9_dead0000_0', 'qc_9_beef0000_0', 'qc_results', 'qc_7_00000000_0', 'visits']
  const made = (name: string) => `external_location = '${name.startsWith('qc_7') ? 's3://elsewhere/' : 'local:///'}${name}'`
  fake.says((text) => {
    const [, shown] = /^SHOW CREATE TABLE .*"(\w+)"$/.exec(text) ?? []
    const data = shown ? [[made(shown)]] : text.includes('information_schema.tables') ? tables.map((name) => [name]) : undefined
    return data && { columns: [{ name: 'table_name', type: 'varchar' }], data }
  })
  const before = fake.asked.length
  const run = await judge()
  const dropped = fake.asked.slice(before).filter((text) => text.startsWith('DROP TABLE') && !text.includes(`qc_${run.id}_`))
  expect(dropped).toEqual(['DROP TABLE IF EXISTS "hive"."qc"."qc_9_dead0000_0"'])
  expect(await readdir(share)).toEqual(['qc_9_beef0000_0'])
  await rm(current, { recursive: true })
})

test('a server that does not answer ends the run with a sentence; no other engine takes its place', async () => {
  await wish('trino')
  fake.says(() => ({ status: 401 }))
  const refused = await judge()
  expect(refused).toMatchObject({ state: 'failed', judged_by: null, score: null })
  expect(refused['error']).toMatchObject({
    en: expect.stringMatching(/Trino cannot be used: .*401.* no other engine was used; run it again/),
    'zh-cn': expect.stringContaining('没有改用别的引擎'),
  })
  expect(await sql('SELECT 1 FROM qc_result WHERE run = $1', [refused.id])).toEqual([])
  fake.says((text) => (text.startsWith('CREATE TABLE') ? { error: 'Catalog hive is read-only' } : undefined))
  const broken = await judge()
  expect(broken['error']).toMatchObject({ en: expect.stringContaining('Catalog hive is read-only') })
  expect(await readdir(share)).toEqual([])
  // The line breaks in the middle: that is no verdict of a check.
  fake.says((text) => (text.startsWith('SELECT CAST((') ? { status: 500 } : undefined))
  expect(await judge()).toMatchObject({ state: 'failed', error: { en: expect.stringContaining('500') } })
  expect(await setUp({ status: false })).toMatchObject({ code: 1 })
  expect((await judge())['error']).toMatchObject({ en: expect.stringContaining('no Trino is enabled') })
  await wish('duckdb')
  expect(await judge()).toMatchObject({ state: 'done', judged_by: 'duckdb', judged_why: { en: 'The study asks for DuckDB' } })
})

test('a table that lies in Trino becomes the target of a run, if it is there; nothing of it is copied', async () => {
  const link = (body: object) => post<{ id: number; rows: number }>(call, 'datafile/link', { alias: 'visits', table: 'visits', ...body })
  expect(await setUp({ status: false })).toMatchObject({ code: 1 })
  expect(await link({})).toMatchObject({ code: 0, msg: expect.stringContaining('Trino') })
  expect(await setUp({ status: true })).toMatchObject({ code: 1 })
  fake.says((text) => (text.includes('information_schema') ? { columns: [], data: [] } : undefined))
  expect(await link({})).toMatchObject({
    code: 0,
    msg: expect.stringContaining('Trino 中没有这张表（或这一列），或不允许读取：there is no table "hive"."qc"."visits"'),
  })
  let numbers = [7, 6, 7]
  fake.says((text) => {
    if (text.includes('information_schema'))
      return {
        columns: [
          { name: 'name', type: 'varchar' },
          { name: 'type', type: 'varchar' },
        ],
        data: [
          ['sbp', 'bigint'],
          ['nr', 'bigint'],
        ],
      }
    const counted = ['n', 'numbers', 'most'].map((name) => ({ name, type: 'double' }))
    return text.includes('count(*)') ? { columns: counted, data: [numbers] } : undefined
  })
  // Two rows of one number would be blamed for one another.
  expect(await link({ row: 'nr', catalog: 'lake' })).toMatchObject({ code: 0, msg: expect.stringContaining('不能给行编号') })
  numbers = [7, 7, 2 ** 60]
  expect(await link({ row: 'nr', catalog: 'lake' })).toMatchObject({ code: 0, msg: expect.stringContaining('beyond 2^53') })
  numbers = [7, 7, 1_000_014]
  const { data, msg } = await link({ row: 'nr', catalog: 'lake' })
  expect([data, msg]).toMatchObject([{ rows: 7, columns: 1 }, msg])
  expect(await read(call, 'datafile', data.id)).toMatchObject({
    kind: 'remote',
    remote: { catalog: 'lake', schema: 'qc', table: 'visits', row: 'nr' },
    number: 0,
  })
  expect(await post(call, 'datafile/verify', { ids: [data.id] })).toMatchObject({ code: 0, msg: expect.stringContaining('Trino') })
  fake.says(() => ({ status: 401 }))
  const run = await judge({ datafile: data.id }, 'start')
  expect(run).toMatchObject({ state: 'failed', datafile: data.id, error: { en: expect.stringContaining('Trino cannot be used') } })
})
