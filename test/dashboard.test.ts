import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { person } from './person.ts'
import { onlyInOneProcess } from './processes.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { move } from './study-kit.ts'

let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  call = (await server.login()).call
})
afterAll(() => server.close())

type Widget = {
  key: string
  kind: string
  title: string
  value?: number
  late?: number
  column?: string
  path?: string
  since?: number
  before?: number
  lines?: { name: string; values: number[] }[]
  entries?: { by: string; action: string; word?: string; what: string; where: string }[]
}
const board = async (as = call, query: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const { data } = await as<{ days: string[]; widgets: Widget[] }>('/admin/dashboard/index', { query, headers })
  return {
    days: data.days,
    get: (key: string) => data.widgets.find((w) => w.key === key),
    keys: data.widgets.map((w) => w.key),
    all: data.widgets,
  }
}
const count = async (table: string) =>
  (await server.backend.database.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE deleted_at IS NULL`))[0]!.n

test('AA-23 the figures are those of the database', async () => {
  const { get, days } = await board()
  expect(get('auth.admin')).toMatchObject({ kind: 'stat', title: '管理员', value: await count('auth_admin') })
  expect(get('user.user')).toMatchObject({ value: await count('user_user') })
  expect(get('department')).toMatchObject({ value: await count('department') })
  expect(get('storage')).toMatchObject({ unit: 'bytes' })
  expect(days).toHaveLength(14)
})

test('AA-23 the board has a word for whatever is written down', async () => {
  const search = JSON.stringify([{ field: 'code', operator: '=', val: 'HTN-A2' }])
  const { data } = await call<{ list: { id: number }[] }>('/admin/analysis.project/index', { query: { search } })
  expect(await move(call, 'analysis.project', data.list[0]!.id, 'withdrawn', '改用公开数据')).toMatchObject({ code: 1 })
  expect((await board()).get('latest')!.entries![0]).toMatchObject({ action: 'move', word: '改变状态' })
})

test('AA-23 what somebody does is on the board at once, on the day of the reader’s clock', async () => {
  const start = await board()
  const before = start.get('changesToday')!
  const failures = start.get('failedSignIns')!.value!
  await call('/admin/job/add', { body: { name: '数据专员', code: 'DASH1', category: 'data', headcount: 1 } })
  await server.call('/admin/index/login', { body: { username: 'auditor', password: 'wrong-pass-1' } })
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'no such zone']) {
    const { get, days } = await board(call, { zone })
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone.includes('/') ? zone : 'Asia/Shanghai' }).format(new Date())
    expect(days.at(-1)).toBe(today)
    expect(get('failedSignIns')!.value).toBeGreaterThan(0)
    expect(get('signIns')!.lines!.map((l) => l.values.length)).toEqual([14, 14])
    expect(
      get('changes')!
        .lines!.find((l) => l.name === 'add')!
        .values.at(-1),
    ).toBeGreaterThan(0)
  }
  const { get } = await board()
  expect(get('changesToday')!.value).toBe(before.value! + 1)
  expect(get('failedSignIns')!.value).toBe(failures + 1)
  expect(get('latest')!.entries![0]).toMatchObject({ what: '数据专员' })
  expect((await board(call, {}, { 'think-lang': 'en' })).get('auth.admin')!.title).toBe('Admins')
})

test('AA-23 what a person may not see is not there', async () => {
  const rules = await server.backend.database.query<{ id: number }>(
    `SELECT id FROM auth_rule WHERE name IN ('dashboard', 'dashboard/index', 'department/index', 'auth/log/index')`,
  )
  const group = await call<{ row: { id: number } }>('/admin/auth.group/add', {
    body: { name: '看板', scope: 'self', rules: rules.map((r) => r.id) },
  })
  await call('/admin/auth.admin/add', {
    body: { username: 'looker', nickname: '看客', groups: [group.data.row.id], password: PASSWORD },
  })
  const me = await server.login('looker')
  const { keys, get } = await board(me.call)
  expect(keys).toEqual(['department', 'changesToday', 'signInsToday', 'signIns', 'changes', 'latest'])
  // Without the right to see everybody's trail the figures are the own ones.
  expect(get('signIns')!.lines).toMatchObject([{ name: 'login' }])
  expect(get('signIns')!.lines![0]!.values.at(-1)).toBe(1)
  expect(get('changesToday')!.value).toBe(0)
  expect(get('latest')!.entries).toEqual([])
})

/** What the page of a widget lists. */
const listed = async (as: TestServer['call'], path: string): Promise<number> => {
  const { pathname, searchParams } = new URL(path, server.address)
  const search = searchParams.getAll('filter').map((text) => {
    const [field, operator, ...val] = text.split(':')
    return { field, operator, val: val.join(':') }
  })
  const resource = pathname.slice('/admin/'.length).replaceAll('/', '.')
  const answer = await as<{ total: number }>(`/admin/${resource}/index`, { query: { search: JSON.stringify(search) } })
  expect(answer).toMatchObject({ code: 1 })
  return answer.data.total
}

test('AA-23 work that asks for somebody is counted in their scope and leads to exactly its rows', async () => {
  for (const name of ['admin', 'datamanager', 'cardiology']) {
    const me = await server.login(name)
    const works = (await board(me.call)).all.filter(({ kind }) => kind === 'work')
    for (const { key, path, value } of works) expect([key, await listed(me.call, path!)]).toEqual([key, value])
  }
  const { all } = await board((await server.login('datamanager')).call)
  expect(all.filter(({ kind }) => kind === 'work').map(({ column }) => column)).toEqual(expect.arrayContaining(['waits', 'worse']))
  const before = (await board()).get('todo.mine')
  const [{ id } = { id: 0 }] = await server.backend.database.query<{ id: number }>(`SELECT id FROM auth_admin WHERE username = 'admin'`)
  expect((await call('/admin/todo/add', { body: { title: '核对', assignee: id, due: '2020-01-01' } })).code).toBe(1)
  const after = (await board()).get('todo.mine')!
  expect([after.value, after.late]).toEqual([(before?.value ?? 0) + 1, (before?.late ?? 0) + 1])
})

type HealthLine = {
  title: string
  reached: { value: number; of: number | null; path: string } | null
  open: { ages: number[]; path: string } | null
  scores: { points: { at: string; value: number }[]; path: string } | null
}
test('AA-23 how a study stands is counted as far as its reader sees it, and each figure leads to its rows', async () => {
  const sql = (text: string) => server.backend.database.query(text)
  const lineOf = async (name: string) => {
    const me = await server.login(name)
    const line = ((await board(me.call)).get('study.project.health') as { lines: HealthLine[] } | undefined)?.lines[0]
    return { me, line }
  }
  const ages = (line?: HealthLine) => line?.open?.ages ?? []
  const total = (line?: HealthLine) => ages(line).reduce((a, b) => a + b, 0)
  const whole = await lineOf('datamanager')
  const site = await lineOf('cardiology')
  for (const { me, line } of [whole, site]) expect(total(line)).toBe(await listed(me.call, line!.open!.path))
  expect(site.line!.reached!.value).toBeGreaterThan(0)
  expect(site.line!.reached!.value).toBeLessThan(whole.line!.reached!.value)
  // The plan is of all sites, and no measure of one.
  expect([whole.line!.reached!.of, site.line!.reached!.of]).toEqual([expect.any(Number), null])
  await sql(
    `INSERT INTO query (title, text, study, state, department, created_at) SELECT 'old', '?', s.id, 'open', d.id, now() - interval '40 days'
     FROM study_project s, department d WHERE d.code = 'IM-RC' ORDER BY s.id LIMIT 1`,
  )
  const [before, after] = [ages(whole.line), ages((await lineOf('datamanager')).line)]
  expect(after).toEqual(before.map((n, i) => n + (i === before.length - 1 ? 1 : 0)))
  expect(ages((await lineOf('cardiology')).line)).toEqual(ages(site.line))
  const runs = ['manual', 'recheck'].map((trigger, i) =>
    sql(
      `INSERT INTO qc_run (title, title_en, study, state, trigger, score, finished_at) SELECT 'at', 'at', id, 'done', '${trigger}', ${70 + i}, now() FROM study_project ORDER BY id LIMIT 1`,
    ),
  )
  await Promise.all(runs)
  expect((await lineOf('datamanager')).line!.scores!.points.at(-1)).toMatchObject({ value: 70 })
  const outside = await person(server, 'noTeam', /^(dashboard(\/index)?|study\/project\/index|query\/index)$/)
  expect((await board(outside.call)).get('study.project.health')).toBeUndefined()
})

test('AA-01 the page of a study tells by site and form what is there, what is asked for and what is wrong, as far as the reader sees', async () => {
  type Fill = {
    forms: { id: number; name: string }[]
    cells: Record<'site' | 'form' | 'records' | 'asked' | 'filled' | 'serious', number>[]
  }
  const sql = <T>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const [at] = await sql<{ study: number; department: number }>(
    `SELECT s.id AS study, d.id AS department FROM study_project s, department d WHERE s.code = 'HTN-2026' AND d.code = 'IM-CV'`,
  )
  const { study, department } = at!
  const fill = async (by: TestServer['call']) => (await by<Fill>('/admin/study.project/forms', { query: { id: String(study) } })).data
  const whole = await fill(call)
  const { id: vitals } = whole.forms.find(({ name }) => name === '生命体征')!
  const [own] = await sql<{ records: number; open: number }>(
    `SELECT (SELECT count(*) FROM "record"."t${vitals}" WHERE department = $1 AND state <> 'draft' AND deleted_at IS NULL) AS records,
      (SELECT count(*) FROM finding WHERE study = $2 AND form = $3 AND department = $1 AND severity IN ('blocking', 'major') AND state IN ('new', 'reopened')) AS open`,
    [department, study, vitals],
  )
  const cell = ({ cells }: Fill) => cells.find(({ site, form }) => site === department && form === vitals)!
  expect(cell(whole)).toMatchObject({ records: own!.records, serious: own!.open })
  expect(cell(whole).asked).toBeGreaterThan(cell(whole).filled)
  const site = await fill((await server.login('cardiology')).call)
  expect(cell(site)).toEqual(cell(whole))
  expect(new Set(site.cells.map((one) => one.site))).toEqual(new Set([department]))
  expect(new Set(whole.cells.map((one) => one.site)).size).toBe(3)
  const outsider = await person(server, 'outsider8', /^study\/project\/index$/)
  expect((await outsider.call('/admin/study.project/forms', { query: { id: String(study) } })).code).toBe(0)
})

test('AA-23 a run that judges lower than the one before it got worse, and so does no other', async () => {
  const sql = <T>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const [{ id: set } = { id: 0 }] = await sql<{ id: number }>('SELECT id FROM control_set LIMIT 1')
  const [{ id: study } = { id: 0 }] = await sql<{ id: number }>('SELECT id FROM study_project LIMIT 1')
  const add = (score: number, finished: string) =>
    sql(
      `INSERT INTO qc_run (title, title_en, study, "set", state, score, finished_at) VALUES ('worse', 'worse', $1, $2, 'done', $3, now() - $4::interval)`,
      [study, set, score, finished],
    )
  const fallen = async () => (await board()).get('qc.run.fallen')?.value ?? 0
  const before = await fallen()
  await add(99.5, '3 days')
  await add(80, '2 days')
  expect(await fallen()).toBe(before)
  await add(79, '1 hour')
  expect(await fallen()).toBe(before + 1)
  await add(90, '1 minute')
  expect(await fallen()).toBe(before + 1)
})

test('AA-23 falls in studies that somebody does not see hide none of their own', async () => {
  const sql = <T>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const reader = (await server.login('datamanager')).call
  const { data } = await reader<{ list: { id: number }[] }>('/admin/study.project/index')
  const elsewhere = await call<{ row: { id: number } }>('/admin/study.project/add', {
    body: {
      code: 'ELSE-1',
      title: '别处',
      titleEn: 'Elsewhere',
      department: (await sql<{ id: number }>('SELECT id FROM department LIMIT 1'))[0]!.id,
    },
  })
  const fall = (study: number, n: number) =>
    sql(
      `INSERT INTO qc_run (title, title_en, study, state, score, finished_at)
       SELECT 'fall', 'fall', $1, 'done', 90 - n, now() - interval '1 hour' FROM generate_series(0, $2) n ORDER BY n`,
      [study, n],
    )
  await fall(data.list[0]!.id, 1)
  await fall(elsewhere.data.row.id, 60)
  const own = (await board(reader)).get('qc.run.fallen')
  expect(own?.value).toBeGreaterThan(0)
  expect(await listed(reader, own!.path!)).toBe(own!.value)
})

test('AA-23 runs that wait or work are under way now, and no others', async () => {
  const sql = <T>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const open = async () => (await board()).get('qc.run.open')
  const before = (await open())?.value ?? 0
  const add = (state: string) => sql(`INSERT INTO qc_run (title, title_en, state) VALUES ('now', 'now', $1)`, [state])
  for (const state of ['waiting', 'running', 'done', 'failed']) await add(state)
  const now = (await open())!
  expect(now).toMatchObject({ kind: 'work', column: 'runs', value: before + 2 })
  expect(await listed(call, now.path!)).toBe(before + 2)
  await sql(`UPDATE qc_run SET state = 'failed' WHERE title = 'now'`)
  expect((await open())?.value ?? 0).toBe(before)
})

test('AA-23 worse is what is serious and new, what was accepted until yesterday, and what a site owes since yesterday', async () => {
  const sql = <T>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const figures = async () => {
    const { get } = await board()
    return ['finding.fresh', 'finding.reopened', 'finding.lapsed', 'query.overdue'].map((key) => get(key)?.value ?? 0)
  }
  const [fresh = 0, reopened = 0, lapsed = 0, overdue = 0] = await figures()
  const yesterday = `(now() AT TIME ZONE 'Asia/Shanghai')::date - 1`
  const finding = (severity: string, state: string, until: string, age: string, moved = age) =>
    sql(
      `INSERT INTO finding (name, parameter, severity, state, accepted_until, created_at, updated_at, study, fingerprint, hash, first_run, state_run)
       SELECT 'worse', p.id, $1, $2, ${until}, now() - $3::interval, now() - $4::interval, p.study, gen_random_uuid()::text, 'h', r.id, r.id FROM control_parameter p, qc_run r LIMIT 1`,
      [severity, state, age, moved],
    )
  const query = (due: string, state: string) =>
    sql(`INSERT INTO query (title, text, study, state, due) SELECT 'worse', '?', id, $1, ${due} FROM study_project LIMIT 1`, [state])
  await finding('minor', 'new', 'NULL', '1 hour')
  await finding('blocking', 'new', 'NULL', '3 days')
  await finding('minor', 'accepted', yesterday, '3 days')
  await finding('major', 'accepted', `${yesterday} - 5`, '3 days')
  await query(`${yesterday} + 1`, 'open')
  await query(`${yesterday} - 9`, 'open')
  await query(yesterday, 'answered')
  await finding('blocking', 'reopened', 'NULL', '3 days')
  await finding('minor', 'reopened', 'NULL', '3 days', '1 hour')
  expect(await figures()).toEqual([fresh, reopened, lapsed, overdue])
  await finding('blocking', 'new', 'NULL', '1 hour')
  // Found long ago, and back since this morning.
  await finding('blocking', 'reopened', 'NULL', '30 days', '1 hour')
  await finding('major', 'accepted', yesterday, '3 days')
  await query(yesterday, 'open')
  expect(await figures()).toEqual([fresh + 1, reopened + 1, lapsed + 1, overdue + 1])
})

onlyInOneProcess(
  'the board shows the exports of the process that answers',
  'AA-23 an export that runs is on the board of who waits for it and of the super admin, and leaves when it is over',
  async () => {
    const clerk = await person(server, 'exporter', /^(dashboard(\/index)?|message\/outbox(\/(index|exportExcel))?)$/)
    const stranger = await person(server, 'bystander', /^dashboard(\/index)?$/)
    const running = async (as: TestServer['call'], lang = 'zh-cn') => (await board(as, {}, { 'think-lang': lang })).get('running')
    expect(await running(call)).toBeUndefined()
    const { answer } = await server.backend.database.transaction(async (tx) => {
      // Nobody reads the outbox for now: the export has begun and cannot end.
      await tx.query('LOCK TABLE message_outbox IN ACCESS EXCLUSIVE MODE')
      const answer = fetch(`${server.address}/admin/message.outbox/exportExcel`, { headers: { server: '1', batoken: clerk.token } })
      const entry = { by: 'exporter', action: 'exporting', what: '发件箱' }
      await vi.waitFor(async () => expect(await running(clerk.call)).toMatchObject({ kind: 'feed', entries: [entry] }), 10_000)
      expect(await running(call, 'en')).toMatchObject({ title: 'Running tasks', entries: [entry] })
      expect(await running(stranger.call)).toBeUndefined()
      // Wrapped: a promise returned bare would be awaited inside the lock that it waits for.
      return { answer }
    })
    expect((await (await answer).arrayBuffer()).byteLength).toBeGreaterThan(1000)
    expect(await running(clerk.call)).toBeUndefined()
    expect(await running(call)).toBeUndefined()
  },
)
