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
  // What is closed says neither that it took place nor why it did not.
  await add(call, 'study.lock', { study, scope: 'visit', visit: visits[0], level: 'freeze', reason: '核对完毕' })
  expect(await miss(subject!, visits[0]!, '住院')).toMatchObject({ code: 0, msg: expect.stringMatching(/冻结，其中的数据不能修改$/) })
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

type Counts = Record<'expected' | 'done' | 'draft' | 'due' | 'late' | 'missed' | 'extra', number>
type Standings = { visits: { id: number }[]; sites: { id: number }[]; counts: ({ visit: number; site: number } & Counts)[] }
const standingsOf = (study: number, by: Call = call) => by<Standings>('/admin/study.subject/standings', { query: { study: String(study) } })

test('AA-01 a study counts its visits as the timelines of its subjects tell them, as far as one sees these, and each number finds who is behind it', async () => {
  const { study, subjects, visits, form } = await followed()
  for (const subject of subjects.slice(1, 3)) {
    const { version } = await read(call, 'study.subject', subject)
    const dates = { screenedOn: day(-60), consentVersion: '1', consentOn: day(-60), enrolledOn: day(-60) }
    expect(await post(call, 'study.subject/edit', { id: subject, version, ...dates })).toMatchObject({ code: 1 })
  }
  const [first, second, third] = subjects
  const { id: record, version } = await add(call, `clinical.data.f${form}`, { subject: second, visit: visits[0], v2: '120' })
  expect(await post(call, `clinical.data.f${form}/move`, { id: record, version, to: 'submitted' })).toMatchObject({ code: 1 })
  await add(call, `clinical.data.f${form}`, { subject: first, visit: visits[1], v2: '120' })
  await add(call, `clinical.data.f${form}`, { subject: third, visit: visits[3], v2: '120' })
  expect(await miss(first!, visits[0]!, '住院')).toMatchObject({ code: 1 })
  // Whoever has left is waited for no more, and no number counts them; what they brought before still is.
  expect(
    (await post(call, 'study.subject/move', { id: third, version: (await read(call, 'study.subject', third!)).version, to: 'enrolled' }))
      .code,
  ).toBe(1)
  const left = { id: third, version: (await read(call, 'study.subject', third!)).version, to: 'withdrawn' }
  expect(await post(call, 'study.subject/move', left, '搬家')).toMatchObject({ code: 1 })
  const { data } = await standingsOf(study)
  const figures = data.counts.filter(({ visit }) => visits.includes(visit))
  const sum = (visit: number, what: keyof Counts, of = figures) => of.reduce((n, one) => (one.visit === visit ? n + one[what] : n), 0)
  const told = new Map<string, number[]>()
  for (const subject of subjects)
    for (const { visit, standing } of (await timeline(subject)).data.visits) {
      const key = `${visit} ${visit === visits[3] && standing === 'draft' ? 'extra' : standing}`
      told.set(key, [...(told.get(key) ?? []), subject])
    }
  const KINDS = ['done', 'draft', 'due', 'late', 'missed', 'extra'] as const
  const behind = async (what: string, visit: number, by: Call = call) => {
    const search = JSON.stringify([{ field: `${what}At`, operator: 'IN', val: String(visit) }])
    return (await by<{ list: { id: number }[] }>('/admin/study.subject/index', { query: { search } })).data.list.map(({ id }) => id)
  }
  for (const visit of visits)
    for (const what of KINDS) {
      const wanted = what === 'extra' && visit !== visits[3] ? [] : (told.get(`${visit} ${what}`) ?? [])
      const counted = what === 'extra' && visit === visits[3] ? wanted.filter((id) => id === third) : wanted
      expect([visit, what, sum(visit, what)]).toEqual([visit, what, counted.length])
      expect(new Set(await behind(what, visit))).toEqual(new Set(counted))
    }
  expect([
    sum(visits[0]!, 'done'),
    sum(visits[0]!, 'missed'),
    sum(visits[1]!, 'draft'),
    sum(visits[1]!, 'late'),
    sum(visits[3]!, 'extra'),
  ]).toEqual([1, 1, 1, 1, 1])
  expect(sum(visits[0]!, 'expected')).toBe(2)
  expect(new Set(await behind('expected', visits[0]!))).toEqual(new Set([first, second]))
  // At another site there is one of them, and whoever is outside the study is told of none.
  const site = await person(server, 'standingsite', STUDY_RULES)
  await add(call, 'study.member', { study, admin: site.id, role: 'coordinator', departments: [departments[1]] })
  const own = (await standingsOf(study, site.call)).data
  expect(own.sites.map(({ id }) => id)).toEqual([departments[1]])
  expect([sum(visits[0]!, 'done', own.counts), sum(visits[0]!, 'missed', own.counts)]).toEqual([1, 0])
  expect(await behind('missed', visits[0]!, site.call)).toEqual([])
  const outsider = await person(server, 'standingout', STUDY_RULES)
  expect(await standingsOf(study, outsider.call)).toMatchObject({ code: 0, msg: (await standingsOf(999_999, outsider.call)).msg })
})
