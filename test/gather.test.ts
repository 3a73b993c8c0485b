import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hospitalDay } from '../src/server/zone.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import { sitesDue } from '../src/study/gather/due.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number; version: number }
let server: TestServer
let call: TestServer['call']
let study: number
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
  const [row] = await sql<{ id: number }>(`SELECT id FROM study_project WHERE code = 'HTN-2026'`)
  study = row!.id
})
afterAll(() => server.close())

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const add = async (body: object): Promise<Row> => {
  const { code, msg, data } = await call<{ row: Row }>('/admin/gather.project/add', {
    body: { study, name: '检验', nameEn: 'Laboratory', ...body },
  })
  if (code !== 1) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return data.row
}
const move = async ({ id }: Row, to: string, reason?: string, name = 'gather.project') => {
  const { data } = await call<{ row: Row }>(`/admin/${name}/read`, { query: { id: String(id) } })
  const headers = reason ? { 'x-reason': encodeURIComponent(reason) } : {}
  return call<{ row: Row }>(`/admin/${name}/move`, { body: { id, version: data.row.version, to }, headers })
}
const today = () => hospitalDay()

test('AA-02 a gather project opens, pauses and closes; opened again after its end it wants a reason', async () => {
  const gather = await add({ code: 'G-1', dueRule: 'weekly', dueWeekday: 3 })
  expect(gather['dueNext']).toBeNull()
  const opened = await move(gather, 'open')
  expect(opened).toMatchObject({ code: 1, data: { row: { state: 'open' } } })
  expect(String(opened.data.row['dueNext']) >= today()).toBe(true)
  expect(await move(gather, 'paused')).toMatchObject({ code: 1, data: { row: { dueNext: null } } })
  expect((await move(gather, 'open')).code).toBe(1)
  expect((await move(gather, 'closed')).code).toBe(1)
  expect(await move(gather, 'open')).toMatchObject({ code: 0, data: { problems: [{ field: '_reason' }] } })
  expect((await move(gather, 'open', '补收一个月')).code).toBe(1)
  expect(await move(gather, 'locked')).toMatchObject({ code: 0, data: { problems: [{ field: 'to' }] } })
})

test('AA-02 it opens only while its study collects', async () => {
  const made = await call<{ row: Row }>('/admin/study.project/add', {
    body: { code: 'G-S', title: '甲', titleEn: 'A', department: (await sql<{ id: number }>('SELECT id FROM department LIMIT 1'))[0]!.id },
  })
  const gather = await add({ code: 'G-2', study: made.data.row.id })
  expect(await move(gather, 'open')).toMatchObject({
    code: 0,
    data: {
      blockers: [
        { text: '研究还没有开始采集', address: `/admin/study/project/${made.data.row.id}` },
        { text: '研究还没有发布数据字典', address: `/admin/study/project/${made.data.row.id}?tab=dictionaries` },
      ],
    },
  })
})

test('AA-02 a rule without its day is refused, and its code is one of the house', async () => {
  const body = { study, name: 'x', nameEn: 'x', code: 'G-3' }
  expect(await call('/admin/gather.project/add', { body: { ...body, dueRule: 'monthly' } })).toMatchObject({
    code: 0,
    data: { problems: [{ field: 'dueMonthday', key: 'required' }] },
  })
  expect(await call('/admin/gather.project/add', { body: { ...body, code: 'HTN-LAB' } })).toMatchObject({
    code: 0,
    data: { problems: [{ field: 'code', key: 'taken' }] },
  })
})

test('AA-02 a delivery is made by the server, decided by people, and once accepted settles what was due', async () => {
  const gather = await add({ code: 'G-4', dueRule: 'once', dueOn: '2099-01-01' })
  await move(gather, 'open')
  const ctx = systemContext(server.backend)
  const deliver = (number: number) =>
    ctx.engine.add(ctx, 'gather.delivery', {}, { study, gather: gather.id, number, name: `第 ${number} 次.csv`, rowsIn: 10 })
  expect((await call('/admin/gather.delivery/add', { body: { name: 'x' } })).code).toBe(0)
  const [first, second] = [await deliver(1), await deliver(2)]
  await expect(deliver(2)).rejects.toThrow()
  expect((await move(first, 'accepted', undefined, 'gather.delivery')).code).toBe(0)
  expect(await move(first, 'rejected', undefined, 'gather.delivery')).toMatchObject({ data: { problems: [{ field: '_reason' }] } })
  expect(await move(first, 'rejected', '缺少标识列', 'gather.delivery')).toMatchObject({ code: 1, data: { row: { state: 'rejected' } } })
  const due = async () =>
    (await sql<{ due: string | null }>('SELECT due_next AS due FROM gather_project WHERE id = $1', [gather.id]))[0]?.due
  expect(await due()).toBe('2099-01-01')
  for (const to of ['reading', 'mapped', 'compared', 'accepted']) await ctx.engine.move(ctx, 'gather.delivery', { id: second.id, to })
  expect(await due()).toBeNull()
  expect(await call('/admin/gather.project/del', { method: 'DELETE', query: { ids: String(gather.id) } })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('数据交付'),
  })
})

describe('AA-02 every department owes for itself', () => {
  const dues = async (gather: Row) =>
    (await sitesDue(server.backend.database, [gather.id])).get(gather.id)?.map(({ department, due }) => [department, due])
  const dueNext = async ({ id }: Row) =>
    (await sql<{ due: string | null }>('SELECT due_next AS due FROM gather_project WHERE id = $1', [id]))[0]?.due
  const sites = async (count: number) =>
    (
      await sql<{ id: number }>(`SELECT DISTINCT department AS id FROM study_subject WHERE study = $1 ORDER BY 1 LIMIT ${count}`, [study])
    ).map(({ id }) => id)
  const after = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  let number = 0
  const accept = async (gather: Row, facts: object) => {
    const ctx = systemContext(server.backend)
    const about = { study, gather: gather.id, number: ++number, name: 'x.csv', rowsIn: 1, ...facts }
    const { id } = await ctx.engine.add(ctx, 'gather.delivery', {}, about)
    for (const to of ['reading', 'mapped', 'compared', 'accepted']) await ctx.engine.move(ctx, 'gather.delivery', { id, to })
  }

  test('a delivery settles its own department, a second one for the same day nothing more, and the day moves once nobody owes it', async () => {
    const [a, b] = (await sites(2)) as [number, number]
    const gather = await add({ code: 'G-5', dueRule: 'weekly', dueWeekday: 3, departments: [a, b] })
    await move(gather, 'open')
    const first = String(await dueNext(gather))
    const next = after(first, 7)
    await accept(gather, { department: a })
    await accept(gather, { department: a })
    expect(await dues(gather)).toEqual([
      [a, next],
      [b, first],
    ])
    expect(await dueNext(gather)).toBe(first)
    // A file of the whole hospital settles those whose rows it has.
    await accept(gather, { diff: { sites: { [b]: 12 } } })
    expect(await dues(gather)).toEqual([
      [a, next],
      [b, next],
    ])
    expect(await dueNext(gather)).toBe(next)
    await move(gather, 'paused')
    await move(gather, 'open')
    expect(await dues(gather)).toEqual([
      [a, first],
      [b, first],
    ])
  })
})
