import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Preview = { rows: number; bad: number[]; problems: { row: number; column: string | null; text: string }[]; total: number }
let server: TestServer
let call: TestServer['call']
let token: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ call, token } = await server.login())
})
afterAll(() => server.close())

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const send = <T = { count: number }>(body: object, more: { headers?: Record<string, string>; resource?: string } = {}) =>
  call<T>(`/admin/${more.resource ?? 'job'}/import`, { body, ...(more.headers ? { headers: more.headers } : {}) })
const preview = async (columns: string[], rows: string[][], resource = 'job') =>
  (await send<Preview>({ columns, rows, preview: true }, { resource })).data
const jobs = async (like: string) =>
  sql<{ name: string; code: string }>('SELECT name, code FROM job WHERE code LIKE $1 AND deleted_at IS NULL ORDER BY id', [`${like}%`])

describe('a preview', () => {
  test('names what is wrong by cell, in the reader’s language, and writes nothing', async () => {
    const [{ n: before } = { n: 0 }] = await sql<{ n: number }>('SELECT count(*)::int AS n FROM audit_entry')
    const found = await preview(
      ['name', 'code', 'category', 'department', 'headcount', 'status'],
      [
        ['好', 'IM-1', '临床', '心血管内科', '1,200', '是'],
        ['', 'IM 2', 'nothing', '没有这个科室', 'many', 'perhaps'],
        ['又一个', 'IM-1', 'research', '', '', ''],
      ],
    )
    expect(found).toMatchObject({ rows: 3, bad: [1, 2] })
    expect(found.problems.map((p) => [p.row, p.column])).toEqual([
      [1, 'category'],
      [1, 'department'],
      [1, 'headcount'],
      [1, 'status'],
      [1, 'name'],
      [1, 'code'],
      [2, 'code'],
    ])
    expect(found.problems.map((p) => p.text).slice(0, 4)).toEqual([
      '没有选项“nothing”，可填：临床、科研、数据、管理',
      '在科室中找不到“没有这个科室”：请改为已有的名称，或先到科室中新建',
      '请输入整数',
      '请填“是”或“否”',
    ])
    expect(found.problems[6]!.text).toBe('与文件第 1 行相同，请换一个')
    const english = await send<Preview>(
      { columns: ['name', 'code'], rows: [['x', 'IM 2']], preview: true },
      { headers: { 'think-lang': 'en' } },
    )
    expect(english.data.problems).toEqual([{ row: 0, column: 'code', text: 'Letters, digits, dots, dashes and underscores only' }])
    expect(await jobs('IM')).toEqual([])
    const [{ n: after } = { n: 0 }] = await sql<{ n: number }>('SELECT count(*)::int AS n FROM audit_entry')
    expect(after).toBe(before)
  })

  test('tells of a row with another mistake that its code is taken, and which row of the file has it already', async () => {
    const [{ code } = { code: '' }] = await sql<{ code: string }>('SELECT code FROM job WHERE deleted_at IS NULL ORDER BY id LIMIT 1')
    const { data } = await send<Preview>(
      {
        columns: ['name', 'code', 'headcount'],
        rows: [
          ['a', 'TW-1', 'many'],
          ['', code, ''],
          ['b', 'TW-1', ''],
          ['', 'TW-1', 'many'],
        ],
        numbers: [3, 4, 7, 9],
        preview: true,
      },
      { headers: { 'think-lang': 'en' } },
    )
    expect(data.bad).toEqual([0, 1, 2, 3])
    const told = data.problems.filter((p) => p.column === 'code').map((p) => [p.row, p.text])
    expect(told).toEqual([
      [1, 'Already in use; choose another'],
      [2, 'The same as in row 3 of the file; choose another'],
      [3, 'The same as in row 3 of the file; choose another'],
    ])
    expect(data.problems.filter((p) => p.row === 3).map((p) => p.column)).toEqual(['headcount', 'code', 'name'])
  })

  test('reads options in any language and names them in the reader’s own', async () => {
    const body = {
      columns: ['name', 'code', 'category'],
      rows: ['临床', 'Clinical', 'clinical', 'none'].map((c, i) => ['x', `OP-${i}`, c]),
    }
    const english = await send<Preview>({ ...body, preview: true }, { headers: { 'think-lang': 'en' } })
    expect(english.data.problems).toEqual([
      { row: 3, column: 'category', text: expect.stringMatching(/^There is no option “none”; there are: Clinical, [A-Z]/) },
    ])
    const chinese = await send<Preview>({ ...body, preview: true })
    expect(chinese.data.problems).toEqual([{ row: 3, column: 'category', text: expect.stringMatching(/^没有选项“none”，可填：临床、/) }])
  })

  test('says what a required field without a column lacks, of the row as a whole', async () => {
    expect((await preview(['name'], [['x']])).problems).toEqual([
      { row: 0, column: null, text: expect.stringMatching(/^岗位编码：|^编码：/) },
    ])
  })

  test('finds records by name only as the person could pick them', async () => {
    const reader = await person(server, 'importer', /^job(\/|$)/)
    const body = { columns: ['name', 'code', 'department'], rows: [['x', 'IM-9', '心血管内科']], preview: true }
    expect((await call<Preview>('/admin/job/import', { body })).data.bad).toEqual([])
    const own = await reader.call<Preview>('/admin/job/import', { body })
    expect(own.data.problems).toEqual([
      { row: 0, column: 'department', text: '在科室中找不到“心血管内科”：请改为已有的名称，或先到科室中新建' },
    ])
    await sql(`INSERT INTO department (name, code) VALUES ('心血管内科', 'TWIN')`)
    expect((await call<Preview>('/admin/job/import', { body })).data.problems).toMatchObject([
      { column: 'department', text: '有多条记录叫“心血管内科”：请先留空，导入后再选择' },
    ])
    await sql(`DELETE FROM department WHERE code = 'TWIN'`)
  })
})

