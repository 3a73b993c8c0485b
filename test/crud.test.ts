import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../src/areas/registry.ts'
import { actionsOf } from '../src/kernel/index.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: number; version: number }
type Page = { list: Row[]; total: number; capped: boolean; remark: string }
const index = (query: Record<string, string> = {}, name = 'test.everyKind') => call<Page>(`/admin/${name}/index`, { query })
const add = async (body: Record<string, unknown>, name = 'test.everyKind') => {
  const answer = await call<{ row: Row }>(`/admin/${name}/add`, { body })
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 1 })
  return answer.data.row
}
const search = (...items: object[]) => ({ search: JSON.stringify(items) })

describe('C-10 every area answers its own actions and no others', () => {
  const all = ['index', 'add', 'edit', 'del', 'sortable', 'recycle', 'restore', 'delete', 'exportExcel', 'lock', 'unlock']
  test.each(areas.map((a) => [a.name, a] as const))('%s', async (name, area) => {
    const { code, data } = await index({}, name)
    expect(code).toBe(1)
    expect(data).toMatchObject({ list: expect.any(Array), total: expect.any(Number), capped: false, remark: expect.any(String) })
    for (const row of data.list) expect(Object.keys(row)).not.toContain('password')
    for (const action of all.filter((a) => !(actionsOf(area) as string[]).includes(a))) {
      expect((await call(`/admin/${name}/${action}`, { body: {} })).status).toBe(404)
    }
    const options = await call<{ options: { value: number; label: string }[] }>(`/admin/${name}/index`, { query: { select: 'true' } })
    expect(options.data.options).toEqual(expect.any(Array))
    const first = data.list[0]
    if (first) expect((await call<{ row: Row }>(`/admin/${name}/read`, { query: { id: String(first.id) } })).data.row).toEqual(first)
    // The list of forms has the rights of what is entered in them, and no rows of its own.
    if (first && !('view' in area) && (actionsOf(area) as string[]).includes('edit')) {
      const { data: one } = await call<{ row: Row }>(`/admin/${name}/edit`, { query: { id: String(first.id) } })
      expect(one.row).toEqual(first)
    }
  })
})

const full = {
  string: ' CRP <0.5 mg/L & "P≤0.05" ',
  number: 12.3456,
  float: 0.1,
  integer: 42,
  date: '2024-02-29',
  time: '08:30:00',
  dateTime: '2026-01-31T08:30:00Z',
  year: 2026,
  switch: false,
  array: [{ key: 'a', value: '1' }],
  file: '/storage/a.pdf',
  image: '/storage/a.png',
  images: ['/storage/a.png', '/storage/b.png'],
  select: 'high',
  remoteSelect: 'x',
  city: ['440000', '440100', '440103'],
  radio: 'yes',
  checkbox: ['blood', 'tissue'],
  textarea: '第一行\n第二行 𠀀',
  richText: '<p>正文</p>',
  icon: 'file',
  color: '#0b63c5',
  json: { a: [1, null, '二'] },
  code: '{"a":1}',
  serial: 'S-1',
}

test('E-05 all kinds save and come back as they were entered', async () => {
  const { data } = await index({}, 'job')
  const [a, b] = data.list
  const row = await add({ ...full, ref: a!.id, refs: [b!.id, a!.id], password: 'secret-9', secret: '身份证' })
  expect(row).toMatchObject({ ...full, ref: a!.id, refs: [b!.id, a!.id] })
  expect(row['_labels']).toMatchObject({ ref: a!['name'], refs: [b!['name'], a!['name']] })
  expect(row).not.toHaveProperty('password')
  const { data: again } = await call<{ row: Row }>('/admin/test.everyKind/edit', { query: { id: String(row.id) } })
  expect(again.row).toEqual(row)
})

