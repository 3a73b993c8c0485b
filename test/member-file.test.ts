import { beforeAll, expect, test } from 'vitest'
import { built, call, departments, sendTo, sql, waited, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { member } from './site-kit.ts'
import type { Member } from './site-kit.ts'
import { add, move, read } from './study-kit.ts'

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

test('AA-05 what a study no longer collects, or what is frozen, takes no file, and says so', async () => {
  const [, , subject] = at.subjects
  const frozen = await add(call, 'study.lock', { study: at.study, scope: 'subject', subject, level: 'freeze', reason: 'checked' })
  expect(frozen.id).toBeGreaterThan(0)
  expect(await send(here, subject!, 'late.jpg')).toBe(400)
  expect((await move(call, 'study.project', at.study, 'cleaning')).code).toBe(1)
  expect(await send(here, at.subjects[0]!, 'later.jpg')).toBe(400)
})
