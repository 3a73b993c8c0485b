import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOf, columnsOf, isPointer } from '#kernel'
import { systemContext } from '../src/server/model/system-context.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { form, move, publish, variable } from './study-kit.ts'
import { unzipSync } from './unzip.ts'

type Row = Record<string, unknown> & { id: number; version: number }
type Person = Awaited<ReturnType<typeof person>>
/** Everything of every area, but to see studies of others and entries of others in the trail. */
const RULES = /^(?!study\/project\/all$|auth\/log\/all$|security\/)/
/** Stands in every text of the study; `A` and `B` mark what belongs to one site. */
const MARK = 'qzx'

let server: TestServer
let outsider: Person
let former: Person
let siteA: Person
let ownB: Person
const ids: Record<string, number[]> = {}
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  const { call } = await server.login()
  const add = async (name: string, body: object): Promise<Row> => {
    const { code, msg, data } = await call<{ row: Row }>(`/admin/${name}/add`, { body })
    if (code !== 1) throw new Error(`${name}: ${msg} ${JSON.stringify(data)}`)
    ids[name] = [...(ids[name] ?? []), data.row.id]
    return data.row
  }
  const departments = await sql<{ id: number; code: string }>(`SELECT id, code FROM department WHERE code IN ('IM-CV', 'IM-RC')`)
  const a = departments.find((d) => d.code === 'IM-CV')!.id
  const b = departments.find((d) => d.code === 'IM-RC')!.id
  outsider = await person(server, 'outsider', RULES)
  former = await person(server, 'former', RULES)
  siteA = await person(server, 'sitea', RULES)
  ownB = await person(server, 'ownb', RULES, { scope: 'department', department: b })
  const study = await add('study.project', {
    code: `${MARK}-1`,
    title: `${MARK} 研究`,
    titleEn: `${MARK} study`,
    department: a,
    ethicsNo: MARK,
    plannedN: 5,
    pi: 1,
  })
  await add('study.visit', { study: study.id, code: `${MARK}V1`, name: MARK, nameEn: MARK, day: 0 })
  const arm = await add('study.arm', { study: study.id, code: `${MARK}A1`, name: MARK, nameEn: MARK })
  for (const to of ['submitted', 'approved']) expect(await move(call, 'study.project', study.id, to)).toMatchObject({ code: 1 })
  await publish(call, study.id, () => ({
    forms: [form('vitals', { name: `${MARK} 体征` })],
    codelists: [],
    variables: [variable('vitals', 'sbp')],
  }))
  await add('study.member', { study: study.id, admin: siteA.id, role: 'coordinator', departments: [a], remark: MARK })
  await add('study.member', { study: study.id, admin: ownB.id, role: 'coordinator', remark: MARK })
  await add('study.member', {
    study: study.id,
    admin: former.id,
    role: 'dataManager',
    remark: MARK,
    to: new Date(Date.now() - 60_000).toISOString(),
  })
  for (const [site, department] of [
    ['A', a],
    ['B', b],
  ] as const) {
    await add('study.subject', { study: study.id, code: `${MARK}S${site}1`, department, arm: arm.id })
    const gather = await add('gather.project', {
      study: study.id,
      code: `${MARK}G${site}`,
      name: `${MARK}G${site}`,
      nameEn: `${MARK}G${site}`,
      departments: [department],
    })
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    await add('study.invitation', { study: study.id, name: `${MARK}I${site}`, departments: [department] })
    await add('study.token', { study: study.id, name: `${MARK}T${site}`, gathers: [gather.id], expiresAt })
    await add('todo', { title: `${MARK}W${site}`, study: study.id, department })
    const facts = { study: study.id, gather: gather.id, number: 1, name: `${MARK}D${site}.csv`, department }
    const system = systemContext(server.backend)
    const delivery = await system.engine.add(system, 'gather.delivery', {}, facts)
    ids['gather.delivery'] = [...(ids['gather.delivery'] ?? []), delivery.id]
    // As a colleague of the department has asked for it: its study is looked up, not told.
    await sql(
      `INSERT INTO task (kind, lane, input, title, resource, record, department_id, state, ended_at)
        VALUES ('delivery.read', 'heavy', '{}', $1, 'gather.delivery', $2, $3, 'done', now())`,
      [`${MARK}K${site}`, String(delivery.id), department],
    )
    await add('study.lock', { study: study.id, scope: 'gather', gather: gather.id, reason: `${MARK}L${site}` })
    const gone = await add('study.subject', { study: study.id, code: `${MARK}S${site}2`, department })
    await call('/admin/study.subject/del', { method: 'DELETE', query: { ids: String(gone.id) } })
  }
})
afterAll(() => server.close())

