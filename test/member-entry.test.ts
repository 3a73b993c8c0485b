import { beforeAll, describe, expect, test } from 'vitest'
import { hospitalDay } from '../src/server/zone.ts'
import { sitesDue } from '../src/study/gather/due.ts'
import { built, call, departments, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { member } from './site-kit.ts'
import type { Member } from './site-kit.ts'
import { add, move, post, read, variable } from './study-kit.ts'

withDeliveries()

type Standing = { visit: number; standing: string; opens: string | null; closes: string | null }
type List = { list: { id: number; code: string; cells: Standing[] }[]; total: number; counts: Record<string, number> }
type Entry = {
  record: { id: number; version: number; state: string; values: Record<string, string | null>; asksReason: boolean } | null
  judgement: { hidden: string[]; missing: string[]; odd: Record<string, string>; computed: Record<string, string | null> }
  form: { sections: { title: string; fields: string[] }[]; fields: Record<string, { isRequired: boolean }>; masked: string[] }
  held: string | null
}

const FORM = [
  variable('vitals', 'name', { label: '姓名', sensitivity: 3 }),
  variable('vitals', 'sbp', {
    label: '收缩压',
    labelEn: 'Systolic',
    type: 'integer',
    min: '70',
    max: '260',
    required: true,
    section: '血压',
  }),
  variable('vitals', 'dbp', { label: '舒张压', type: 'integer', section: '血压' }),
  variable('vitals', 'pulse', { label: '脉压', type: 'integer', formula: 'sbp - dbp', section: '血压' }),
  variable('vitals', 'why', { label: '血压高的原因', branching: 'sbp > 180', required: true }),
]
let here: Member
let there: Member
let second: Member
let reader: Member
let manager: Member
let stranger: Member
beforeAll(async () => {
  here = await member('enters')
  there = await member('elsewhere')
  second = await member('again')
  reader = await member('looks')
  manager = await member('manages')
  stranger = await member('nobody')
})
const day = (days: number): string => hospitalDay(Date.now() + days * 86_400_000)

/** A coordinator at each site, a monitor and a data manager of both, and a form to fill in. */
const team = async (more: object = {}): Promise<Built> => {
  const at = await built({ channel: 'form', ...more }, {}, FORM)
  const place = (user: number, role: string, sites: number[]) =>
    add(call, 'study.member', { study: at.study, user, role, departments: sites })
  await place(here.id, 'coordinator', [departments[0]])
  await place(there.id, 'coordinator', [departments[1]])
  await place(reader.id, 'monitor', departments)
  await place(manager.id, 'dataManager', departments)
  return at
}
const at = ({ gather, visit, subjects }: Built, subject = subjects[0]!) => ({ gather, subject, visit })
const opened = async (who: Member, place: Record<string, number>) => (await who.get<Entry>('entry/read', place)).data

describe('AA-04 a member who fills a form in', () => {
  test('sees the subjects of their departments with what is late, due, begun and done', async () => {
    const study = await team()
    const enrolledOn = async (subject: number, date: string) => {
      const { version } = await read(call, 'study.subject', subject)
      const dates = { screenedOn: date, consentVersion: '1', consentOn: date, enrolledOn: date }
      return post(call, 'study.subject/edit', { id: subject, version, ...dates })
    }
    const [first, , third] = study.subjects
    expect(await enrolledOn(first!, day(-30))).toMatchObject({ code: 1 })
    expect((await enrolledOn(third!, day(0))).code).toBe(1)
    await add(call, 'study.visit', { study: study.study, code: 'V2', name: '随访', nameEn: 'Later', day: 60, before: 3, after: 3 })
    const list = async (query = {}) => (await here.get<List>('entry/index', { gather: study.gather, ...query })).data
    const todo = await list()
    expect(todo.list.map(({ code, cells }) => [code, cells.map(({ standing }) => standing)])).toEqual([
      ['S1', ['late', 'later']],
      ['S3', ['due', 'later']],
    ])
    expect(todo.counts).toEqual({ late: 1, due: 1, later: 2 })
    expect(todo.list[0]!.cells[1]).toMatchObject({ opens: day(27), closes: day(33) })
    await here.post('entry/save', { ...at(study), version: null, values: { v2: '120' } })
    expect((await list()).counts).toEqual({ draft: 1, due: 1, later: 2 })
    expect((await list({ view: 'all', code: 's3' })).list.map(({ code }) => code)).toEqual(['S3'])
    const { list: owed } = (await here.get<{ list: { id: number; toDo: object }[] }>('gather/index')).data
    expect(owed.find(({ id }) => id === study.gather)).toMatchObject({ ways: ['form'], toDo: { draft: 1, due: 1, later: 2 } })
    await move(call, 'study.subject', third!, 'withdrawn', '迁居')
    expect((await list({ view: 'all' })).list.map(({ code }) => code)).toEqual(['S1'])
  })

  test('AA-02 what was filled in settles the day of its department; one that is late or only begun still owes', async () => {
    const study = await team({ dueRule: 'weekly', dueWeekday: 1 })
    const { version } = await read(call, 'study.subject', study.subjects[0]!)
    const dates = { screenedOn: day(-30), consentVersion: '1', consentOn: day(-30), enrolledOn: day(-30) }
    await post(call, 'study.subject/edit', { id: study.subjects[0], version, ...dates })
    await sql('UPDATE gather_project SET due_next = $2 WHERE id = $1', [study.gather, day(-2)])
    const dues = async () => (await sitesDue(server.backend.database, [study.gather])).get(study.gather)?.map(({ due }) => due! > day(0))
    const remind = (department: number | undefined) => post(call, 'gather.project/remind', { ids: [study.gather], department })
    expect(await remind(departments[1])).toMatchObject({ code: 0, msg: expect.stringContaining('没有逾期') })
    expect(await remind(departments[0])).toMatchObject({ code: 1, data: { count: 1 } })
    // Of the other department nothing is late.
    expect(await dues()).toEqual([false, true])
    const saved = await here.post<Entry>('entry/save', { ...at(study), version: null, values: { v2: '120' } })
    expect(await post(call, 'gather.project/remind', { ids: [study.gather] })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('今天已经提醒'),
    })
    expect(await here.post('entry/submit', { ...at(study), version: saved.data.record!.version })).toMatchObject({ code: 1 })
    expect(await dues()).toEqual([true, true])
    expect(String((await read(call, 'gather.project', study.gather))['dueNext']) > day(0)).toBe(true)
    expect(await post(call, 'gather.project/remind', { ids: [study.gather] })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('没有逾期'),
    })
  })

  test('a form that is filled in once has one record, whoever adds it', async () => {
    const { form, subjects, visit } = await team()
    expect(await post(call, `clinical.data.f${form}/add`, { subject: subjects[0], visit, instance: 2, v2: '120' })).toMatchObject({
      code: 0,
    })
    expect(await sql(`SELECT 1 FROM "record"."t${form}"`)).toEqual([])
  })

  test('a draft is stored as it is typed, judged by the dictionary, sent once, and submitted when nothing is missing', async () => {
    const study = await team()
    const empty = await opened(here, at(study))
    expect(empty).toMatchObject({ record: null, held: null, judgement: { missing: ['v2'], hidden: ['v5'] } })
    expect(empty.form.sections.map(({ title, fields }) => [title, fields])).toEqual([
      ['数据', ['v1', 'v5']],
      ['血压', ['v2', 'v3', 'v4']],
    ])
    const key = { 'idempotency-key': 'one-and-the-same' }
    const body = { ...at(study), version: null, values: { v2: '1 90', v3: '80' } }
    const saved = await here.post<Entry>('entry/save', body, key)
    expect(saved.data).toMatchObject({
      record: { state: 'draft', version: 1, asksReason: false, values: { v2: '1 90', v3: '80' } },
      judgement: { odd: { v2: 'unreadable' } },
    })
    expect((await here.post<Entry>('entry/save', body, key)).data.record).toEqual(saved.data.record)
    expect(await here.post('entry/save', body)).toMatchObject({ code: 0, data: { conflict: { by: 'enters' } } })
    const higher = await here.post<Entry>('entry/save', { ...at(study), version: 1, values: { v2: '190' } })
    expect(higher.data).toMatchObject({ record: { values: { v4: '110' } }, judgement: { missing: ['v5'], hidden: [] } })
    const version = higher.data.record!.version
    expect(await here.post('entry/submit', { ...at(study), version })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('血压高的原因'),
    })
    const whole = await here.post<Entry>('entry/save', { ...at(study), version, values: { v5: '停药' } })
    const last = { ...at(study), version: whole.data.record!.version }
    const handed = await here.post<Entry>('entry/submit', last)
    expect(handed.data.record).toMatchObject({ state: 'submitted', asksReason: true })
    expect((await here.post<Entry>('entry/submit', last)).data.record).toEqual(handed.data.record)
    const change = { ...at(study), version: handed.data.record!.version, values: { v3: '82' } }
    expect(await here.post('entry/save', change)).toMatchObject({ code: 0, msg: '请说明修改的原因' })
    const mended = await here.post<Entry>('entry/save', change, { 'x-reason': encodeURIComponent('抄写错误') })
    expect(mended.data.record).toMatchObject({ state: 'submitted', values: { v3: '82', v4: '108' } })
    const story = await sql(
      `SELECT before, after, reason, actor_kind, actor_id FROM value_change WHERE form = $1 AND slot = 3 ORDER BY id DESC LIMIT 1`,
      [study.form],
    )
    expect(story).toEqual([{ before: '80', after: '82', reason: '抄写错误', actor_kind: 'member', actor_id: here.id }])
  })

  test('what the dictionary does not know is refused, and a paused gather project lets nothing in', async () => {
    const study = await team()
    for (const values of [{ state: 'submitted' }, { department: departments[1] }, { v99: '1' }])
      expect((await here.post('entry/save', { ...at(study), version: null, values })).code).toBe(0)
    expect((await here.post('entry/save', { ...at(study), instance: 2, version: null, values: { v2: '120' } })).code).toBe(0)
    await move(call, 'gather.project', study.gather, 'paused')
    expect(await here.post('entry/save', { ...at(study), version: null, values: { v2: '120' } })).toMatchObject({
      code: 0,
      msg: '采集项目“检验”没有开放，不能录入数据',
    })
    expect(await sql(`SELECT 1 FROM "record"."t${study.form}"`)).toEqual([])
  })

  test('a role that does not read a variable sees the mask and cannot overwrite what is behind it', async () => {
    const study = await team()
    const { data } = await here.post<Entry>('entry/save', { ...at(study), version: null, values: { v1: '张三', v2: '120' } })
    expect(data.record!.values['v1']).toBe('张三')
    const seen = await opened(manager, at(study))
    expect(seen.form.masked).toEqual(['v1'])
    expect(seen.record!.values).toMatchObject({ v1: '••••••', v2: '120' })
    await manager.post('entry/save', { ...at(study), version: 1, values: { v1: '••••••', v2: '121' } })
    expect((await opened(here, at(study))).record!.values).toMatchObject({ v1: '张三', v2: '121' })
  })
})

