import { beforeAll, expect, test } from 'vitest'
import { compareQuestion, rowsQuestion } from '../src/areas/datafile/server/question.ts'
import { admin, built, call, departments, sendTo, server, sql, waited, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { openBeside } from './lane-kit.ts'
import { person } from './person.ts'
import { runKit } from './run-kit.ts'
import { member } from './site-kit.ts'
import type { Member } from './site-kit.ts'
import { add, move, post, read } from './study-kit.ts'

withDeliveries()

type File = { id: number; name: string; visit: string | null; stateText: string }
let at: Built
let here: Member
let there: Member
let looks: Member
const send = (by: Member, subject: number, name: string, visit?: number, data = `photo of ${name}`) =>
  sendTo({ door: '/api/upload', headers: by.headers }, `datafile?subject=${subject}${visit ? `&visit=${visit}` : ''}`, name, data)
const filesOf = async (by: Member, subject: number) =>
  (await by.get<{ list: File[]; visits: { id: number; name: string }[] }>('file/index', { subject })).data
const kept = async (name: string) =>
  (await sql<Record<string, unknown> & { id: number }>('SELECT * FROM datafile WHERE name = $1', [name]))[0]

beforeAll(async () => {
  at = await built()
  here = await member('site')
  there = await member('elsewhere')
  looks = await member('looks')
  const place = (user: number, role: string, sites: number[]) =>
    add(call, 'study.member', { study: at.study, user, role, departments: sites })
  await place(here.id, 'coordinator', [departments[0]])
  await place(there.id, 'coordinator', [departments[1]])
  await place(looks.id, 'monitor', [departments[0]])
})

test('AA-05 a photo that a member sends stands with subject and visit, in the department of the subject, on both sides', async () => {
  const [subject] = at.subjects
  expect(await send(here, subject!, 'wound.jpg', at.visit)).toBe(204)
  await expect.poll(async () => (await kept('wound.jpg'))?.['subject'], waited).toBe(subject)
  const file = await kept('wound.jpg')
  expect(file).toMatchObject({ visit: at.visit, department_id: departments[0], owner_id: null })
  expect(await filesOf(here, subject!)).toMatchObject({
    list: [{ id: file!.id, name: 'wound.jpg', visit: '基线' }],
    visits: [{ id: at.visit }],
  })
  const found = await here.get<{ list: { id: number; files: number }[] }>('file/subjects', { study: at.study, code: 's1' })
  expect(found.data.list).toEqual([{ id: subject, code: 'S1', files: 1 }])
  expect(await read(call, 'datafile', file!.id)).toMatchObject({ _labels: { subject: 'S1', visit: '基线' } })
  const [entry] = await sql<{ kind: string; id: string }>(
    `SELECT actor_kind AS kind, actor_id AS id FROM audit_entry WHERE resource = 'datafile' AND action = 'add' AND record_id = $1`,
    [String(file!.id)],
  )
  expect(entry).toEqual({ kind: 'member', id: here.id })
})

test('AA-05 what a member has sent they open; at another site, in another role or without a place nobody does', async () => {
  type Listed = { list: { name: string; url: string }[] }
  const { list } = (await here.get<Listed>('file/index', { subject: at.subjects[0]! })).data
  const { url } = list.find(({ name }) => name === 'wound.jpg')!
  const open = async (by: Member) => {
    const { data } = await server.call<{ addresses: Record<string, string> }>('/api/ajax/fileAddress', {
      headers: by.headers,
      body: { urls: [url] },
    })
    const answer = await fetch(`${server.address}${data.addresses[url] ?? url}`)
    return answer.status === 200 ? answer.text() : answer.status
  }
  expect(await open(here)).toBe('photo of wound.jpg')
  const closed = [await open(there), await open(looks), await open(await member('nobody'))]
  expect(closed).not.toContain('photo of wound.jpg')
  await sql(`UPDATE datafile SET deleted_at = now() WHERE name = 'wound.jpg'`)
  expect(await open(here)).not.toBe('photo of wound.jpg')
  await sql(`UPDATE datafile SET deleted_at = NULL WHERE name = 'wound.jpg'`)
})

test('AA-05 of another site, of another study, without a hand in it or without a subject nothing is taken, and nothing is listed', async () => {
  const [own, foreign] = at.subjects
  const other = await built()
  expect(await send(here, foreign!, 'foreign.jpg')).toBe(400)
  expect(await send(here, other.subjects[0]!, 'other.jpg')).toBe(400)
  expect(await send(here, own!, 'odd.jpg', other.visit)).toBe(400)
  expect(await send(looks, own!, 'monitor.jpg')).toBe(400)
  expect(await sendTo({ door: '/api/upload', headers: here.headers }, 'datafile', 'free.jpg', 'x')).toBe(400)
  const { id } = (await kept('wound.jpg'))!
  expect(await sendTo({ door: '/api/upload', headers: here.headers }, `datafile/${id}`, 'version.jpg', 'x')).toBe(403)
  expect(await here.get('file/index', { subject: foreign! })).toMatchObject({ code: expect.not.toBeOneOf([1]) })
  expect((await there.get<{ list: object[] }>('file/subjects', { study: at.study })).data.list).toHaveLength(2)
  expect((await looks.get<{ list: object[] }>('file/studies')).data.list).toEqual([])
  expect((await here.get<{ list: { id: number }[] }>('file/studies')).data.list.map((one) => one.id)).toEqual([at.study])
})

test('AA-02 a photo that is taken in a form goes with its record, before and after the record is there, and nobody else sends one into it', async () => {
  const [subject, foreign] = at.subjects
  const place = (of: number | undefined, form: number) => `datafile?subject=${of}&visit=${at.visit}&form=${form}&instance=1`
  const door = { door: '/api/upload', headers: here.headers } as const
  expect(await sendTo(door, place(subject, at.form), 'form.jpg', 'photo in a form')).toBe(204)
  await expect.poll(async () => (await kept('form.jpg'))?.['form'], waited).toBe(at.form)
  expect(await kept('form.jpg')).toMatchObject({ subject, visit: at.visit, instance: 1, department_id: departments[0] })
  const ofRecord = async (by: Member, more: object = {}) => {
    const query = { subject: subject!, visit: at.visit, form: at.form, instance: 1, ...more }
    const { code, data } = await by.get<{ list: { name: string }[] }>('file/record', query)
    return code === 1 ? data.list.map(({ name }) => name) : code
  }
  expect(await ofRecord(here)).toEqual(['form.jpg'])
  expect(await ofRecord(here, { instance: 2 })).toEqual([])
  expect(await ofRecord(there)).not.toBe(1)
  const other = await built()
  for (const target of [place(foreign, at.form), place(subject, other.form)]) expect(await sendTo(door, target, 'odd.jpg', 'odd')).toBe(400)
  // Of nobody any more, it goes with no record.
  const file = await kept('form.jpg')
  const { version } = await read(call, 'datafile', file!.id)
  expect(await post(call, 'datafile/edit', { id: file!.id, version, subject: null, visit: null })).toMatchObject({ code: 1 })
  expect(await kept('form.jpg')).toMatchObject({ subject: null, form: null, instance: null })
})

test('AA-05 what a study no longer collects, or what is frozen, takes no file, and says so', async () => {
  const [, , subject] = at.subjects
  const frozen = await add(call, 'study.lock', { study: at.study, scope: 'subject', subject, level: 'freeze', reason: 'checked' })
  expect(frozen.id).toBeGreaterThan(0)
  expect(await send(here, subject!, 'late.jpg')).toBe(400)
  expect((await move(call, 'study.project', at.study, 'cleaning')).code).toBe(1)
  expect(await send(here, at.subjects[0]!, 'later.jpg')).toBe(400)
})

test('AA-04 in a file of a study the columns called like a variable that somebody does not read are masked, and the file itself is withheld', async () => {
  const own = await built()
  const [subject] = own.subjects
  const rules = /^(study|datafile|finding|clinical)(?!\/project\/all$|\/data\/reveal$)(\/|$)/
  const [monitor, nurse] = [await person(server, 'filemonitor', rules), await person(server, 'filenurse', rules)]
  await add(call, 'study.member', { study: own.study, admin: monitor.id, role: 'monitor' })
  await add(call, 'study.member', { study: own.study, admin: nurse.id, role: 'coordinator' })
  const manages = await member('filemanager')
  await add(call, 'study.member', { study: own.study, user: manages.id, role: 'dataManager', departments: [departments[0]] })
  const session = { door: '/admin/upload', headers: { batoken: admin.token } } as const
  const content = (last: string) => `row,姓名,sbp\n1,张三丰,999\n2,${last},80\n`
  expect(await sendTo(session, `datafile?subject=${subject}`, 'names.csv', content('李四光'))).toBe(204)
  await expect.poll(async () => (await kept('names.csv'))?.['state'], waited).toBe('staged')
  const { id, version: first } = (await kept('names.csv'))!
  expect(await post(call, 'datafile/edit', { id, version: first, departmentId: departments[0] })).toMatchObject({ code: 1 })
  expect(await sendTo(session, `datafile/${id}`, 'names.csv', content('王五'))).toBe(204)
  await expect.poll(async () => (await kept('names.csv'))?.['number'], waited).toBe(2)
  await expect.poll(async () => (await kept('names.csv'))?.['state'], waited).toBe('staged')

  const door = await openBeside(server, [rowsQuestion, compareQuestion])
  const told = async (by: typeof monitor) => {
    const answers = [
      await post(by.call, 'datafile/preview', { ids: [id] }),
      await post(by.call, 'datafile/rows', { id, number: 1, from: 0, count: 10, column: 0, columns: 10, find: '' }),
      await post(by.call, 'datafile/compare', { id, before: 1, after: 2, key: ['row'] }),
      await by.call('/admin/datafile.version/index', {
        query: { search: JSON.stringify([{ field: 'datafile', operator: '=', val: id }]) },
      }),
    ]
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1])
    return JSON.stringify(answers)
  }
  const [url] = (await sql<{ url: string }>('SELECT url FROM datafile_version WHERE datafile = $1 ORDER BY number DESC', [id])).map(
    (one) => one.url,
  )
  const opened = async (headers: Record<string, string>) => (await fetch(`${server.address}${url}`, { headers })).status
  const [clear, hidden] = [await told(nurse), await told(monitor)]
  await door.close()
  for (const word of ['张三丰', '王五', '/storage/']) expect([clear.includes(word), hidden.includes(word)], word).toEqual([true, false])
  for (const word of ['姓名', '999', '••••••']) expect(hidden).toContain(word)
  expect([await opened({ batoken: nurse.token }), await opened({ batoken: monitor.token })]).toEqual([200, 404])
  type Listed = { list: { name: string; url: string | null }[] }
  const { list } = (await manages.get<Listed>('file/index', { subject: subject! })).data
  expect([list.find(({ name }) => name === 'names.csv')?.url, await opened(manages.headers)]).toEqual([null, 404])
  // What somebody does not read they do not take to where nothing is hidden.
  const { version } = await read(monitor.call, 'datafile', id)
  expect(await post(monitor.call, 'datafile/edit', { id, version, subject: null })).toMatchObject({ code: 0 })

  const kit = runKit(server, admin)
  const rule = { id: 'nameless', check: 'regex', columns: ['姓名'], params: { pattern: '^none$' }, keyFields: ['姓名'] }
  const { state, violations } = await kit.runOver(id, await kit.setOf('nameless', [rule]))
  expect([state, violations === null]).toEqual(['done', false])
  const found = await sql<{ name: string; value: string | null; context: unknown }>(
    'SELECT name, value, context FROM finding WHERE datafile = $1',
    [id],
  )
  expect(found).toHaveLength(2)
  expect(JSON.stringify(found)).not.toMatch(/张三丰|王五/)
})
