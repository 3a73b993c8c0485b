import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { writingChanges } from '../src/areas/datafile/server/changes.ts'
import { compareQuestion, comparing, rowsQuestion } from '../src/areas/datafile/server/question.ts'
import { receive } from '../src/areas/datafile/server/receive.ts'
import { reading } from '../src/areas/datafile/server/reading.ts'
import { openDoor } from '../src/server/lane/door.ts'
import { RequestLane } from '../src/server/lane/lane.ts'
import { Unanswerable, defineQuestion } from '../src/server/lane/question.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import { keepFile } from '../src/server/storage/keep-file.ts'
import { SLOW, openBeside } from './lane-kit.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf, workBeside } from './worker.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
let worker: { stop(): Promise<void> }
let door: { close(): Promise<void> }
const failures: unknown[] = []
/** Answers when it is told to, or says that nobody wants to know any more. */
const waiting: { answer(): void; signal: AbortSignal }[] = []
const trial = defineQuestion({
  kind: 'trial.wait',
  input: z.object({ word: z.string() }),
  output: z.object({ word: z.string() }),
  answer: (_, { word }, signal) =>
    new Promise((resolve, reject) => {
      if (word === 'refuse') reject(new Unanswerable({ 'zh-cn': '不行', en: 'No' }))
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      waiting.push({ answer: () => resolve({ word }), signal })
    }),
})
const open = () =>
  openDoor({
    dataDir: server.backend.config.DATA_DIR,
    tools: toolsOf(server.backend),
    questions: [trial, rowsQuestion, compareQuestion],
    onError: (error) => void failures.push(error),
  })
beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  admin = await server.login()
  worker = await workBeside(server.backend, [reading, comparing, writingChanges])
  door = await open()
})
afterAll(async () => {
  await door.close()
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const ask = (word: string, signal = new AbortController().signal) => server.backend.lane.ask(trial, { word }, { signal, language: 'en' })
const waits = (count: number) => expect.poll(() => waiting.length).toBe(count)

test('two at a time, then 429; who is answered makes room', async () => {
  const first = ask('one')
  const second = ask('two')
  await waits(2)
  await expect(ask('three')).rejects.toMatchObject({ status: 429, key: 'request.tooMany' })
  for (const one of waiting.splice(0)) one.answer()
  expect([await first, await second]).toEqual([{ word: 'one' }, { word: 'two' }])
  const third = ask('three')
  await waits(1)
  waiting.splice(0)[0]?.answer()
  expect(await third).toEqual({ word: 'three' })
})
test('a request that is hung up cancels its question in the worker', async () => {
  const gone = new AbortController()
  const asked = ask('one', gone.signal)
  await waits(1)
  gone.abort()
  await expect(asked).rejects.toThrow()
  const [one] = waiting.splice(0)
  await expect.poll(() => one?.signal.aborted).toBe(true)
})
test('why there is no answer is said in the language of whoever asks', async () => {
  await expect(ask('refuse')).rejects.toMatchObject({ key: 'lane.said', params: { text: 'No' } })
  waiting.splice(0)
})
test('what a killed worker left is cleared away, and without any the refusal says what to do', async () => {
  await door.close()
  const folder = join(server.backend.config.DATA_DIR, 'door')
  await writeFile(join(folder, '1-gone'), join(folder, 'gone.sock'))
  await expect(ask('one')).rejects.toMatchObject({ key: 'lane.none', data: null })
  expect(await readdir(folder)).toEqual([])
  door = await open()
})
test('where one worker is busy the next is asked, and a door that cannot be entered just now stays', async () => {
  const folder = join(server.backend.config.DATA_DIR, 'door')
  await writeFile(join(folder, '0-odd'), `/${'x'.repeat(300)}`)
  const second = await open()
  const other = new RequestLane(server.backend.config.DATA_DIR)
  const asked = [ask('one'), ask('two')]
  await waits(2)
  const elsewhere = other.ask(trial, { word: 'three' }, { signal: new AbortController().signal, language: 'en' })
  await waits(3)
  for (const one of waiting.splice(0)) one.answer()
  expect(await Promise.all([...asked, elsewhere])).toEqual([{ word: 'one' }, { word: 'two' }, { word: 'three' }])
  await second.close()
  expect(await readdir(folder)).toContain('0-odd')
  await rm(join(folder, '0-odd'))
})

/** A version of a data file, read by the worker. */
const keep = async (name: string, text: string, record: number | null = null) => {
  const ctx = systemContext(server.backend)
  const kept = await ctx.engine.write(ctx, async (tx) => {
    const sha256 = await keepFile(tx.db, server.backend.store, await server.backend.store.stage(), text)
    return receive(tx, { name, size: Buffer.byteLength(text), sha256, record })
  })
  const state = async () => (await ctx.db.query<{ state: string }>('SELECT state FROM datafile WHERE id = $1', [kept.datafile]))[0]?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('staged')
  return kept.datafile
}
const lines = (count: number, value: (i: number) => string) => Array.from({ length: count }, (_, i) => value(i)).join('\n')

test('AA-05 any rows of a table, by number, from a worker; a page beyond the end is empty', async () => {
  const id = await keep('many.csv', `id,v\n${lines(5000, (i) => `S${i},${i}`)}\n`)
  const rows = (from: number, by = admin.call) =>
    by<{ columns: string[]; rows: string[][]; total: number }>('/admin/datafile/rows', { body: { id, number: 1, from, count: 3 } })
  expect((await rows(4000)).data).toEqual({
    columns: ['id', 'v'],
    rows: [
      ['S4000', '4000'],
      ['S4001', '4001'],
      ['S4002', '4002'],
    ],
    total: 5000,
    column: 0,
    columnsInAll: 2,
    isFound: true,
  })
  expect((await rows(5000)).data.rows).toEqual([])
  expect(await admin.call('/admin/datafile/rows', { body: { id, number: 2 } })).toMatchObject({ code: 0 })
  const other = await person(server, 'onlooker', /^datafile(\/index)?$/)
  expect((await rows(0, other.call)).code).not.toBe(1)
})
test('AA-05 any columns of a wide table, by place or by name', async () => {
  const names = Array.from({ length: 700 }, (_, i) => `GENE${i}`)
  const id = await keep('wide.csv', `${names.join()}\n${names.map((_, i) => i).join()}\n`)
  const look = async (more: object) => {
    const body = { id, number: 1, from: 0, count: 1, columns: 2, ...more }
    return (await admin.call<{ columns: string[]; rows: string[][]; column: number }>('/admin/datafile/rows', { body })).data
  }
  const at = (column: number) => ({ columns: [`GENE${column}`, `GENE${column + 1}`], rows: [[String(column), String(column + 1)]], column })
  expect(await look({ column: 640 })).toMatchObject({ ...at(640), columnsInAll: 700 })
  expect(await look({ find: 'gene55' })).toMatchObject(at(55))
  expect(await look({ find: 'protein', column: 3 })).toMatchObject({ ...at(3), isFound: false })
  expect(await look({ column: 9999 })).toMatchObject({ columns: ['GENE699'], column: 699 })
})

test('AA-05 two versions beside each other: columns that came and went, rows added, removed, changed cell by cell', async () => {
  const id = await keep('two.csv', 'id,sbp,old\nS1,120,a\nS2,130,b\nS3,140,c\n')
  await keep('two.csv', 'id,sbp,new\nS1,120,a\nS2,135,b\nS4,>150,d\n', id)
  const compare = (more: Record<string, unknown> = {}) =>
    admin.call<Record<string, unknown>>('/admin/datafile/compare', { body: { id, before: 1, after: 2, ...more } })
  const { data } = await compare()
  expect(data).toMatchObject({
    key: ['id'],
    shared: ['id', 'sbp'],
    rows: { before: 3, after: 3 },
    columns: { added: ['new'], removed: ['old'], moved: false, retyped: [{ column: 'sbp', before: 'integer', after: 'text' }], typed: 2 },
    counts: { added: 1, removed: 1, changed: 1, unchanged: 1, changedCells: 1 },
    changedByColumn: [{ column: 'sbp', cells: 1 }],
  })
  expect(data['changes']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'changed', field: 'sbp', before: '130', after: '135' }),
      expect.objectContaining({ kind: 'added', rowAfter: 3 }),
      expect.objectContaining({ kind: 'removed', rowBefore: 3 }),
    ]),
  )
  expect(await compare({ key: ['nobody'] })).toMatchObject({ code: 0, msg: expect.stringMatching(/没有这一列|no such column/) })
})