/** Every way in which a resource tells something, as text. */
const told = async ({ token }: Person, name: string): Promise<Map<string, string>> => {
  const { resource } = server.backend.engine.registry.need(name)
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`${server.address}/admin/${name}/${path}`, { headers: { server: '1', batoken: token } })
    expect(response.status, `${name}/${path}`).toBeLessThan(500)
    const bytes = Buffer.from(await response.arrayBuffer())
    return response.headers.get('content-type')?.includes('sheet') ? unzipSync(bytes) : bytes.toString()
  }
  const paths = ['index?limit=200', 'index?select=true&limit=200', `index?quick_search=${MARK}`]
  if (actionsOf(resource).includes('recycle')) paths.push('recycle?limit=200')
  if (actionsOf(resource).includes('exportExcel')) paths.push('exportExcel')
  for (const id of ids[name] ?? [])
    paths.push(`read?id=${id}`, `history?id=${id}`, `edit?id=${id}`, `index?select=true&initValue=${id}&initKey=id`)
  const answers = new Map<string, string>()
  for (const path of paths) answers.set(path, await read(path))
  return answers
}
/** The search itself comes back in no answer, so a mark is a leak. */
const leaks = (answers: Map<string, string>, mark: string): string[] =>
  [...answers].flatMap(([path, text]) => (text.includes(mark) ? [path] : []))
/** The study's own areas, and whatever points to one of them. */
const concerned = () => {
  const all = server.backend.engine.registry.all().map(({ resource }) => resource)
  const own = new Set(all.filter((r) => r.name.startsWith('study.') || r.name.startsWith('gather.')).map((r) => r.name))
  const pointing = all.filter((r) => Object.values(columnsOf(r)).some((f) => isPointer(f) && own.has(f.to)))
  return [...new Set([...own, ...pointing.map((r) => r.name), 'department', 'auth.admin', 'approval', 'auth.log'])]
}

test('AA-01 whoever is not, or no longer, in the team learns nothing of a study by any call', async () => {
  for (const stranger of [outsider, former])
    for (const name of concerned()) expect(leaks(await told(stranger, name), MARK), name).toEqual([])
})