test('values are refused in words, per field, and nothing is stored', async () => {
  const before = (await index()).data.total
  const bad = {
    string: '',
    number: 'x',
    float: 'NaN',
    integer: 1.5,
    date: '2026-02-30',
    time: '25:00',
    dateTime: 'tomorrow',
    year: 26,
    switch: 'no',
    array: [{ key: 'a' }],
    images: 'x',
    select: 'huge',
    radio: null,
    checkbox: ['blood', 'hair'],
    icon: 'A B',
    color: 'red',
    ref: 'x',
    refs: [0],
    password: '123',
    serial: 'a b',
    nonsense: 1,
  }
  const answer = await call<{ problems: { field: string }[] }>('/admin/test.everyKind/add', { body: bad })
  expect(answer.code).toBe(0)
  expect(answer.data.problems.map((p) => p.field).toSorted()).toEqual(Object.keys(bad).toSorted())
  expect((await index()).data.total).toBe(before)
})

test('references must exist, and not lie in the bin', async () => {
  const gone = await add({ name: 'binned', code: 'binned-1' }, 'job')
  await call('/admin/job/del', { method: 'DELETE', query: { ids: String(gone.id) } })
  for (const body of [
    { string: 'r', ref: gone.id },
    { string: 'r', ref: 999_999 },
    { string: 'r', refs: [1, 999_999] },
  ])
    expect(await call('/admin/test.everyKind/add', { body })).toMatchObject({ code: 0, msg: expect.stringContaining('指向的记录不存在') })
})

describe('search operators', () => {
  const tag = 'op'
  beforeAll(async () => {
    for (let i = 1; i <= 5; i++)
      await add({
        string: `${tag}${i}_100%`,
        integer: i,
        number: i / 2,
        date: `2026-03-0${i}`,
        dateTime: `2026-03-0${i}T12:00:00Z`,
        select: i > 3 ? 'high' : 'low',
        checkbox: i % 2 ? ['blood'] : ['urine', 'blood'],
        switch: i > 2,
        textarea: i === 5 ? null : 't',
      })
  })
  test.each([
    [{ field: 'integer', operator: '=', val: '3' }, [3]],
    [{ field: 'integer', operator: 'eq', val: '3' }, [3]],
    [{ field: 'integer', operator: '<>', val: '3' }, [1, 2, 4, 5]],
    [{ field: 'integer', operator: '>', val: '3' }, [4, 5]],
    [{ field: 'integer', operator: '>=', val: '3' }, [3, 4, 5]],
    [{ field: 'number', operator: '<', val: '1.5' }, [1, 2]],
    [{ field: 'integer', operator: '<=', val: '2' }, [1, 2]],
    [{ field: 'string', operator: 'LIKE', val: '4_1' }, [4]],
    [{ field: 'string', operator: 'LIKE', val: '100%' }, [1, 2, 3, 4, 5]],
    [{ field: 'string', operator: 'NOT LIKE', val: `${tag}1` }, [2, 3, 4, 5]],
    [{ field: 'select', operator: 'IN', val: 'high,middle' }, [4, 5]],
    [{ field: 'select', operator: 'NOT IN', val: 'high' }, [1, 2, 3]],
    [{ field: 'integer', operator: 'RANGE', val: '2,4' }, [2, 3, 4]],
    [{ field: 'integer', operator: 'RANGE', val: '4,' }, [4, 5]],
    [{ field: 'integer', operator: 'RANGE', val: ',2' }, [1, 2]],
    [{ field: 'integer', operator: 'NOT RANGE', val: '2,4' }, [1, 5]],
    [{ field: 'dateTime', operator: 'RANGE', val: '2026-03-02,2026-03-03' }, [2, 3]],
    [{ field: 'date', operator: 'RANGE', val: '2026-03-02,2026-03-03' }, [2, 3]],
    [{ field: 'textarea', operator: 'NULL', val: '' }, [5]],
    [{ field: 'textarea', operator: 'NOT NULL', val: '' }, [1, 2, 3, 4]],
    [{ field: 'checkbox', operator: 'FIND_IN_SET', val: 'urine' }, [2, 4]],
    [{ field: 'switch', operator: '=', val: '0' }, [1, 2]],
  ])('%j', async (item, expected) => {
    const { data } = await index({ quick_search: tag, order: 'integer,asc', ...search(item) })
    expect(data.list.map((r) => r['integer'])).toEqual(expected)
    expect(data.total).toBe(expected.length)
  })
  test('brackets in the address mean the same', async () => {
    const { data } = await call<Page>(
      '/admin/test.everyKind/index?search[0][field]=integer&search[0][operator]=%3D&search[0][val]=3&quick_search=op',
    )
    expect(data.list).toHaveLength(1)
  })
  test.each([
    [{ field: 'password', operator: 'LIKE', val: '$argon' }, 'password'],
    [{ field: 'nothing', operator: '=', val: '1' }, 'nothing'],
    [{ field: 'integer', operator: 'LIKE', val: '1' }, 'integer'],
    [{ field: 'integer', operator: '=', val: '1;drop' }, 'integer'],
    [{ field: 'id"; --', operator: '=', val: '1' }, 'id'],
  ])('%j is refused, not ignored', async (item, named) => {
    const answer = await index(search(item))
    expect(answer.code).toBe(0)
    expect(answer.msg).toContain(named)
  })
  test.each(['nothing,asc', 'password,asc', 'id;select 1,asc'])('order by %s is refused', async (order) =>
    expect((await index({ order })).code).toBe(0),
  )
  test('pages follow each other without gap or repetition', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => index({ quick_search: tag, order: 'select,asc', limit: '2', page })))
    expect(pages.flatMap((p) => p.data.list.map((r) => r.id)).toSorted((a, b) => a - b)).toHaveLength(5)
    expect(pages[0]!.data.total).toBe(5)
    expect((await index({ quick_search: tag, limit: '2', page: '9' })).data).toMatchObject({ list: [], total: 5 })
  })
})