test('AA-05 all changes between two versions are a file, for whoever asked, and none of its cells is a formula', async () => {
  const lines = (cell: (at: number) => string) => Array.from({ length: 250 }, (_, at) => `S${at},${cell(at)}\n`).join('')
  const id = await keep('many.csv', `id,note\n${lines(() => 'a')}`)
  await keep('many.csv', `id,note\n${lines((at) => (at === 7 ? '=1+1' : 'b'))}`, id)
  const pair = { id, before: 1, after: 2 }
  const { data: page } = await admin.call<{ changes: unknown[] }>('/admin/datafile/compare', { body: pair })
  expect(page.changes).toHaveLength(200)
  const headers = { 'think-lang': 'en' }
  const { data } = await admin.call<{ task: number }>('/admin/datafile/changes', { body: pair, headers })
  const query = { task: String(data.task) }
  const state = async () => (await admin.call<{ state: string }>('/admin/datafile/comparison', { query })).data.state
  await expect.poll(state, { timeout: 60_000 }).toBe('done')
  const file = async (token: string) =>
    (
      await fetch(`${server.address}/admin/datafile/changes?task=${data.task}`, { headers: { ...headers, server: '1', batoken: token } })
    ).text()
  const sheet = (await file(admin.token)).split('\r\n')
  expect(sheet).toHaveLength(252)
  expect(sheet[0]).toBe('Change,id,Row before,Row after,Column,Before,After')
  expect(sheet).toContain("Changed,S7,8,8,note,a,'=1+1")
  // What was written once is not written again.
  expect((await admin.call('/admin/datafile/changes', { body: pair, headers })).data).toEqual(data)
  const other = await person(server, 'latecomer', /^datafile(\/(index|preview))?$/)
  expect(await file(other.token)).not.toContain('S7')
})

test('AA-05 a comparison that is out of time is refused in words that offer a task, whose answer is the same and for whoever asked', async () => {
  const id = await keep('long.csv', 'id,v\nS1,1\nS2,2\n')
  await keep('long.csv', 'id,v\nS1,1\nS2,3\n', id)
  const pair = { id, before: 1, after: 2 }
  const now = (await admin.call('/admin/datafile/compare', { body: pair })).data
  await door.close()
  const hasty = await openBeside(server, [compareQuestion, rowsQuestion], 1)
  expect(await admin.call('/admin/datafile/compare', { body: pair, headers: { 'think-lang': 'en' } })).toMatchObject(SLOW)
  // Of rows there is no task: nothing is promised.
  const rows = await admin.call('/admin/datafile/rows', { body: { id, number: 1 } })
  expect(rows).toMatchObject({ code: 0, msg: '10 秒内没有得出结果，已停止。请缩小范围后再试', data: null })
  await hasty.close()
  door = await open()
  const { data } = await admin.call<{ task: number }>('/admin/datafile/comparison', { body: pair })
  const look = (by = admin.call, task = data.task) =>
    by<{ state: string; result: unknown }>('/admin/datafile/comparison', { query: { task: String(task) } })
  await expect.poll(async () => (await look()).data.state, { timeout: 60_000 }).toBe('done')
  expect((await look()).data.result).toEqual(now)
  expect((await admin.call('/admin/datafile/comparison', { body: pair })).data).toEqual(data)
  const other = await person(server, 'bystander', /^datafile(\/(index|preview))?$/)
  expect(await look(other.call)).toMatchObject({ code: 0, msg: '没有这次比较，或者它不是您发起的；请重新比较' })
  // What cannot be compared is a sentence in both languages, not a failure of the worker.
  const wrong = await admin.call<{ task: number }>('/admin/datafile/comparison', { body: { ...pair, key: ['nobody'] } })
  await expect.poll(async () => (await look(admin.call, wrong.data.task)).data.state, { timeout: 60_000 }).toBe('failed')
  expect((await look(admin.call, wrong.data.task)).data).toMatchObject({ error: expect.stringMatching(/没有这一列/) })
})
