import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTask } from '../src/server/task/definition.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Shown = {
  as: string
  text?: string
  value?: number
  resource?: string
  records?: { id: number; label: string | null }[]
  lines?: Line[]
}
type Line = { name: string; title: string; shown: Shown }
type Told = { subject: Line | null; input: Line[]; result: Line[] }
let server: TestServer
let call: TestServer['call']
let job: number

const work = defineTask({
  kind: 'trial.told',
  lane: 'light',
  title: { 'zh-cn': '试验', en: 'Trial' },
  says: {
    job: { 'zh-cn': '岗位', en: 'Job', of: 'job' },
    how: { 'zh-cn': '方式', en: 'Way', options: { quick: { 'zh-cn': '快速', en: 'Quickly' } } },
    secretly: null,
  },
  input: z.record(z.string(), z.unknown()),
  steps: (none) => none.step('only', async () => null),
})
beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  ;({ call } = await server.login())
  const { data } = await call<{ row: { id: number } }>('/admin/job/add', { body: { name: '数据管理员', code: 'DM' } })
  job = data.row.id
})
afterAll(() => server.close())

const made = async (input: Record<string, unknown>, result: unknown = null): Promise<number> => {
  const id = (await enqueue(server.backend.database, work, input, { subject: { resource: 'job', record: job } })) ?? 0
  await server.backend.database.query(`UPDATE task SET result = $2 WHERE id = $1`, [id, JSON.stringify(result)])
  return id
}
const told = async (id: number, lang = 'en', by = call) =>
  (await by<Told>('/admin/task/told', { query: { id: String(id) }, headers: { 'think-lang': lang } })).data
const words = (lines: readonly Line[]) =>
  lines.map(({ title, shown }) => [title, shown.text ?? shown.value ?? shown.records ?? shown.lines])

test('AA-06 input and result read in the words of their kind and in the reader’s language, with the names of the records', async () => {
  const id = await made(
    { secretly: 'x', how: 'quick', job, isLast: true },
    { job: [job, 99_999], rows: 28, why: { 'zh-cn': '慢', en: 'Slow' } },
  )
  const english = await told(id)
  expect(words(english.input)).toEqual([
    ['Job', [{ id: job, label: '数据管理员' }]],
    ['Way', 'Quickly'],
    ['is last', 'Yes'],
  ])
  expect(words(english.result)).toEqual([
    [
      'Job',
      [
        { id: job, label: '数据管理员' },
        { id: 99_999, label: null },
      ],
    ],
    ['Reason', 'Slow'],
    ['Rows', 28],
  ])
  expect(english.subject).toMatchObject({ title: 'Jobs', shown: { records: [{ id: job, label: '数据管理员' }] } })
  expect(words((await told(id, 'zh-cn')).input)).toEqual([
    ['岗位', [{ id: job, label: '数据管理员' }]],
    ['方式', '快速'],
    ['is last', '是'],
  ])
})

test('AA-06 what no kind names is a list of its fields, and of what is long how much there is', async () => {
  const id = await made({ rowsStored: 5, empty: null, inner: { at: '2026-11-16T01:00:00Z' }, many: [{ a: 1 }, { a: 2 }] }, 7)
  const { input, result } = await told(id)
  expect(input.map(({ title, shown }) => [title, shown.as])).toEqual([
    ['many', 'count'],
    ['inner', 'lines'],
    ['rows stored', 'number'],
  ])
  expect(words(result)).toEqual([['only', 7]])
})

test('AA-06 nobody reads more of a task than its page: others’ not at all, what is sealed never', async () => {
  const id = await made({ sealed: 'c2VhbGVk', count: 1 })
  expect((await told(id)).input.map(({ name }) => name)).toEqual(['count'])
  const other = await person(server, 'toldother', /^task(\/index|$)/, { scope: 'self' })
  expect(await other.call('/admin/task/told', { query: { id: String(id) } })).toMatchObject({ code: 0, data: null })
  expect(await call('/admin/task/told', { query: { id: 'x' } })).toMatchObject({ code: 0 })
})
