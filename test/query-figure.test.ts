import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, post, publish, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(query|finding|control)(/|$)`)
let server: TestServer
let manager: Person
let site: Person
let call: Call
let near: number
let far: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const departmentOf = async (code: string) => (await sql<{ id: number }>('SELECT id FROM department WHERE code = $1', [code]))[0]!.id

beforeAll(async () => {
  server = await startTestServer()
  near = await departmentOf('IM-CV')
  far = await departmentOf('IM-RC')
  manager = await person(server, 'manager', RULES)
  site = await person(server, 'site', RULES)
  call = manager.call
})
afterAll(() => server.close())

type Figures = Record<string, unknown> & { name: string }
type Week = { week: string; last: string; raised: number; closed: number }
type Found = {
  weeks: Week[]
  ages: { from: number; count: number; first: string; last: string }[]
  sites: Figures[]
  parameters: Figures[]
}
const figuresOf = (as: Call, study: number) => as<Found>('/admin/query/figures', { query: { study: String(study) } })

test('queries are counted by age, site and parameter, with medians of days, for who sees them', async () => {
  const { study, visit } = await collecting(call, 'QF-1', near, manager.id)
  await add(call, 'study.member', { study, admin: site.id, role: 'coordinator', departments: [near] })
  const { forms } = await publish(call, study, () => ({ forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp')] }))
  const name = `clinical.data.f${forms[0]!.id}`
  const raised = async (code: string, department: number) => {
    const subject = await add(call, 'study.subject', { study, code, department })
    const record = await add(call, name, { subject: subject.id, visit, v1: '1' })
    expect(await post(call, 'query/raise', { form: forms[0]!.id, record: record.id, field: 'v1', text: 'x' })).toMatchObject({ code: 1 })
    return (await sql<{ id: number }>('SELECT max(id) AS id FROM query'))[0]!.id
  }
  const [fresh, old, closed, other] = [
    await raised('QF-1', near),
    await raised('QF-2', near),
    await raised('QF-3', near),
    await raised('QF-4', far),
  ]
  await sql(`UPDATE query SET created_at = now() - interval '10 days', sent_back = 2 WHERE id = $1`, [old])
  await sql(
    `UPDATE query SET created_at = now() - interval '6 days', state = 'closed', closed_at = now() - interval '2 days', reopened = 1 WHERE id = $1`,
    [closed],
  )
  await sql(`INSERT INTO query_entry (query, kind, created_at) VALUES ($1, 'answered', now() - interval '5 days')`, [closed])
  const { data } = await figuresOf(call, study)
  expect(data.ages.map(({ count }) => count)).toEqual([2, 0, 1, 0, 0])
  expect(data.sites).toMatchObject([
    { id: near, open: 2, answered: 0, closed: 1, age: 5, firstAnswer: 1, close: 4, sentBack: 2, reopened: 1 },
    { id: far, open: 1, closed: 0, firstAnswer: null, close: null },
  ])
  expect(data.weeks).toHaveLength(12)
  const sum = (of: 'raised' | 'closed') => data.weeks.reduce((all, week) => all + week[of], 0)
  expect([sum('raised'), sum('closed')]).toEqual([4, 1])
  const closedIn = data.weeks.find((week) => week.closed === 1)
  const inWeek = [
    { field: 'study', operator: 'IN', val: String(study) },
    { field: 'closedAt', operator: 'RANGE', val: `${closedIn!.week} 00:00:00,${closedIn!.last} 23:59:59` },
  ]
  const doors = await call<{ list: { id: number }[] }>('/admin/query/index', { query: { search: JSON.stringify(inWeek) } })
  expect(doors.data.list.map(({ id }) => id)).toEqual([closed])
  // Each bar leads to exactly its queries.
  const bar = data.ages.find(({ from }) => from === 8)
  const search = [
    { field: 'study', operator: 'IN', val: String(study) },
    { field: 'state', operator: 'IN', val: 'open,answered' },
    { field: 'createdAt', operator: 'RANGE', val: `${bar!.first} 00:00:00,${bar!.last} 23:59:59` },
  ]
  const listed = await call<{ list: { id: number }[] }>('/admin/query/index', { query: { search: JSON.stringify(search) } })
  expect(listed.data.list.map(({ id }) => id)).toEqual([old])
  // What was cancelled is counted nowhere; what no department is named for is a row as well.
  const [cancelled, nowhere] = [await raised('QF-5', near), await raised('QF-6', near)]
  await sql(`UPDATE query SET state = 'cancelled', sent_back = 3 WHERE id = $1`, [cancelled])
  await sql('UPDATE query SET department = NULL WHERE id = $1', [nowhere])
  expect((await figuresOf(call, study)).data.sites).toMatchObject([
    { id: near, open: 2, sentBack: 2 },
    { id: far, open: 1 },
    { id: null, name: '未指明科室', open: 1 },
  ])
  expect((await figuresOf(site.call, study)).data.sites.map(({ id }) => id)).toEqual([near, null])
  expect([fresh, other].every((id) => id > 0)).toBe(true)
  const outsider = await person(server, 'outsider', RULES)
  expect((await figuresOf(outsider.call, study)).code).toBe(0)
  expect((await call('/admin/query/figures', { query: { study: 'x' } })).code).toBe(0)
})

test('the rules that made queries are counted beside the sites, a query once for each', async () => {
  const [study] = await sql<{ id: number }>(`SELECT id FROM study_project WHERE code = 'HTN-2026'`)
  const [query] = await sql<{ id: number }>(`SELECT id FROM query WHERE study = $1 AND state = 'closed' LIMIT 1`, [study!.id])
  const [rule] = await sql<{ id: number; name: string }>(
    `SELECT id, code || ' ' || name AS name FROM control_parameter WHERE study = $1 LIMIT 1`,
    [study!.id],
  )
  const [run] = await sql<{ id: number }>(`INSERT INTO qc_run (title, title_en, state) VALUES ('r', 'r', 'done') RETURNING id`)
  for (const key of ['a', 'b'])
    await sql(
      `INSERT INTO finding (name, parameter, severity, study, query, fingerprint, hash, first_run, state_run) VALUES ('f', $1, 'major', $2, $3, $4, $4, $5, $5)`,
      [rule!.id, study!.id, query!.id, `query-figure ${key}`, run!.id],
    )
  const { data } = await (await server.login()).call<Found>('/admin/query/figures', { query: { study: String(study!.id) } })
  expect(data.parameters).toMatchObject([{ id: rule!.id, name: rule!.name, closed: 1, open: 0 }])
})
