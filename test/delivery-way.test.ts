import { beforeAll, describe, expect, test } from 'vitest'
import { accept, built, call, counts, deliver, departments, left, records, send, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { member } from './site-kit.ts'
import type { Member } from './site-kit.ts'
import { person } from './person.ts'
import { STUDY_RULES, add, move, post, read } from './study-kit.ts'
import type { Call } from './study-kit.ts'

withDeliveries()

const FILE = 'subject,visit,sbp\nS1,V1,120\n'
const token = async ({ study, gather }: Built): Promise<string> => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { id } = await add(call, 'study.token', { study, name: 'LIS', gathers: [gather], expiresAt })
  return (await post<{ token: string }>(call, 'study.token/issue', { ids: [id] })).data.token
}

describe('AA-02 a gather project takes data by the ways that it names, and says so to whoever comes by another', () => {
  let hands: Member
  beforeAll(async () => {
    hands = await member('hands')
  })
  const opened = async (channel: string, also: string[]): Promise<Built & { token: string }> => {
    const at = await built({ channel, also: [...also, 'api'] })
    await add(call, 'study.member', { study: at.study, user: hands.id, role: 'coordinator', departments: [departments[0]] })
    const secret = await token(at)
    const { version } = (await call<{ row: { version: number } }>('/admin/gather.project/read', { query: { id: String(at.gather) } })).data
      .row
    const { code, msg } = await post(call, 'gather.project/edit', { id: at.gather, version, also })
    if (code !== 1) throw new Error(msg)
    return { ...at, token: secret }
  }
  const REFUSED = /takes nothing by “([^”]+)”\. It takes data by: ([^.]+)\./
  const english = { 'think-lang': 'en' }
  /** What each way answers: true where it was taken. */
  const tried = async (at: Built & { token: string }) => {
    const pushed = await fetch(`${server.address}/api/study/intake/${at.code}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.token}`, 'content-type': 'text/csv', server: '1', ...english },
      body: FILE,
    }).then(async (response) => (await response.json()) as { code: number; msg: string })
    const taken = await call('/admin/gather.project/take', { body: { ids: [at.gather], datafile: 999_999 }, headers: english })
    const place = { gather: at.gather, subject: at.subjects[0]!, visit: at.visit, values: { v2: '120' } }
    return {
      form: (await hands.post('entry/save', place)).code === 1,
      upload: (await hands.send(at.gather, 'labs.csv', FILE)) === 204,
      import: (await send(at.gather, 'labs.csv', FILE)) === 204,
      take: !REFUSED.test(taken.msg),
      api: pushed.code === 1,
      said: [taken.msg, pushed.msg].flatMap((msg) => REFUSED.exec(msg)?.slice(1) ?? []),
    }
  }

  test('a form tells where a file with its records is handed in, to whoever may, as long as it is taken', async () => {
    const at = await built({ channel: 'form', also: ['import'] })
    type Forms = { forms: { id: number; gathers: object[] }[] }
    const doors = async (by: Call = call) =>
      (await by<Forms>('/admin/clinical.data/forms', { query: { study: String(at.study) } })).data.forms.map(({ gathers }) => gathers)
    expect(await doors()).toEqual([[{ id: at.gather, name: '检验' }]])
    const [enters, delivers] = [
      await person(server, `enters${at.study}`, STUDY_RULES),
      await person(server, `hands${at.study}`, new RegExp(`${STUDY_RULES.source}|^gather(/|$)`)),
    ]
    for (const { id } of [enters, delivers])
      await add(call, 'study.member', { study: at.study, admin: id, role: 'coordinator', departments: [departments[1]] })
    expect([await doors(enters.call), await doors(delivers.call)]).toEqual([[[]], await doors()])
    const edit = async (change: object) =>
      post(call, 'gather.project/edit', { id: at.gather, version: (await read(call, 'gather.project', at.gather)).version, ...change })
    expect(await edit({ departments: [departments[0]] })).toMatchObject({ code: 1 })
    expect(await doors(delivers.call)).toEqual([[]])
    expect(await edit({ also: ['upload'] })).toMatchObject({ code: 1 })
    expect(await doors()).toEqual([[]])
    expect(await edit({ also: ['import'] })).toMatchObject({ code: 1 })
    expect((await move(call, 'gather.project', at.gather, 'paused')).code).toBe(1)
    expect(await doors()).toEqual([[]])
  })

  test.each([
    ['form', [], ['Import', 'Form', 'API', 'Form']],
    ['upload', [], ['Import', 'Upload by collaborators', 'API', 'Upload by collaborators']],
    ['import', [], ['API', 'Import']],
    ['api', [], ['Import', 'API']],
    ['form', ['upload', 'api'], ['Import', 'Form, Upload by collaborators, API']],
  ])('%s and %j', async (channel, also, said) => {
    const at = await opened(channel, also)
    const ways = [channel, ...also]
    expect(await tried(at)).toEqual({
      form: ways.includes('form'),
      upload: ways.includes('upload'),
      import: ways.includes('import'),
      take: ways.includes('import'),
      api: ways.includes('api'),
      said,
    })
    const files = Number(ways.includes('upload')) + Number(ways.includes('import')) + Number(ways.includes('api'))
    if (files > 0) await left(at.gather, files, 'received', 'reading')
    expect(await sql('SELECT 1 FROM gather_delivery WHERE gather = $1', [at.gather])).toHaveLength(files)
    // Members are shown what asks for them.
    const shown = (await hands.get<{ list: { id: number; ways: string[] }[] }>('gather/index')).data.list.find(({ id }) => id === at.gather)
    expect(shown?.ways ?? []).toEqual(ways.filter((way) => way === 'form' || way === 'upload'))
  })

  test('a token is not made for one that takes nothing from machines', async () => {
    const at = await built({ channel: 'upload', also: [] })
    const body = { study: at.study, name: 'x', gathers: [at.gather], expiresAt: new Date(Date.now() + 86_400_000).toISOString() }
    expect(await post(call, 'study.token/add', body)).toMatchObject({ code: 0, msg: expect.stringContaining('也接受') })
  })
})