test('C-09 remote select: options with quick_search, and labels of what is chosen', async () => {
  const all = await call<{ options: { value: number; label: string }[]; total: number }>('/admin/job/index', {
    query: { select: 'true', quick_search: '数据', limit: '10' },
  })
  expect(all.data.options.map((o) => o.label).toSorted()).toEqual(['数据录入员', '数据管理员'])
  const [first] = all.data.options
  const chosen = await call<{ options: { value: number; label: string }[] }>('/admin/job/index', {
    query: { select: 'true', initKey: 'id', initValue: String(first!.value) },
  })
  expect(chosen.data.options).toEqual([first])
})

test('a tree comes whole; its cycles, and moves into another branch, are refused', async () => {
  const { data } = await index({}, 'department')
  const parent = data.list.find((d) => d['code'] === 'IM')!
  const child = data.list.find((d) => d['code'] === 'IM-CV')!
  expect(child['parentId']).toBe(parent.id)
  expect(await call('/admin/department/edit', { body: { id: parent.id, parentId: child.id } })).toMatchObject({
    code: 0,
    msg: '上级不能是自己或自己的下级',
  })
  const order = async () => (await index({}, 'department')).data.list.map((d) => d.id)
  const before = await order()
  expect(await call('/admin/department/sortable', { body: { id: child.id, targetId: parent.id } })).toMatchObject({
    code: 0,
    msg: '移动位置超出了可移动范围',
  })
  expect(await order()).toEqual(before)
  expect(await call('/admin/department/del', { method: 'DELETE', query: { ids: String(parent.id) } })).toMatchObject({
    code: 0,
    msg: `还有 ${data.list.filter((d) => d['parentId'] === parent.id).length} 条下级记录，请先移走，或与上级一起选中`,
  })
})

test('deleting recycles, restoring brings back, deleting from the bin is for good', async () => {
  const row = await add({ string: 'bin', serial: 'BIN-1' })
  const ids = String(row.id)
  expect(await call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids } })).toMatchObject({ code: 1, data: { count: 1 } })
  expect((await index(search({ field: 'serial', operator: '=', val: 'BIN-1' }))).data.total).toBe(0)
  const bin = await call<Page>('/admin/test.everyKind/recycle', { query: search({ field: 'serial', operator: '=', val: 'BIN-1' }) })
  expect(bin.data.list[0]).toMatchObject({ id: row.id, deletedAt: expect.any(String) })
  const second = await add({ string: 'bin', serial: 'BIN-1' })
  expect(await call('/admin/test.everyKind/restore', { query: { ids } })).toMatchObject({
    code: 0,
    data: { problems: [{ field: 'serial', key: 'taken' }] },
  })
  await call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids: String(second.id) } })
  expect((await call('/admin/test.everyKind/restore', { query: { ids } })).code).toBe(1)
  expect((await index(search({ field: 'serial', operator: '=', val: 'BIN-1' }))).data.total).toBe(1)
  expect(await call('/admin/test.everyKind/delete', { method: 'DELETE', query: { ids } })).toMatchObject({ code: 0 })
  expect((await call('/admin/test.everyKind/delete', { method: 'DELETE', query: { ids: String(second.id) } })).code).toBe(1)
  expect((await call('/admin/test.everyKind/restore', { query: { ids: String(second.id) } })).code).toBe(0)
})