describe('AA-01 C-09 what a field points to is chosen by whoever may fill it in, though its list is closed to them:', () => {
  type Options = { options: { value: number; label: string }[] }
  const choose = ({ call }: Pick<Person, 'call'>, to: string, of: string, field: string, more: object = {}) =>
    call<Options>(`/admin/${to}/index`, { query: { select: 'true', limit: '200', of, field, ...more } })
  const labels = async (...asked: Parameters<typeof choose>) => (await choose(...asked)).data.options?.map(({ label }) => label)
  /** Nothing of accounts, members and what has no page. */
  const OWN = /^(?!study\/project\/all$)(study|gather|query|finding|todo)(\/|$)/
  const study = () => ids['study.project']?.[0]
  let nurse: Person
  let stranger: Person

  beforeAll(async () => {
    nurse = await person(server, 'nurse', OWN)
    stranger = await person(server, 'stranger', OWN)
    const { call } = await server.login()
    expect(await call('/admin/study.member/add', { body: { study: study(), admin: nurse.id, role: 'coordinator' } })).toMatchObject({
      code: 1,
    })
  })

  test('each field of each form and filter that somebody is shown has its options', async () => {
    const refused: string[] = []
    for (const { resource } of server.backend.engine.registry.all()) {
      const lists = await nurse.call(`/admin/${resource.name}/index`)
      const asked = Object.entries(columnsOf(resource)).filter(
        ([name, field]) => isPointer(field) && (!field.readonly || resource.list.filters?.includes(name)) && field.kind !== 'remoteSelect',
      )
      for (const [name, field] of lists.code === 1 ? asked : [])
        if (isPointer(field) && (await choose(nurse, field.to, resource.name, name)).code !== 1) refused.push(`${resource.name} ${name}`)
    }
    expect(refused).toEqual([])
  })
  test('a form of the study, and who is to be in its team, by their names alone', async () => {
    expect(await labels(nurse, 'study.form', 'study.lock', 'form')).toEqual([`${MARK} 体征`])
    expect(await labels(stranger, 'study.form', 'study.lock', 'form')).toEqual([])
    expect(await labels(nurse, 'auth.admin', 'study.member', 'admin')).toContain('outsider')
    expect(await labels(nurse, 'auth.admin', 'study.member', 'admin', { quick_search: 'outsid' })).toEqual(['outsider'])
    const { call } = await server.login()
    const mobile = '13900009999'
    expect(await call('/admin/auth.admin/edit', { body: { id: outsider.id, mobile } })).toMatchObject({ code: 1 })
    const search = JSON.stringify([{ field: 'mobile', operator: '=', val: mobile }])
    // The name would say whose number it is.
    expect(await labels(nurse, 'auth.admin', 'study.member', 'admin', { search })).toContain('nurse')
    expect(await labels(nurse, 'auth.admin', 'study.member', 'admin', { quick_search: mobile })).toEqual([])
    expect(await labels(nurse, 'auth.admin', 'study.member', 'admin', { initKey: 'username', initValue: 'outsider' })).toEqual([])
  })
  test('beside a chosen study only its own forms are offered: two studies have one of the same name', async () => {
    const { call } = await server.login()
    const [own, other] = [`study:${study()},level:1`, 'study:999999']
    for (const who of [nurse, { call }]) {
      expect(await labels(who, 'study.form', 'study.lock', 'form', { chosen: own })).toEqual([`${MARK} 体征`])
      expect(await labels(who, 'study.form', 'study.lock', 'form', { chosen: other })).toEqual([])
      // Nothing above it is chosen, or something else of that name.
      expect(await labels(who, 'study.form', 'study.lock', 'form', { chosen: 'visit:1' })).toContain(`${MARK} 体征`)
      expect(await labels(who, 'study.form', 'study.lock', 'form', { chosen: 'nonsense' })).toContain(`${MARK} 体征`)
    }
  })
  test('a filter offers whom its list names', async () => {
    const [boss] = await sql<{ nickname: string }>('SELECT nickname FROM auth_admin WHERE id = 1')
    expect(await labels(nurse, 'auth.admin', 'study.lock', 'by')).toEqual([boss?.nickname])
    expect(await labels(stranger, 'auth.admin', 'study.lock', 'by')).toEqual([])
  })
  test('nothing else is told by it', async () => {
    for (const [to, of, field] of [
      ['auth.admin', 'auth.admin', 'department'],
      ['auth.admin', 'study.lock', 'reason'],
      ['auth.group', 'study.member', 'admin'],
      ['auth.admin', 'auth.log', 'admin'],
      ['auth.admin', 'nothing', 'admin'],
    ] as const)
      expect(await choose(nurse, to, of, field), `${of} ${field}`).toMatchObject({ code: 401 })
    expect(await nurse.call('/admin/auth.admin/index', { query: { of: 'study.member', field: 'admin' } })).toMatchObject({ code: 401 })
    expect(
      await nurse.call('/admin/auth.admin/read', { query: { id: '1', select: 'true', of: 'study.member', field: 'admin' } }),
    ).toMatchObject({ code: 401 })
  })
})

test('AA-01 whoever is in the team sees its tasks, as far as they see the department', async () => {
  expect(leaks(await told(ownB, 'task'), `${MARK}KB`)).toContain('index?limit=200')
  expect(leaks(await told(ownB, 'task'), `${MARK}KA`)).toEqual([])
})

test('AA-01 a number of a study says as little as a number that is not there', async () => {
  for (const [name, known] of Object.entries(ids)) {
    const answer = async (action: string, id: number) => {
      const { code, msg } = await outsider.call(`/admin/${name}/${action}`, { query: { id: String(id) } })
      return { code, msg }
    }
    for (const action of ['read', 'history', 'edit']) expect(await answer(action, known[0]!)).toEqual(await answer(action, 999_999))
    const write = async (id: number) => {
      const { code, msg } = await outsider.call(`/admin/${name}/edit`, { body: { id, remark: 'x' } })
      return { code, msg }
    }
    if (name === 'gather.delivery') continue
    expect(await write(known[0]!)).toEqual(await write(999_999))
    const remove = async (id: number) => {
      const { code, msg } = await outsider.call(`/admin/${name}/del`, { method: 'DELETE', query: { ids: String(id) } })
      return { code, msg }
    }
    expect(await remove(known[0]!)).toEqual(await remove(999_999))
  }
  const into = (study: number) => outsider.call('/admin/study.visit/add', { body: { study, code: 'X', name: 'x', nameEn: 'x', day: 1 } })
  const [there, nowhere] = [await into(ids['study.project']![0]!), await into(999_999)]
  expect([there.code, there.msg]).toEqual([nowhere.code, nowhere.msg])
})

