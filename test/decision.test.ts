import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number }
let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())

test('every decision names the tests that prove it, and those exist', () => {
  const text = readFileSync('docs/decisions-beside-the-specification.md', 'utf8')
  const [subjects = '', proofs = ''] = text.split('## Proved by')
  const cellsOf = (part: string) =>
    part.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      return line.startsWith('| ') && cells[1] !== 'subject' && !/^-+$/.test(cells[1] ?? '') ? [cells.slice(1, -1)] : []
    })
  const decided = cellsOf(subjects).map(([subject]) => subject)
  expect(decided.length).toBeGreaterThanOrEqual(14)
  expect(cellsOf(proofs).map(([subject]) => subject)).toEqual(decided)
  for (const [subject, file = '', titles = ''] of cellsOf(proofs)) {
    const source = readFileSync(`test/${file.replaceAll('`', '')}`, 'utf8')
    for (const title of titles.split(' · ')) expect(source, `${subject}: ${title}`).toContain(title)
  }
})

describe('beside the specification', () => {
  const add = (body: object) => call<{ row: Row }>('/admin/job/add', { body })

  test('a switch is true or false: text and numbers are refused, whatever they would mean', async () => {
    for (const status of ['0', '1', 0, 1]) expect(await add({ name: '开关', code: 'SWITCH', status })).toMatchObject({ code: 0 })
    expect((await add({ name: '开关', code: 'SWITCH', status: false })).data.row).toMatchObject({ status: false })
  })
  test('a tree is a flat list, each row with the one above it', async () => {
    const { list } = (await call<{ list: Row[] }>('/admin/department/index', { query: { limit: '100' } })).data
    expect(list.some(({ parentId }) => parentId !== null)).toBe(true)
    for (const row of list) expect(Object.keys(row)).not.toContain('children')
  })
  test('areas have their own names, not those of BuildAdmin', async () => {
    for (const name of ['auth.rule', 'auth.log', 'security.recycle', 'crud.table'])
      expect((await call(`/admin/${name}/index`)).code, name).toBe(1)
    for (const name of ['auth.menu', 'auth.adminLog', 'security.dataRecycle', 'crud.crud'])
      expect((await call(`/admin/${name}/index`)).code, name).not.toBe(1)
  })
  test('rows say createdAt and a status that is true or false', async () => {
    const { row } = (await add({ name: '字段', code: 'FIELDS' })).data
    expect(row).toMatchObject({ createdAt: expect.any(String), updatedAt: expect.any(String), status: true })
    expect(Object.keys(row)).not.toContain('createtime')
  })
  test('another case is another address', async () => {
    for (const path of ['/admin/terminal/index', '/api/sms/send', '/api/EMS/send', '/admin/JOB/index']) {
      const { status, code } = await call(path, { body: {} })
      expect([path, status, code]).toEqual([path, 404, 0])
    }
  })
  test('a colour is #rrggbb or #rrggbbaa; rgb() is refused with a sentence', async () => {
    const refused = async (color: string) => {
      const { data } = await call<{ problems?: { field: string }[] }>('/admin/test.everyKind/add', { body: { color } })
      return (data.problems ?? []).some(({ field }) => field === 'color')
    }
    expect([await refused('#0b63c5'), await refused('#0b63c580'), await refused('rgb(11, 99, 197)')]).toEqual([false, false, true])
  })
  test('the access token of before goes on until it expires by itself, unless the session ends', async () => {
    const { token, refreshToken } = await server.login()
    const opens = async () => (await server.call('/admin/index/index', { headers: { batoken: token } })).code
    const renewed = await server.call<{ token: string }>('/api/common/refreshToken', { body: { refresh_token: refreshToken } })
    expect([renewed.code, renewed.data.token === token]).toEqual([1, false])
    expect(await opens()).toBe(1)
    await server.call('/admin/index/logout', { body: { refreshToken }, headers: { batoken: renewed.data.token } })
    await server.ask('refresh')
    expect(await opens()).not.toBe(1)
  })
})