describe('AA-04 a form that is entered twice', () => {
  type Seen = Entry & { isSecond: boolean }
  type Compared = Entry & { differences: number }
  const FIRST = { v1: '张三', v2: '120', v3: '80' }
  /** Submitted by the one coordinator of the site, and waited for by the other. */
  const twice = async (): Promise<Built> => {
    const study = await built({ channel: 'form' }, { doubleEntry: true }, FORM)
    const place = (user: number, sites: number[], role = 'coordinator') =>
      add(call, 'study.member', { study: study.study, user, role, departments: sites })
    for (const { id } of [here, second]) await place(id, [departments[0]])
    await place(there.id, [departments[1]])
    await place(manager.id, departments, 'dataManager')
    const { data } = await here.post<Entry>('entry/save', { ...at(study), version: null, values: FIRST })
    expect(await here.post('entry/submit', { ...at(study), version: data.record!.version })).toMatchObject({ code: 1 })
    return study
  }
  const counted = async (who: Member, { gather }: Built) => (await who.get<List>('entry/index', { gather })).data.counts
  const given = (study: Built, values: object) => ({ ...at(study), values })

  test('waits for the members of its site who entered none of it; what stands in the first entry they are not told', async () => {
    const study = await twice()
    expect(await counted(second, study)).toMatchObject({ second: 1 })
    const { list } = (await second.get<{ list: { id: number; toDo: object }[] }>('gather/index')).data
    expect(list.find(({ id }) => id === study.gather)?.toDo).toMatchObject({ second: 1 })
    type Work = { key: string; value: number }
    const { work } = (await server.call<{ work: Work[] }>('/api/account/overview', { headers: second.headers })).data
    expect(work.find(({ key }) => key === 'gather')).toMatchObject({ value: 1 })
    expect((await counted(here, study))['second']).toBeUndefined()
    expect(await opened(here, at(study))).toMatchObject({ isSecond: false, record: { values: { v2: '120' } } })
    const seen = (await second.get<Seen>('entry/read', at(study))).data
    expect(seen).toMatchObject({ isSecond: true, record: null, judgement: { missing: ['v2'] } })
    const other = [
      await second.post('entry/save', { ...at(study), version: 1, values: { v2: '121' } }),
      await second.post('entry/submit', { ...at(study), version: 1 }),
    ]
    for (const answer of other) expect(answer).toMatchObject({ code: 0, msg: expect.stringContaining('第二遍') })
    expect(JSON.stringify([seen, other])).not.toMatch(/张三|"120"|"40"/)
  })

  test('agrees or is left to be settled, under the name of the member, once and over a line that broke', async () => {
    const study = await twice()
    const body = given(study, { v1: '张三', v2: '121', v3: ' 80' })
    const key = { 'idempotency-key': 'second-once' }
    const made = await second.post<Compared>('entry/second', body, key)
    expect(made).toMatchObject({ code: 1, data: { differences: 1, record: { values: { v2: '120' } } } })
    expect((await second.post<Compared>('entry/second', body, key)).data.differences).toBe(1)
    expect(await second.post('entry/second', body)).toMatchObject({ code: 0, msg: expect.stringContaining('已经录入过') })
    expect(await sql('SELECT state, count, by, by_member FROM study_second_entry WHERE form = $1', [study.form])).toEqual([
      { state: 'conflict', count: 1, by: null, by_member: second.id },
    ])
    expect(await counted(second, study)).toMatchObject({ done: 1 })
    const [entry] = await sql<{ id: number }>('SELECT id FROM study_second_entry WHERE form = $1', [study.form])
    const settled = { ids: [entry!.id], choices: { v2: 'second' }, reason: '已核对' }
    expect(await post(call, 'study.secondEntry/settle', settled)).toMatchObject({ code: 1, data: { corrected: 1 } })
    expect((await opened(here, at(study))).record!.values).toMatchObject({ v2: '121', v4: '41' })
  })

  test('is nobody else’s: not the first person’s, not another site’s, not a draft, and not while nothing is collected', async () => {
    const study = await twice()
    const refusal = (msg: string) => ({ code: 0, msg: expect.stringContaining(msg) })
    expect(await here.post('entry/second', given(study, FIRST))).toMatchObject(refusal('另一人'))
    const nothing = await there.post('entry/second', { ...given(study, FIRST), gather: 999_999 })
    expect(await there.post('entry/second', given(study, FIRST))).toMatchObject({ code: 0, msg: nothing.msg })
    const draft = { ...at(study, study.subjects[2]), values: FIRST }
    await here.post('entry/save', { ...draft, version: null })
    expect(await second.post('entry/second', draft)).toMatchObject(refusal('没有提交'))
    await move(call, 'gather.project', study.gather, 'paused')
    expect(await second.post('entry/second', given(study, FIRST))).toMatchObject(refusal('没有开放'))
    expect(await sql('SELECT 1 FROM study_second_entry WHERE form = $1', [study.form])).toEqual([])
  })

  test('asks nobody for what they do not read: it is no difference', async () => {
    const study = await twice()
    const seen = (await manager.get<Seen>('entry/read', at(study))).data
    expect(seen).toMatchObject({ isSecond: true, form: { masked: ['v1'] } })
    expect(await manager.post('entry/second', given(study, { v2: '120', v3: '80' }))).toMatchObject({ code: 1, data: { differences: 0 } })
    expect(await sql('SELECT state FROM study_second_entry WHERE form = $1', [study.form])).toEqual([{ state: 'agreed' }])
  })
})