test('C-10 sortable places a row where the target stands, also with equal weights', async () => {
  const rows = []
  for (let i = 0; i < 5; i++) rows.push(await add({ string: `sort${i}` }))
  const ids = rows.map((r) => r.id).toReversed()
  const order = async () =>
    (await index({ quick_search: 'sort', order: 'weigh,desc', limit: '50' })).data.list.map((r) => ids.indexOf(r.id))
  const move = (from: number, to: number) => call('/admin/test.everyKind/sortable', { body: { id: ids[from], targetId: ids[to] } })
  expect(await order()).toEqual([0, 1, 2, 3, 4])
  expect((await move(4, 1)).code).toBe(1)
  expect(await order()).toEqual([0, 4, 1, 2, 3])
  await move(0, 2)
  expect(await order()).toEqual([4, 1, 2, 0, 3])
  await server.backend.database.query(`UPDATE test_every_kind SET weigh = 7 WHERE string LIKE 'sort%'`)
  expect(await order()).toEqual([0, 1, 2, 3, 4])
  await move(3, 0)
  expect(await order()).toEqual([3, 0, 1, 2, 4])
})

test('a locked record refuses every change until it is unlocked', async () => {
  const row = await add({ string: 'lock' })
  const ids = String(row.id)
  expect((await call('/admin/test.everyKind/lock', { body: { ids: [row.id] } })).code).toBe(1)
  expect(await call('/admin/test.everyKind/edit', { body: { id: row.id, integer: 1 } })).toMatchObject({
    code: 0,
    msg: '记录已锁定，不能修改',
  })
  expect(await call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids } })).toMatchObject({
    code: 0,
    msg: '记录已锁定，不能修改',
  })
  expect(await call('/admin/test.everyKind/unlock', { body: { ids: [row.id] } })).toMatchObject({ code: 0, msg: '请说明修改的原因' })
  const headers = { 'x-reason': encodeURIComponent('改错一字') }
  expect((await call('/admin/test.everyKind/unlock', { body: { ids: [row.id] }, headers })).code).toBe(1)
  expect((await call('/admin/test.everyKind/edit', { body: { id: row.id, integer: 1 } })).code).toBe(1)
})

test('history tells who changed what, and hides secrets', async () => {
  const row = await add({ string: 'history', password: 'secret-1' })
  await call('/admin/test.everyKind/edit', { body: { id: row.id, integer: 7, password: 'secret-2' } })
  const { data } = await call<{ list: { action: string; by: string; changes: unknown[] }[]; total: number }>(
    '/admin/test.everyKind/history',
    { query: { id: String(row.id) } },
  )
  expect(data.total).toBe(2)
  expect(data.list[0]).toMatchObject({
    action: 'edit',
    by: '系统管理员',
    changes: expect.arrayContaining([
      { field: 'integer', before: null, after: 7 },
      { field: 'password', before: '••••••', after: '••••••' },
    ]),
  })
  expect(JSON.stringify(data)).not.toContain('secret-')
})

