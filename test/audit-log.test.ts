import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { unzipSync } from './unzip.ts'

type Row = Record<string, unknown> & { id: number }
type Page = { list: Row[]; total: number }
let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())
const search = (...items: object[]) => ({ search: JSON.stringify(items) })

describe('AA-16 admin logs', () => {
  test('every change is there with its difference, and can be searched', async () => {
    const { data } = await call<{ row: Row }>('/admin/job/add', { body: { name: '记录员', code: 'LOGGED' } })
    await call('/admin/job/edit', { body: { id: data.row.id, headcount: 7 }, headers: { 'x-reason': encodeURIComponent('增加编制') } })
    const page = await call<Page>('/admin/auth.log/index', {
      query: search({ field: 'resource', operator: '=', val: 'job' }, { field: 'record', operator: '=', val: String(data.row.id) }),
    })
    expect(page.data.list.map((r) => r['action'])).toEqual(['edit', 'add'])
    expect(page.data.list[0]).toMatchObject({
      actorName: '系统管理员',
      admin: 1,
      label: '记录员',
      changes: { headcount: [1, 7] },
      reason: '增加编制',
      ip: '127.0.0.1',
      _labels: { admin: '系统管理员', action: '编辑', resource: '岗位' },
      diff: [{ field: 'headcount', before: '1', after: '7' }],
    })
    expect((await call<Page>('/admin/auth.log/index', { query: { quick_search: '记录员' } })).data.total).toBe(2)
  })
  test('says what changed in words: names of records, tasks and rights, what differs inside data, and how much of what programs made', async () => {
    const entry = async (resource: string, changes: object, lang = 'zh-cn') => {
      const [made] = await server.backend.database.query<{ id: number }>(
        `INSERT INTO audit_entry (actor_kind, actor_name, action, resource, record_id, changes, request_id, ip, user_agent)
          VALUES ('system', 's', 'edit', $1, '1', $2, 'r', '', '') RETURNING id`,
        [resource, JSON.stringify(changes)],
      )
      const { data } = await call<Page>('/admin/auth.log/index', {
        query: search({ field: 'id', operator: '=', val: String(made!.id) }),
        headers: { 'think-lang': lang },
      })
      return (data.list[0]!['_labels'] as { changes: string }).changes
    }
    const [task] = await server.backend.database.query<{ id: number }>(
      `INSERT INTO task (kind, title, lane, input, state) VALUES ('delivery.read', '体征.csv', 'heavy', '{}', 'done') RETURNING id`,
    )
    const [home] = await server.backend.database.query<{ id: number; name: string }>('SELECT id, name FROM department ORDER BY id LIMIT 1')
    expect(await entry('job', { department: [null, home!.id] })).toBe(`所属科室: – → ${home!.name}`)
    expect(await entry('gather.delivery', { task: [null, task!.id] }, 'en')).toBe(`Task: – → 体征.csv #${task!.id}`)
    expect(await entry('gather.delivery', { task: [null, 999_999] }, 'en')).toBe('Task: – → #999999')
    const compared = (cells: number) => ({ cells, files: { added: 'a' } })
    expect(await entry('gather.delivery', { diff: [null, compared(0)] }, 'en')).toBe('Differences: – → 2 items')
    expect(await entry('gather.delivery', { diff: [null, { cells: 1 }] }, 'en')).toBe('Differences: – → 1 item')
    expect(await entry('gather.delivery', { diff: [compared(0), compared(14)] })).toBe('差异: 2 项 → 2 项，改动 1 项')
    expect(await entry('control.version', { body: [{ params: { max: 260 } }, { params: { max: 250 } }] })).toContain('max 260 → 250')
    expect(await entry('crud.table', { rules: [null, ['job', 'job/index', 'job/add']] })).toBe('菜单与权限: – → 菜单、查看、新建')
    expect(await entry('security.recycle', { resource: [null, 'job'] }, 'en')).toMatch(/: – → Jobs$/)
  })
  test('a reason that somebody typed in the shape of the process’s own words is read as it was typed in both languages', async () => {
    const typed = '{"zh-cn":"核对无误","en":"checked and wrong"}'
    const { data } = await call<{ row: Row }>('/admin/job/add', { body: { name: '抄写员', code: 'TYPED' } })
    const { id } = data.row
    await call('/admin/job/edit', { body: { id, headcount: 3 }, headers: { 'x-reason': encodeURIComponent(typed) } })
    for (const lang of ['zh-cn', 'en']) {
      const headers = { 'think-lang': lang }
      const query = search({ field: 'resource', operator: '=', val: 'job' }, { field: 'record', operator: '=', val: String(id) })
      const { list } = (await call<Page>('/admin/auth.log/index', { query, headers })).data
      expect(String(list[0]!['reason']).trim(), lang).toBe(typed)
      const told = await call<Page>('/admin/job/history', { query: { id: String(id) }, headers })
      expect(String(told.data.list[0]!['reason']).trim(), lang).toBe(typed)
    }
  })
  test('is found by the words that are shown, in the reader’s language', async () => {
    const { data } = await call<{ row: Row }>('/admin/job/add', { body: { name: 'Scribe', code: 'SCRIBE' } })
    const found = async (query: Record<string, string>, lang = 'zh-cn') =>
      (await call<Page>('/admin/auth.log/index', { query: { limit: '100', ...query }, headers: { 'think-lang': lang } })).data.list
    const isOurs = (r: Row) => r['resource'] === 'job' && r['record'] === String(data.row.id)
    for (const [text, lang] of [
      ['新建', 'zh-cn'],
      ['add', 'en'],
      ['岗位', 'zh-cn'],
      ['job', 'en'],
    ] as const)
      expect((await found({ quick_search: text }, lang)).filter(isOurs), text).toHaveLength(1)
    expect((await found({ quick_search: '登录' })).map((r) => r['action'])).toContain('login')
    const only = await found(search({ field: 'action', operator: 'LIKE', val: '登录' }))
    expect(only.length).toBeGreaterThan(0)
    for (const row of only) expect((row['_labels'] as { action: string }).action).toContain('登录')
    const others = await found(search({ field: 'action', operator: 'NOT LIKE', val: '登录' }))
    expect(others.length).toBeGreaterThan(0)
    for (const row of others) expect((row['_labels'] as { action: string }).action).not.toContain('登录')
  })
  test('a record is called by its name in the reader’s language', async () => {
    const { data } = await call<{ row: Row }>('/admin/auth.rule/add', {
      body: { type: 'button', title: '领用', titleEn: 'Take', name: 'store/take' },
    })
    await call('/admin/auth.rule/edit', { body: { id: data.row.id, remark: 'x' } })
    const names = async (lang: string) =>
      (
        await call<Page>('/admin/auth.log/index', {
          query: search(
            { field: 'resource', operator: '=', val: 'auth.rule' },
            { field: 'record', operator: '=', val: String(data.row.id) },
          ),
          headers: { 'think-lang': lang },
        })
      ).data.list.map((r) => r['label'])
    expect(await names('zh-cn')).toEqual(['领用', '领用'])
    expect(await names('en')).toEqual(['Take', 'Take'])
    // What it was called then, where the entry tells it.
    await call('/admin/auth.rule/edit', { body: { id: data.row.id, titleEn: 'Draw' } })
    expect(await names('en')).toEqual(['Draw', 'Draw', 'Take'])
  })
  test('sign-ins, failures and exports are there too', async () => {
    await server.call('/admin/index/login', { body: { username: 'nobody', password: 'wrong-1' } })
    await (
      await fetch(`${server.address}/admin/job/exportExcel`, { headers: { server: '1', batoken: (await server.login()).token } })
    ).arrayBuffer()
    const { data } = await call<Page>('/admin/auth.log/index', { query: { limit: '100' } })
    const actions = new Set(data.list.map((r) => r['action']))
    for (const action of ['login', 'loginFailed', 'exportExcel']) expect(actions).toContain(action)
    expect(data.list.find((r) => r['action'] === 'loginFailed')).toMatchObject({
      label: expect.stringMatching(/^unknown /),
      actorKind: 'system',
    })
  })
  test('a person sees their own, the auditor sees all', async () => {
    const own = await person(server, 'ownlog', /^(auth\/log(\/(index|exportExcel))?|job(\/.+)?)$/)
    const auditor = await person(server, 'auditlog', /^auth\/log(\/|$)/)
    await own.call('/admin/job/add', { body: { name: 'mine', code: 'MINE' } })
    const mine = await own.call<Page>('/admin/auth.log/index', { query: { limit: '100' } })
    expect(new Set(mine.data.list.map((r) => r['admin']))).toEqual(new Set([own.id]))
    expect(mine.data.list.map((r) => r['action'])).toEqual(['add', 'login'])
    const foreign = await own.call<Page>('/admin/auth.log/index', { query: search({ field: 'admin', operator: '=', val: '1' }) })
    expect(foreign.data.list).toEqual([])
    const all = await auditor.call<Page>('/admin/auth.log/index', { query: { limit: '100' } })
    expect(new Set(all.data.list.map((r) => r['admin'])).size).toBeGreaterThan(2)
    expect(await own.call('/admin/auth.log/edit', { query: { id: String(all.data.list[0]!.id) } })).toMatchObject({ status: 404 })
  })
  test('nobody writes to it, not even the super admin', async () => {
    const [first] = (await call<Page>('/admin/auth.log/index')).data.list
    const body = { id: first!.id, label: 'forged' }
    for (const [path, options] of [
      ['add', { body }],
      ['edit', { body }],
      ['del', { method: 'DELETE', query: { ids: String(first!.id) } }],
      ['delete', { method: 'DELETE', query: { ids: String(first!.id) } }],
    ] as const)
      expect([path, (await call(`/admin/auth.log/${path}`, options)).status]).toEqual([path, 404])
  })
  test('is exported like any list, in the scope of the reader, and hidden from those without the rule', async () => {
    const { token } = await server.login('ownlog')
    const response = await fetch(`${server.address}/admin/auth.log/exportExcel`, { headers: { server: '1', batoken: token } })
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    const text = unzipSync(Buffer.from(await response.arrayBuffer()))
    expect(text).toContain('ownlog')
    expect(text).not.toContain('系统管理员')
    expect(await (await server.login('cardiology')).call('/admin/auth.log/index')).toMatchObject({ code: 401 })
  })
  test('what was sent with it cannot keep a refused change out of the trail', async () => {
    const me = await person(server, 'garbler', /^(auth\/log(\/index)?|job(\/(index|add))?)$/)
    await me.call('/admin/job/del', { method: 'DELETE', query: { ids: '7\0' } })
    await me.call('/admin/job/add', { body: { name: 'x', code: 'X', ['\0\ud800']: 1 } })
    const { data } = await me.call<Page>('/admin/auth.log/index', { query: search({ field: 'outcome', operator: '=', val: 'refused' }) })
    expect(data.list.map((r) => [r['action'], r['record'], r['refusedFields']])).toEqual([
      ['add', '', ['��']],
      ['del', '7�', []],
    ])
  })
  test('a change that was refused is there with its reason and without what was sent', async () => {
    const me = await person(server, 'tryer', /^(auth\/log(\/index)?|job(\/(index|add|edit))?)$/)
    const { data } = await me.call<{ row: Row }>('/admin/job/add', { body: { name: 'tried', code: 'TRIED' } })
    await me.call('/admin/job/add', { body: { name: '', code: 'a secret value' } })
    await me.call('/admin/job/del', { method: 'DELETE', query: { ids: String(data.row.id) } })
    await me.call('/admin/job/edit', { body: { id: data.row.id, version: 1, headcount: 2 } })
    await me.call('/admin/job/edit', { body: { id: data.row.id, version: 1, headcount: 3 } })
    await me.call('/admin/job/restore', { query: { ids: '1' } })
    await me.call('/admin/ajax/clearCache', { body: { type: 'all' } })
    await me.call('/admin/Terminal/index', { query: { command: 'version', uuid: crypto.randomUUID() } })
    const mine = await me.call<Page>('/admin/auth.log/index', { query: search({ field: 'outcome', operator: '=', val: 'refused' }) })
    expect(mine.data.list.map((r) => [r['resource'], r['action'], r['record'], r['refusal']])).toEqual([
      ['Terminal', 'index', '', '您没有此操作的权限'],
      ['ajax', 'clearCache', '', '您没有此操作的权限'],
      ['job', 'restore', '1', '您没有此操作的权限'],
      ['job', 'edit', String(data.row.id), expect.stringMatching(/^tryer 已于 \d{4}-\d\d-\d\d \S+ 编辑了这条记录，请合并后再保存$/)],
      ['job', 'del', String(data.row.id), '您没有此操作的权限'],
      ['job', 'add', '', '提交的内容有误，请按提示修改'],
    ])
    expect(mine.data.list.at(-1)).toMatchObject({ refusedFields: ['岗位名称', '岗位编码'], _labels: { action: '新建', resource: '岗位' } })
    expect(mine.data.list.slice(3).map((r) => r['label'])).toEqual(['tried', 'tried', ''])
    expect(JSON.stringify(mine.data)).not.toContain('secret value')
    // A record's own story and "changed by" tell what happened, not what was tried.
    const story = await me.call<Page>('/admin/job/history', { query: { id: String(data.row.id) } })
    expect(story.data.list.map((e) => e['action'])).toEqual(['edit', 'add'])
  })
  test('a refused change names its record by its number where its author may not see the name', async () => {
    const me = await person(server, 'guesser', /^(auth\/log(\/index)?|job(\/edit)?)$/)
    await me.call('/admin/job/edit', { body: { id: 1, version: 99, headcount: 2 } })
    const { data } = await me.call<Page>('/admin/auth.log/index', { query: search({ field: 'outcome', operator: '=', val: 'refused' }) })
    expect(data.list.map((r) => [r['record'], r['label']])).toEqual([['1', '#1']])
  })
  test('sign-ins can be left out', async () => {
    const { call } = await server.login()
    const kinds = async (val: string) =>
      (
        await call<Page>('/admin/auth.log/index', { query: { ...search({ field: 'kind', operator: '=', val }), limit: '100' } })
      ).data.list.map((r) => r['action'])
    expect(await kinds('signIn')).toContain('login')
    expect(await kinds('work')).toContain('add')
    expect(await kinds('work')).not.toContain('login')
  })
  test('reading, looking for what is not there and asking too often leave nothing', async () => {
    const me = await person(server, 'hammerer', /^(auth\/log(\/index)?)$/)
    const count = async () => (await me.call<Page>('/admin/auth.log/index')).data.total
    const before = await count()
    await me.call('/admin/job/index')
    await me.call('/admin/job/nothing', { body: {} })
    await me.call('/admin/nowhere/add', { body: {} })
    expect(await count()).toBe(before)
    for (let i = 0; i < 130; i++) await me.call('/admin/job/add', { body: {} })
    // Two minutes may have been touched, never three.
    expect((await count()) - before).toBeGreaterThanOrEqual(60)
    expect((await count()) - before).toBeLessThanOrEqual(120)
  })
})