describe('AA-04 who is not to know', () => {
  test('another department, another study, another role, no role or a visit that is not asked for is as if it did not exist', async () => {
    const study = await team({ departments: [departments[0]] })
    const other = await team()
    const extra = await add(call, 'study.visit', { study: study.study, code: 'V9', name: '加访', nameEn: 'Extra', isPlanned: false })
    const version = (await read(call, 'gather.project', study.gather)).version
    await post(call, 'gather.project/edit', { id: study.gather, version, visits: [study.visit] })
    await here.post('entry/save', { ...at(study), version: null, values: { v2: '120' } })
    const nowhere = { gather: 999_999, subject: 999_999, visit: 999_999 }
    const calls = (who: Member, place: Record<string, number>) => [
      () => who.get('entry/read', place),
      () => who.post('entry/save', { ...place, version: null, values: { v2: '1' } }),
      () => who.post('entry/submit', { ...place, version: 1 }),
    ]
    const asIfNothing = async (who: Member, place: Record<string, number>) => {
      const nothing = calls(who, nowhere)
      for (const [i, ask] of calls(who, place).entries()) {
        const answer = await nothing[i]!()
        expect(answer.code).toBe(0)
        expect(await ask()).toMatchObject({ code: answer.code, msg: answer.msg, data: answer.data })
      }
    }
    for (const who of [there, reader, stranger]) {
      await asIfNothing(who, at(study))
      for (const path of ['entry/index', 'gather/read'] as const) {
        const name = path === 'entry/index' ? 'gather' : 'id'
        const nothing = await who.get(path, { [name]: 999_999 })
        expect(await who.get(path, { [name]: study.gather })).toMatchObject({ code: 0, msg: nothing.msg })
      }
      const nothing = await who.post('entry/judge', { gather: 999_999, values: {} })
      expect(await who.post('entry/judge', { gather: study.gather, values: {} })).toMatchObject({ code: 0, msg: nothing.msg })
      const { list } = (await who.get<{ list: { id: number }[] }>('gather/index')).data
      expect(list.map(({ id }) => id)).not.toContain(study.gather)
    }
    await asIfNothing(here, at(study, study.subjects[1]))
    await asIfNothing(here, { ...at(study), subject: other.subjects[0]! })
    await asIfNothing(here, { ...at(study), visit: other.visit })
    await asIfNothing(here, { ...at(study), visit: extra.id })
    const { list } = (await here.get<List>('entry/index', { gather: study.gather, view: 'all' })).data
    expect(list.map(({ code }) => code)).toEqual(['S1', 'S3'])
    expect(await sql(`SELECT v2 FROM "record"."t${study.form}"`)).toEqual([{ v2: '120' }])
  })
})