test('C-10 exportExcel: same filter, labels for choices, and no cell is a formula', async () => {
  const hostile = ['=1+1', '+cmd', '-2', '@sum', '\tx', '<b>&"', '控制\u0007符']
  for (const string of hostile) await add({ string: string, textarea: 'xls', select: 'high', integer: 5 })
  const { token } = await server.login()
  const response = await fetch(
    `${server.address}/admin/test.everyKind/exportExcel?${new URLSearchParams({ quick_search: 'xls', order: 'id,asc', columns: 'string,integer,select' })}`,
    { headers: { batoken: token } },
  )
  expect(response.headers.get('content-type')).toContain('spreadsheetml')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const book = await readXlsx(bytes)
  const rows = book.sheets[0]!.rows as unknown[][]
  expect(rows[0]).toEqual(['字段 string', '字段 integer', '字段 select'])
  expect(rows.slice(1)).toEqual(hostile.map((s) => [s.replace('\u0007', '�'), 5, '高']))
  expect(
    await (await fetch(`${server.address}/admin/test.everyKind/exportExcel?columns=password`, { headers: { batoken: token } })).json(),
  ).toMatchObject({ code: 0 })
})

test('exportExcel: moments are dates on the reader’s clock, a switch is a word', async () => {
  await add({ string: 'xls-time', dateTime: '2026-11-15T20:30:05.5Z', date: '1999-12-31', switch: true })
  const { token } = await server.login()
  const query = { quick_search: 'xls-time', columns: 'dateTime,date,switch', zone: 'Asia/Shanghai' }
  const response = await fetch(`${server.address}/admin/test.everyKind/exportExcel?${new URLSearchParams(query)}`, {
    headers: { batoken: token },
  })
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  const rows = book.sheets[0]!.rows as unknown[][]
  const [moment, day, on] = rows[1] as [Date, Date, string]
  expect(new Date(Math.round(moment.getTime() / 1000) * 1000).toISOString()).toBe('2026-11-16T04:30:05.000Z')
  expect(day.toISOString()).toBe('1999-12-31T00:00:00.000Z')
  expect(on).toBe('是')
})

test('what is named in two languages is named in the reader’s: in pickers and beside a reference', async () => {
  const { token } = await server.login()
  const ask = <T>(path: string, query: Record<string, string>, language: string) =>
    server.call<T>(path, { query, headers: { batoken: token, 'think-lang': language } }).then((a) => a.data)
  type Options = { options: { value: number; label: string }[] }
  const pick = (language: string) =>
    ask<Options>('/admin/auth.rule/index', { select: 'true', initKey: 'name', initValue: 'department' }, language)
  const rule = (await pick('en')).options[0]!
  expect(rule.label).toBe('Departments')
  expect((await pick('zh-cn')).options[0]!.label).toBe('科室')
  const parent = async (language: string) => {
    const page = await ask<{ list: { _labels: Record<string, string> }[] }>(
      '/admin/auth.rule/index',
      { quick_search: 'department/add' },
      language,
    )
    return page.list[0]!._labels['parentId']
  }
  expect(await parent('en')).toBe('Departments')
  expect(await parent('zh-cn')).toBe('科室')
})

test('OpenAPI is generated from the definitions for those who may see them', async () => {
  const { token } = await server.login()
  const doc = (await (await fetch(`${server.address}/admin/docs/openapi.json`, { headers: { batoken: token } })).json()) as {
    paths: Record<string, object>
    components: { schemas: Record<string, { required?: string[] }> }
  }
  expect(Object.keys(doc.paths)).toEqual(
    expect.arrayContaining(['/admin/job/index', '/admin/auth.admin/edit', '/admin/test.everyKind/approve']),
  )
  expect(doc.components.schemas['job.draft']!.required).toEqual(['name', 'code'])
  const few = await server.login('cardiology')
  const less = (await (await fetch(`${server.address}/admin/docs/openapi.json`, { headers: { batoken: few.token } })).json()) as {
    paths: object
  }
  expect(Object.keys(less.paths)).toContain('/admin/job/index')
  expect(Object.keys(less.paths)).not.toContain('/admin/auth.admin/edit')
})

test('city data: provinces, cities, districts', async () => {
  const area = (query: Record<string, string>) => call<{ value: string; label: string }[]>('/admin/ajax/area', { query })
  const provinces = (await area({})).data
  expect(provinces).toContainEqual({ value: '440000', label: '广东省' })
  expect((await area({ province: '440000' })).data).toContainEqual({ value: '440100', label: '广州市' })
  expect((await area({ province: '440000', city: '440100' })).data).toContainEqual({ value: '440103', label: '荔湾区' })
  expect((await area({ province: '990000' })).data).toEqual([])
})