test('AA-02 what has come in is counted by department and week, records and subjects, as far as the reader sees it', async () => {
  const at = await built({ departments, targetN: 4, targetOf: 'subjects' })
  const rules = new RegExp(`${STUDY_RULES.source}|^(gather|department)(/|$)`)
  const coordinator = await person(server, 'counter', rules)
  const outsider = await person(server, 'uncounted', rules)
  await add(call, 'study.member', { study: at.study, admin: coordinator.id, role: 'coordinator', departments: [departments[0]] })
  type Site = { department: number; name: string; records: number; subjects: number; last: string | null }
  type Received = { isAll: boolean; sites: Site[]; weeks: { records: number; subjects: number }[] }
  const received = async (by: Call) => (await by<Received>('/admin/gather.project/received', { query: { id: String(at.gather) } })).data
  const counted = async (by: Call) =>
    (await by<{ list: object[] }>('/admin/gather.project/counts', { query: { ids: `${at.gather},999999` } })).data.list
  const lines = async (by: Call) => (await received(by)).sites.map(({ department, records, subjects }) => [department, records, subjects])
  const [a, b] = departments
  expect(await lines(call)).toEqual([
    [a, 0, 0],
    [b, 0, 0],
  ])
  await add(call, 'study.visit', { study: at.study, code: 'V2', name: '随访', nameEn: 'Follow-up', day: 30 })
  await accept(await deliver(at.gather, 'subject,visit,sbp\nS1,V1,120\nS1,V2,121\nS3,V1,122\nS9,V1,1\n'))
  expect(await received(call)).toMatchObject({
    sites: [
      { department: a, name: 'SITE-A', records: 3, subjects: 2, last: expect.any(String) },
      { department: b, records: 0, last: null },
    ],
    weeks: [{ records: 3, subjects: 2 }],
  })
  // The same values again are nothing more; another site's are not told to this one.
  await accept(await deliver(at.gather, 'subject,visit,sbp\nS1,V1,120\nS2,V1,140\n'))
  expect(await lines(call)).toEqual([
    [a, 3, 2],
    [b, 1, 1],
  ])
  expect(await lines(coordinator.call)).toEqual([[a, 3, 2]])
  // The target is for both sites, and no measure of what one has brought.
  expect(await received(coordinator.call)).toMatchObject({ isAll: false, weeks: [{ records: 3, subjects: 2 }] })
  expect(await counted(call)).toEqual([{ id: at.gather, isAll: true, records: 4, subjects: 3 }])
  expect(await counted(coordinator.call)).toEqual([{ id: at.gather, isAll: false, records: 3, subjects: 2 }])
  expect(await counted(outsider.call)).toEqual([])
  expect((await outsider.call('/admin/gather.project/received', { query: { id: String(at.gather) } })).code).toBe(0)
  // Entered by hand it belongs to the one that asks for it to be filled in, once it is submitted.
  const { form, study } = await read(call, 'gather.project', at.gather)
  const asking = await add(call, 'gather.project', {
    study,
    form,
    code: `${at.code}-F`,
    name: '录入',
    nameEn: 'Entry',
    channel: 'form',
    departments: [b],
  })
  const entered = await add(call, `clinical.data.f${at.form}`, { subject: at.subjects[3], visit: at.visit, v2: '150' })
  const asked = async () => (await call<Received>('/admin/gather.project/received', { query: { id: String(asking.id) } })).data.sites
  expect(await asked()).toMatchObject([{ department: b, records: 0 }])
  expect((await move(call, `clinical.data.f${at.form}`, entered.id, 'submitted')).code).toBe(1)
  expect(await asked()).toMatchObject([{ department: b, records: 1, subjects: 1 }])
  expect(await counted(call)).toMatchObject([{ id: at.gather, records: 4, subjects: 3 }])
})

test('AA-02 a delivery that changes what is stored waits for a person who says why, where its gather project asks for that', async () => {
  const { gather, form: formId } = await built({ automatic: true, reasonRequired: true })
  await deliver(gather, '受试者,访视,SBP\nS1,V1,120\n')
  expect(await left(gather, 1, 'compared')).toMatchObject({ state: 'accepted' })
  const second = await deliver(gather, '受试者,访视,SBP\nS1,V1,125\n')
  expect([second.state, counts(second)]).toEqual(['compared', [1, 0, 1, 0, 0]])
  const changes = await call<{ explains: boolean }>('/admin/gather.delivery/changes', { query: { id: String(second.id) } })
  expect(changes.data).toMatchObject({ explains: true })
  expect(await post(call, 'gather.delivery/accept', { ids: [second.id] })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('原因'),
  })
  await accept(second)
  expect(await records(formId)).toMatchObject([{ subject: 'S1', v2: '125' }])
})