describe('AA-04 rules before a record is submitted', () => {
  const RULES = [
    { id: 'range', check: 'range', columns: ['dbp'], params: { min: 40, max: 150 }, severity: 'blocking' },
    { id: 'order', check: 'row_expression', params: { never: "visit = 'V1' and sbp <= dbp" }, severity: 'blocking' },
    { id: 'high', check: 'range', columns: ['sbp'], params: { max: 200 }, severity: 'minor' },
    { id: 'rate', check: 'A04', columns: ['dbp'], params: { minPercent: 90 }, severity: 'blocking' },
    { id: 'filled', check: 'not_null', columns: ['name'], severity: 'minor' },
  ]
  const judged = async (): Promise<Built> => {
    const made = await team()
    const parameters = RULES.map((rule) => ({
      ...rule,
      table: 'vitals',
      id: `${rule.id}.${made.study}`,
      name: { zh: `规则 ${rule.id}`, en: rule.id },
    }))
    expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study: made.study })).toMatchObject({
      code: 1,
    })
    await sql(`UPDATE control_version SET state = 'active' WHERE state = 'draft'`)
    const rules = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1', [made.study])
    const names = { code: `entry-${made.study}`, name: '录入前', nameEn: 'Before entry', study: made.study }
    const { id: controlSet } = await add(call, 'control.set', { ...names, parameters: rules.map(({ id }) => id) })
    const { version } = await read(call, 'gather.project', made.gather)
    expect(await post(call, 'gather.project/edit', { id: made.gather, version, controlSet })).toMatchObject({ code: 1 })
    return made
  }
  type Told = { judgement: { rules: { text: string; fields: string[]; stops: boolean }[] } }

  test('what a record alone breaks is told as it is typed; blocking rules stop the submission, of members and admins', async () => {
    const made = await judged()
    const saved = await here.post<Entry & Told>('entry/save', { ...at(made), version: null, values: { v2: '210', v3: '300', v5: '停药' } })
    expect(saved.data.judgement.rules).toEqual([
      { text: '规则 filled', fields: ['v1'], stops: false },
      { text: '规则 high', fields: ['v2'], stops: false },
      { text: '规则 order', fields: ['v2', 'v3'], stops: true },
      { text: '规则 range', fields: ['v3'], stops: true },
    ])
    // Where it will stand is known before it is stored: what speaks of the visit is told as it is typed.
    const place = { ...at(made), subject: made.subjects[2]! }
    const upside = { v1: '甲', v2: '80', v3: '90' }
    const placed = await here.post<Told['judgement']>('entry/judge', { ...place, values: upside })
    expect(placed.data.rules).toEqual([{ text: '规则 order', fields: ['v2', 'v3'], stops: true }])
    const theirs = { ...place, subject: made.subjects[1]!, values: upside }
    expect(await here.post('entry/judge', theirs)).toMatchObject({ code: 0 })
    const typed = await here.post<Told['judgement']>('entry/judge', { gather: made.gather, values: { v1: '甲', v2: '120', v3: '30' } })
    expect(typed.data.rules).toEqual([{ text: '规则 range', fields: ['v3'], stops: true }])
    const { id, version } = saved.data.record!
    type Blocked = { blockers: { text: string }[] }
    const texts = [expect.stringContaining('规则 order'), expect.stringContaining('规则 range')]
    const refusal = await here.post<Blocked>('entry/submit', { ...at(made), version })
    expect([refusal.code, refusal.data.blockers.map(({ text }) => text)]).toEqual([0, texts])
    const byAdmin = await post<Blocked>(call, `clinical.data.f${made.form}/move`, { id, version, to: 'submitted' })
    expect([byAdmin.code, byAdmin.data.blockers.map(({ text }) => text)]).toEqual([0, texts])
    const right = await here.post<Entry>('entry/save', { ...at(made), version, values: { v3: '80' } })
    const last = { ...at(made), version: right.data.record!.version }
    expect((await here.post<Entry>('entry/submit', last)).data.record).toMatchObject({ state: 'submitted' })
  })
})