test('AA-01 in the team one sees the subjects of the departments of one’s place, or of one’s own scope where it names none', async () => {
  for (const [who, own, other] of [
    [siteA, `${MARK}SA`, `${MARK}SB`],
    [ownB, `${MARK}SB`, `${MARK}SA`],
  ] as const) {
    const answers = await told(who, 'study.subject')
    expect(leaks(answers, other)).toEqual([])
    expect(leaks(answers, own)).toContain('index?limit=200')
    expect(leaks(answers, own)).toContain('exportExcel')
    const kinds = { 'gather.project': 'G', 'gather.delivery': 'D', 'study.invitation': 'I', 'study.token': 'T', 'study.lock': 'L' }
    for (const [name, kind] of Object.entries(kinds)) {
      const gathered = await told(who, name)
      expect(leaks(gathered, `${MARK}${kind}${other.at(-1)}`), name).toEqual([])
      expect(leaks(gathered, `${MARK}${kind}${own.at(-1)}`), name).toContain('index?limit=200')
    }
    const { data } = await who.call<{ list: { subjects: number }[] }>('/admin/study.project/index', { query: { quick_search: MARK } })
    expect(data.list.map((row) => row.subjects)).toEqual([1])
    const arms = await who.call<{ list: { subjects: number }[] }>('/admin/study.arm/index')
    expect(arms.data.list.map((row) => row.subjects)).toEqual([1])
  }
  // At a site without subjects the study has none: not those of the others, and not no number.
  const alone = await person(server, 'sitealone', RULES)
  const [site] = await sql<{ id: number }>(`SELECT id FROM department WHERE code NOT IN ('IM-CV', 'IM-RC') ORDER BY id LIMIT 1`)
  const { call } = await server.login()
  const place = { study: ids['study.project']?.[0], admin: alone.id, role: 'coordinator', departments: [site?.id] }
  expect(await call('/admin/study.member/add', { body: place })).toMatchObject({ code: 1 })
  for (const [name, query] of Object.entries({ 'study.project': { quick_search: MARK }, 'study.arm': {} })) {
    const { data } = await alone.call<{ list: { subjects: number }[] }>(`/admin/${name}/index`, { query })
    expect(
      data.list.map((row) => row.subjects),
      name,
    ).toEqual([0])
  }
})

test('AA-01 nobody puts a subject where they could not see it', async () => {
  const [study] = ids['study.project']!
  const [other] = await sql<{ department: number }>(`SELECT department FROM study_subject WHERE code = '${MARK}SB1'`)
  const place = { study, code: `${MARK}new`, department: other?.department }
  expect(await siteA.call('/admin/study.subject/add', { body: place })).toMatchObject({ code: 0, msg: '您在这项研究中没有这个科室' })
  const [mine] = await sql<{ id: number }>(`SELECT id FROM study_subject WHERE code = '${MARK}SA1'`)
  expect(await siteA.call('/admin/study.subject/edit', { body: { id: mine?.id, department: other?.department } })).toMatchObject({
    code: 0,
    msg: '您在这项研究中没有这个科室',
  })
})

test('AA-01 P-01 a department chosen in the header narrows subjects and leaves studies', async () => {
  const { call } = await server.login()
  const [b] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-RC'`)
  const headers = { group: String(b?.id) }
  const subjects = await call<{ list: { code: string }[] }>('/admin/study.subject/index', { headers, query: { quick_search: MARK } })
  expect(subjects.data.list.map((row) => row.code)).toEqual([`${MARK}SB1`])
  const studies = await call<{ total: number }>('/admin/study.project/index', { headers, query: { quick_search: MARK } })
  expect(studies.data.total).toBe(1)
})