describe('an import', () => {
  test('writes every row through the write path, each with its entry, and is itself one', async () => {
    const rows = [
      ['甲', 'IN-1', 'Clinical', 'no'],
      ['乙', 'IN-2', '', ''],
    ]
    const body = { columns: ['name', 'code', 'category', 'status'], rows, file: '岗位.csv' }
    const key = { headers: { 'idempotency-key': 'import-once' } }
    expect(await send(body, key)).toMatchObject({ code: 1, data: { count: 2 } })
    expect(await send(body, key)).toMatchObject({ code: 1, data: { count: 2 } })
    expect(await sql(`SELECT name, category, status FROM job WHERE code LIKE 'IN-%' ORDER BY id`)).toEqual([
      { name: '甲', category: 'clinical', status: false },
      { name: '乙', category: 'clinical', status: true },
    ])
    const trail = await sql(`SELECT action, label, changes FROM audit_entry WHERE resource = 'job' ORDER BY id DESC LIMIT 3`)
    expect(trail).toMatchObject([
      { action: 'import', changes: { rows: [null, 2], file: [null, '岗位.csv'] } },
      { action: 'add', label: '乙' },
      { action: 'add', label: '甲' },
    ])
  })

  test('is all or nothing: one row that fails takes the others with it', async () => {
    const rows = [
      ['好', 'ALL-1'],
      ['坏', 'ALL-1'],
    ]
    expect(await send({ columns: ['name', 'code'], rows })).toMatchObject({
      code: 0,
      msg: '第 2 行没有通过，全部未导入：与文件第 1 行相同，请换一个',
      data: { row: 1 },
    })
    expect(await jobs('ALL')).toEqual([])
  })

  test('reads days, moments, yes and no, several names and grouped numbers as people write them', async () => {
    const columns = ['string', 'date', 'dateTime', 'time', 'switch', 'integer', 'number', 'checkbox']
    const row = ['x', '2026/1/5', '2026年1月5日 8:30', '8:05', '√', '12,345', '-999.5', '']
    const body = { columns, rows: [row], zone: 'Asia/Shanghai' }
    const answer = await call<{ count: number }>('/admin/test.everyKind/import', { body })
    expect(answer, answer.msg).toMatchObject({ code: 1 })
    const [stored] = await sql(
      `SELECT date, date_time AS at, time, switch, integer, number::text FROM test_every_kind WHERE string = 'x' ORDER BY id DESC LIMIT 1`,
    )
    expect(stored).toMatchObject({ date: '2026-01-05', time: '08:05:00', switch: true, integer: 12_345 })
    expect(Date.parse(String(stored!['at']))).toBe(Date.parse('2026-01-05T00:30:00Z'))
    expect(Number(stored!['number'])).toBe(-999.5)
  })

  test('refuses what is no sheet, too many rows, and columns that nobody may fill', async () => {
    const rows = [['x']]
    for (const body of [
      {},
      { columns: [], rows },
      { columns: ['name', 'name'], rows },
      { columns: ['name'], rows: 'x' },
      { columns: ['name'], rows: [[1]] },
    ])
      expect((await send(body)).code, JSON.stringify(body)).toBe(0)
    for (const column of ['id', 'weigh', 'version', 'no', '__proto__', 'people'])
      expect((await send({ columns: [column], rows })).code, column).toBe(0)
    expect(await send({ columns: ['name'], rows: [] })).toMatchObject({ code: 0, msg: '文件里没有可导入的行' })
    expect(await send({ columns: ['name'], rows: Array.from({ length: 5001 }, () => ['x']) })).toMatchObject({
      code: 0,
      msg: '一次最多导入 5000 行，请分成几个文件',
    })
    expect((await call('/admin/user.user/import', { body: { columns: ['nickname'], rows } })).status).toBe(404)
  })

  test('needs a right of its own', async () => {
    const adder = await person(server, 'adder', /^job(\/(index|add|edit)|$)/)
    expect((await adder.call('/admin/job/import', { body: { columns: ['name'], rows: [['x']] } })).code).toBe(401)
  })
})

test('the template names every field that can be filled, the required ones with a star', async () => {
  const answer = await fetch(`${server.address}/admin/job/import`, { headers: { server: '1', batoken: token, 'think-lang': 'en' } })
  expect(answer.headers.get('content-disposition')).toContain('.xlsx')
  const book = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const [head] = book.sheets[0]!.rows
  expect(head).toEqual(['Name*', 'Code*', 'Category', 'Department', 'Headcount', 'Enabled', 'Duties'])
})
