import { expect, test } from 'vitest'
import { hospitalDay } from '../src/server/zone.ts'
import { built, call, departments, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { person } from './person.ts'
import { member } from './site-kit.ts'
import { STUDY_RULES, add, post, read } from './study-kit.ts'
import type { Call } from './study-kit.ts'

withDeliveries()

type Entry = { form: number; name: string; record: number | null; state: string | null; findings: number; queries: number }
type Visit = { visit: number; name: string; standing: string; opens: string; closes: string; reason: string | null; entries: Entry[] }
type Timeline = { visits: Visit[]; others: { findings: number; queries: number } }
const timeline = (id: number, by: Call = call) => by<Timeline>('/admin/study.subject/timeline', { query: { id: String(id) } })
const day = (days: number): string => hospitalDay(Date.now() + days * 86_400_000)
const miss = (id: number, visit: number, because: string, by: Call = call) => post(by, 'study.subject/miss', { ids: [id], visit, because })

/** Enrolled a month ago: the first visit is over, the second is due, the third is to come, the fourth is outside the plan. */
const followed = async (): Promise<Built & { visits: number[] }> => {
  const at = await built({ channel: 'form' })
  const [subject] = at.subjects
  const { version } = await read(call, 'study.subject', subject!)
  const dates = { screenedOn: day(-30), consentVersion: '1', consentOn: day(-30), enrolledOn: day(-30) }
  expect(await post(call, 'study.subject/edit', { id: subject, version, ...dates })).toMatchObject({ code: 1 })
  const visit = async (code: string, more: object) =>
    (await add(call, 'study.visit', { study: at.study, code, name: code, nameEn: `Visit ${code}`, before: 3, after: 3, ...more })).id
  const visits = [
    at.visit,
    await visit('V2', { day: 30 }),
    await visit('V3', { day: 90 }),
    await visit('U', { isPlanned: false, day: null }),
  ]
  return { ...at, visits }
}
const standings = async (id: number) => (await timeline(id)).data.visits.map(({ standing }) => standing)

test('AA-04 a subject shows visit by visit what was expected, done, late, missed with its reason and unscheduled', async () => {
  const { subjects, visits, form, gather, study } = await followed()
  const [subject] = subjects
  const { data } = await timeline(subject!)
  expect(data.visits.map(({ name, standing }) => [name, standing])).toEqual([
    ['基线', 'late'],
    ['V2', 'due'],
    ['V3', 'later'],
    ['U', 'extra'],
  ])
  expect(data.visits[1]).toMatchObject({ opens: day(-3), closes: day(3), entries: [{ form, record: null, state: null }] })
  expect(data.visits[3]!.entries).toEqual([])
  const { id: record } = await add(call, `clinical.data.f${form}`, { subject, visit: visits[1], v2: '120' })
  expect(await standings(subject!)).toEqual(['late', 'draft', 'later', 'extra'])
  expect(await miss(subject!, visits[1]!, '出差')).toMatchObject({ code: 0, msg: expect.stringContaining('已有记录') })
  const query = { study, subject, form, record, title: 'Q', text: '?' }
  await sql('INSERT INTO query (study, subject, form, record, title, text) VALUES ($1, $2, $3, $4, $5, $6)', Object.values(query))
  expect((await timeline(subject!)).data.visits[1]!.entries).toMatchObject([{ record, state: 'draft', queries: 1, findings: 0 }])
  await sql('DELETE FROM query WHERE subject = $1', [subject])
  expect(await miss(subject!, visits[0]!, '住院，未能来院')).toMatchObject({ code: 1 })
  expect((await timeline(subject!)).data.visits[0]).toMatchObject({ standing: 'missed', reason: '住院，未能来院' })
  const site = await member('seesmissed')
  await add(call, 'study.member', { study, user: site.id, role: 'coordinator', departments: [departments[0]] })
  type Cells = { list: { id: number; cells: { visit: number; standing: string }[] }[] }
  const { list } = (await site.get<Cells>('entry/index', { gather, view: 'all' })).data
  expect(list.find(({ id }) => id === subject)?.cells.find(({ visit }) => visit === visits[0])?.standing).toBe('missed')
  const [entry] = await sql<{ reason: string }>(
    `SELECT reason FROM audit_entry WHERE resource = 'study.subject' AND record_id = $1 ORDER BY id DESC LIMIT 1`,
    [String(subject)],
  )
  expect(entry!.reason).toBe('住院，未能来院')
  expect(await miss(subject!, visits[0]!, '')).toMatchObject({ code: 1 })
  expect((await standings(subject!))[0]).toBe('late')
  expect(await miss(subject!, 999_999, '没有')).toMatchObject({ code: 0 })
})

test('AA-04 somebody outside the study, or of another site, is told what is told of a subject that does not exist', async () => {
  const { subjects, study } = await followed()
  const [subject] = subjects
  const outsider = await person(server, 'timelineout', STUDY_RULES)
  const other = await person(server, 'timelineother', STUDY_RULES)
  await add(call, 'study.member', { study, admin: other.id, role: 'coordinator', departments: [departments[1]] })
  for (const { call: by } of [outsider, other]) {
    const nothing = await timeline(999_999, by)
    expect(await timeline(subject!, by)).toMatchObject({ code: 0, msg: nothing.msg })
    expect((await miss(subject!, 1, 'x', by)).code).toBe(0)
  }
})
