import { describe, expect, test } from 'vitest'
import {
  accept,
  admin,
  built,
  call,
  counts,
  deliver,
  departments,
  left,
  records,
  send,
  server,
  sql,
  waited,
  whileReading,
  withDeliveries,
} from './delivery-kit.ts'
import { person } from './person.ts'
import { STUDY_RULES, add, move, post, read } from './study-kit.ts'
import type { Call, Row } from './study-kit.ts'

withDeliveries()

type Changes = {
  targets: { name: string; title: string }[]
  columns: { name: string; values: string[] }[]
  added: { subject: string; values: Record<string, string | null> }[]
  changed: { subject: string; cells: { slot: string; before: string | null; after: string | null }[] }[]
  refused: { row: number; reason: string; text: string; subject: string | null }[]
}
/** What another gather project for the same form is made of. */
const likeOf = async (gather: number) => {
  const { study, form } = await read(call, 'gather.project', gather)
  return { study, form, code: `OTHER-${gather}`, name: '另一项', nameEn: 'Another', intake: 'flag', automatic: true }
}
const changesOf = async (row: Row, by = call) =>
  (await by<Changes>('/admin/gather.delivery/changes', { query: { id: String(row.id) } })).data

describe('AA-02 a delivery', () => {
  test('is read, mapped by code and label, compared and stored once somebody accepts it', async () => {
    const { gather, form: formId } = await built()
    const first = await deliver(gather, '受试者,访视,SBP,舒张压,备注\nS1,V1,120,80,x\nS2,V1,131,85,y\n')
    expect([first.state, counts(first)]).toEqual(['compared', [2, 2, 0, 0, 0]])
    expect(first['manifest']).toMatchObject({ mapping: { 受试者: 'subject', 访视: 'visit', SBP: 'v2', 舒张压: 'v3' }, format: 'csv' })
    expect(await records(formId)).toEqual([])
    expect((await changesOf(first)).added.map((row) => [row.subject, row.values['v2']])).toEqual([
      ['S1', '120'],
      ['S2', '131'],
    ])
    expect(await accept(first)).toMatchObject({ state: 'accepted', rowsStored: 2 })
    expect(await records(formId)).toMatchObject([
      { subject: 'S1', v1: null, v2: '120', v3: '80', v4: '40', version: 1, state: 'submitted', delivered: true, row_no: 1 },
      { subject: 'S2', v2: '131', v3: '85', v4: '46', row_no: 2 },
    ])
    expect((await read(call, 'gather.project', gather))['mapping']).toMatchObject({ SBP: 'v2' })
    const [entry] = await sql(
      `SELECT actor_id, reason, changes FROM audit_entry WHERE resource = 'gather.delivery' AND record_id = $1 AND action = 'import'`,
      [String(first.id)],
    )
    expect(entry).toMatchObject({ actor_id: 1, reason: '核对无误', changes: { stored: [null, 2], cells: [null, 0] } })
  })

  test('that comes again changes cells, keeps what they were, and leaves the rest alone', async () => {
    const { gather, form: formId, subjects, visit } = await built()
    await accept(await deliver(gather, 'subject,visit,sbp,dbp\nS1,V1,120,80\nS2,V1,130,85\nS3,V1,140,90\n'))
    await sql(`UPDATE "record"."t${formId}" SET state = 'signed' WHERE subject = $1`, [subjects[1]])
    const second = await deliver(gather, 'subject,visit,sbp,dbp\nS1,V1,120,80\nS2,V1,135,85\nS4,V1,150,95\n')
    expect(counts(second)).toEqual([3, 1, 1, 1, 0])
    expect(second['diff']).toMatchObject({ cells: 1, vanished: 1 })
    expect((await changesOf(second)).changed).toMatchObject([{ subject: 'S2', cells: [{ slot: 'v2', before: '130', after: '135' }] }])
    expect(await accept(second)).toMatchObject({ state: 'accepted', rowsStored: 1, rowsChanged: 1, rowsSame: 1, rowsRejected: 0 })
    expect((await records(formId)).map((r) => [r['subject'], r['v2'], r['v4'], r['version'], r['state']])).toEqual([
      ['S1', '120', '40', 1, 'submitted'],
      ['S2', '135', '50', 2, 'submitted'],
      ['S3', '140', '50', 1, 'submitted'],
      ['S4', '150', '55', 1, 'submitted'],
    ])
    const [record] = await sql<{ id: number }>(`SELECT id FROM "record"."t${formId}" WHERE subject = $1 AND visit = $2`, [
      subjects[1],
      visit,
    ])
    expect(
      await sql('SELECT slot, before, after, reason, source, delivery FROM value_change WHERE record = $1 AND form = $2 ORDER BY slot', [
        record!.id,
        formId,
      ]),
    ).toEqual([
      { slot: 2, before: '130', after: '135', reason: '核对无误', source: 'import', delivery: second.id },
      { slot: 4, before: '45', after: '50', reason: '核对无误', source: 'import', delivery: second.id },
    ])
    const story = await call<{ list: { before: string | null; after: string | null; source: string; by: string }[] }>(
      '/admin/clinical.data/story',
      {
        query: { form: String(formId), id: String(record!.id), field: 'v2' },
      },
    )
    expect(story.data.list).toMatchObject([
      { before: '130', after: '135', source: 'import', delivery: { id: second.id, name: 'labs.csv', number: 2, row: 2 } },
      { before: null, after: '130', source: 'import', delivery: { name: 'labs.csv', number: 1, row: 2 } },
    ])
  })

  test('takes the marks of whoever has looked at what it changes', async () => {
    const { gather, form: formId, study } = await built()
    await accept(await deliver(gather, 'subject,visit,sbp,dbp\nS1,V1,120,80\nS2,V1,130,85\n'))
    expect((await post(call, 'study.mark/mark', { form: formId, kind: 'source' })).code).toBe(1)
    await accept(await deliver(gather, 'subject,visit,sbp,dbp\nS1,V1,120,80\nS2,V1,135,85\n'))
    const marks = 'SELECT s.code, m.state FROM study_mark m JOIN study_subject s ON s.id = m.subject WHERE m.study = $1 ORDER BY s.code'
    expect(await sql(marks, [study])).toEqual([
      { code: 'S1', state: 'valid' },
      { code: 'S2', state: 'lost' },
    ])
  })

  test('says of every row that is not stored why, and hands them out for correction without a formula among them', async () => {
    const { gather, study } = await built({}, { repeats: true })
    const subject = (await sql<{ id: number }>(`SELECT id FROM study_subject WHERE study = $1 AND code = 'S4'`, [study]))[0]!
    await sql(`UPDATE study_subject SET state = 'withdrawn' WHERE id = $1`, [subject.id])
    const rows = [
      'S1,V1,1,120',
      'S1,V1,1,121',
      ',V1,1,1',
      'S9,V1,1,1',
      'S2,V9,1,1',
      'S2,V1,0,1',
      'S4,V1,1,1',
      'S3,V1,2,"=1+1"',
      `S3,V1,3,${'x'.repeat(10_001)}`,
    ]
    const row = await deliver(gather, `subject,visit,instance,sbp\n${rows.join('\n')}\n`)
    expect(counts(row)).toEqual([9, 1, 0, 0, 8])
    expect(row['diff']).toMatchObject({
      reasons: { duplicate: 2, noSubject: 1, unknownSubject: 1, unknownVisit: 1, badInstance: 1, withdrawn: 1, tooLong: 1 },
    })
    expect((await changesOf(row)).refused.map(({ row: at, reason }) => `${at} ${reason}`)).toEqual([
      '1 duplicate',
      '2 duplicate',
      '3 noSubject',
      '4 unknownSubject',
      '5 unknownVisit',
      '6 badInstance',
      '7 withdrawn',
      '9 tooLong',
    ])
    const evil = await deliver(gather, 'subject,visit,instance,sbp\n"=cmd|x",V1,1,-5\n')
    const file = await fetch(`${server.address}/admin/gather.delivery/refused?id=${evil.id}`, {
      headers: { server: '1', batoken: admin.token, 'think-lang': 'en' },
    })
    expect(await file.text()).toBe(`Row,Reason,Subject,Visit,Number,Systolic\r\n1,The study has no such subject,'=cmd|x,V1,1,-5\r\n`)
  })

  test('does not overwrite what somebody edited or added after the comparison: the row is told as a conflict', async () => {
    const { gather, form: formId, subjects, visit } = await built()
    await accept(await deliver(gather, 'subject,visit,sbp\nS1,V1,120\nS2,V1,130\n'))
    const second = await deliver(gather, 'subject,visit,sbp\nS1,V1,125\nS2,V1,135\nS3,V1,140\nS4,V1,150\n')
    expect(counts(second)).toEqual([4, 2, 2, 0, 0])
    const name = `clinical.data.f${formId}`
    const [edited] = await sql<{ id: number }>(`SELECT id FROM "record"."t${formId}" WHERE subject = $1`, [subjects[0]])
    const { version } = await read(call, name, edited!.id)
    expect((await post(call, `${name}/edit`, { id: edited!.id, version, v2: '999' }, '更正')).code).toBe(1)
    await add(call, name, { subject: subjects[2], visit, v2: '888' })
    expect(await accept(second)).toMatchObject({
      state: 'accepted',
      rowsIn: 4,
      rowsStored: 1,
      rowsChanged: 1,
      rowsSame: 0,
      rowsRejected: 2,
    })
    expect((await records(formId)).map((r) => [r['subject'], r['v2']])).toEqual([
      ['S1', '999'],
      ['S2', '135'],
      ['S3', '888'],
      ['S4', '150'],
    ])
    const { refused } = await changesOf(second)
    expect(refused.map(({ row, reason, subject }) => `${row} ${reason} ${subject}`)).toEqual(['3 conflict S3', '1 conflict S1'])
  })

  test('waits where nobody can tell which column names the subject, and goes on as somebody maps it', async () => {
    const { gather } = await built()
    const row = await deliver(gather, 'q1,q2,zzz\nS1,V1,120\n')
    expect(row.state).toBe('mapped')
    const map = (mapping: object) => post<{ task: number }>(call, 'gather.delivery/map', { ids: [row.id], mapping })
    expect((await map({ q1: 'v1' })).msg).toContain('受试者')
    expect((await map({ q1: 'subject', q2: 'subject' })).code).toBe(0)
    expect((await map({ nowhere: 'subject' })).code).toBe(0)
    expect((await map({ q1: 'subject', q2: 'visit', zzz: 'v2' })).code).toBe(1)
    const mapped = await left(gather, 1, 'reading')
    expect([mapped.state, counts(mapped)]).toEqual(['compared', [1, 1, 0, 0, 0]])
    expect(await accept(mapped)).toMatchObject({ state: 'accepted' })
    expect((await deliver(gather, 'q1,q2,zzz\nS2,V1,120\n')).state).toBe('compared')
  })

  test('follows the policy of its gather project', async () => {
    const bad = 'subject,visit,sbp\nS1,V1,120\nS9,V1,130\n'
    expect((await deliver((await built({ intake: 'quarantine' })).gather, bad)).state).toBe('quarantined')
    expect((await deliver((await built({ intake: 'reject' })).gather, bad)).state).toBe('rejected')
    const automatic = await built({ intake: 'flag', automatic: true })
    expect(await send(automatic.gather, 'a.csv', bad)).toBe(204)
    const row = await left(automatic.gather, 1, 'received', 'reading', 'mapped', 'compared')
    expect([row.state, counts(row)]).toEqual(['accepted', [2, 1, 0, 0, 1]])
    const careful = await built({ intake: 'quarantine', automatic: true })
    const aside = await deliver(careful.gather, bad)
    expect(aside.state).toBe('quarantined')
    const because = async (language: string) => {
      const { data } = await call<{ list: { reason: string | null }[] }>('/admin/gather.delivery/history', {
        query: { id: String(aside.id) },
        headers: { 'think-lang': language },
      })
      return data.list[0]?.reason
    }
    expect([await because('zh-cn'), await because('en')]).toEqual(['1 行不合格', '1 rows do not pass'])
  })

  test('that a person has put aside stays aside until a person accepts it, whatever the policy and whoever else delivers', async () => {
    const { gather, form: formId } = await built({ automatic: true })
    const { id: other } = await add(call, 'gather.project', await likeOf(gather))
    await move(call, 'gather.project', other, 'open')
    const aside = await whileReading(gather, 'subject,visit,sbp\nS1,V1,120\n', (id) =>
      move(call, 'gather.delivery', id, 'quarantined', '等中心确认'),
    )
    expect(aside).toMatchObject({ state: 'quarantined', held: true, rows_stored: 1 })
    // What somebody else stores makes it be compared anew.
    await deliver(other, 'subject,visit,sbp\nS2,V1,130\n')
    await left(other, 1, 'received', 'reading', 'mapped', 'compared')
    await expect
      .poll(async () => (await sql(`SELECT 1 FROM task WHERE state IN ('waiting', 'running') AND kind LIKE 'delivery.%'`)).length, waited)
      .toBe(0)
    expect(await left(gather, 1, 'received', 'reading', 'mapped', 'compared')).toMatchObject({ state: 'quarantined', held: true })
    expect((await records(formId)).map((r) => r['subject'])).toEqual(['S2'])
    expect(await accept(aside)).toMatchObject({ state: 'accepted', held: false })
    expect((await records(formId)).map((r) => r['subject'])).toEqual(['S1', 'S2'])
  })

  test('that is rejected while a worker reads it is left alone; the task ends without a failure', async () => {
    const { gather, form: formId } = await built({ automatic: true })
    const row = await whileReading(gather, 'subject,visit,sbp\nS1,V1,120\n', (id) =>
      move(call, 'gather.delivery', id, 'rejected', '发错了'),
    )
    expect(row).toMatchObject({ state: 'rejected', rows_in: null })
    expect(await sql('SELECT state FROM task WHERE id = $1', [row['task']])).toEqual([{ state: 'done' }])
    expect(await records(formId)).toEqual([])
  })

  test('that cannot be read is put aside with the reason', async () => {
    const { gather } = await built()
    const row = await deliver(gather, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'labs.xlsx')
    expect(row.state).toBe('quarantined')
    expect(row['manifest']).toMatchObject({ trouble: { en: expect.any(String) } })
    expect((await post(call, 'gather.delivery/accept', { ids: [row.id], reason: '' })).msg).toContain('还没有比较完')
  })

  test('is refused while its gather project is not open, and not stored once the study is frozen', async () => {
    const { gather, study, form: formId } = await built()
    const row = await deliver(gather, 'subject,visit,sbp\nS1,V1,120\n')
    await move(call, 'gather.project', gather, 'paused')
    expect(await send(gather, 'late.csv', 'subject\nS1\n')).not.toBe(204)
    expect((await move(call, 'study.project', study, 'cleaning')).code).toBe(1)
    expect((await move(call, 'study.project', study, 'frozen', '清理完毕')).msg).toContain('还有 1 次交付没有入库也没有退回')
    await sql(
      `INSERT INTO study_waiver (study, blocker, title, reason, state) VALUES ($1, 'delivery:' || md5($2), '交付', '不再入库', 'granted')`,
      [study, String(row.id)],
    )
    expect((await move(call, 'study.project', study, 'frozen', '清理完毕')).code).toBe(1)
    expect((await post(call, 'gather.delivery/accept', { ids: [row.id], reason: '' })).code).toBe(0)
    const { code } = await post(call, 'gather.delivery/map', { ids: [row.id], mapping: { subject: 'subject' } })
    expect(code).toBe(0)
    expect(await records(formId)).toEqual([])
  })

  test('a record that is locked, or whose subject is, is not changed; one that is locked after the comparison is a conflict', async () => {
    const { gather, form: formId, study, subjects } = await built()
    await accept(await deliver(gather, 'subject,visit,sbp\nS1,V1,120\nS2,V1,130\n'))
    await sql(`UPDATE "record"."t${formId}" SET state = 'locked' WHERE row_no = 1`)
    const row = await deliver(gather, 'subject,visit,sbp\nS1,V1,125\nS2,V1,130\n')
    expect(counts(row)).toEqual([2, 0, 0, 1, 1])
    expect(row['diff']).toMatchObject({ reasons: { locked: 1 } })
    const later = await deliver(gather, 'subject,visit,sbp\nS2,V1,131\nS3,V1,140\nS4,V1,150\n')
    expect(counts(later)).toEqual([3, 2, 1, 0, 0])
    for (const subject of [subjects[1], subjects[2]]) await add(call, 'study.lock', { study, scope: 'subject', subject, reason: '已核对' })
    expect(await accept(later)).toMatchObject({ state: 'accepted', rowsStored: 1, rowsChanged: 0, rowsRejected: 2 })
    const last = await deliver(gather, 'subject,visit,sbp\nS2,V1,131\nS3,V1,140\nS4,V1,150\n')
    expect([counts(last), last['diff']]).toMatchObject([[3, 0, 0, 1, 2], { reasons: { locked: 2 } }])
  })
})

describe('AA-02 who sees a delivery', () => {
  test('nobody outside the study; within it each site its own rows, and a role what it may read', async () => {
    const { gather, study } = await built()
    const rules = new RegExp(`${STUDY_RULES.source}|^(gather|datafile|department)(/|$)`)
    const outsider = await person(server, 'outsider', rules)
    const coordinator = await person(server, 'sitea', rules)
    const analyst = await person(server, 'analyst', rules)
    await add(call, 'study.member', { study, admin: coordinator.id, role: 'coordinator', departments: [departments[0]] })
    await add(call, 'study.member', { study, admin: analyst.id, role: 'analyst' })
    const row = await deliver(gather, 'subject,visit,name,sbp\nS1,V1,张三,120\nS2,V1,李四,130\nS9,V1,王五,1\n')
    const asked = (by: Call) => by<Changes>('/admin/gather.delivery/changes', { query: { id: String(row.id) } })
    expect((await asked(outsider.call)).code).toBe(0)
    expect((await post(outsider.call, 'gather.delivery/accept', { ids: [row.id], reason: '' })).code).toBe(0)
    expect(await send(gather, 'x.csv', 'subject\nS1\n', outsider.token)).not.toBe(204)
    expect((await changesOf(row, coordinator.call)).added.map(({ subject, values }) => [subject, values['v1']])).toEqual([['S1', '张三']])
    expect((await changesOf(row, coordinator.call)).refused).toEqual([])
    // Of two sites' rows one is told how many are theirs; whoever is there for all of them reads all counts.
    const told = await read(coordinator.call, 'gather.delivery', row.id)
    expect(told).toMatchObject({ rowsIn: null, rowsStored: null, rowsRejected: null, diff: { sites: { [departments[0]]: 1 } } })
    expect(JSON.stringify(told['diff'])).not.toContain(`"${departments[1]}"`)
    expect(told['manifest']).not.toHaveProperty('rows')
    expect(await read(analyst.call, 'gather.delivery', row.id)).toMatchObject({ rowsIn: 3, rowsStored: 2, rowsRejected: 1 })
    const masked = await changesOf(row, analyst.call)
    expect(JSON.stringify(masked)).not.toMatch(/张三|李四|王五/)
    expect(masked.added).toHaveLength(2)
    // The file as it came is for whoever reads all of it; that they took it stands in the trail.
    const source = (token: string) =>
      fetch(`${server.address}/admin/gather.delivery/source?id=${row.id}`, { headers: { server: '1', batoken: token } }).then((a) =>
        a.text(),
      )
    expect(await source(admin.token)).toBe('subject,visit,name,sbp\nS1,V1,张三,120\nS2,V1,李四,130\nS9,V1,王五,1\n')
    for (const { token } of [outsider, coordinator, analyst]) expect(await source(token)).toMatch(/^\{"code":0/)
    expect([await changesOf(row), await changesOf(row, analyst.call)]).toMatchObject([{ isOpen: true }, { isOpen: false }])
    const taken = `SELECT record_id FROM audit_entry WHERE resource = 'gather.delivery' AND action = 'download'`
    expect(await sql(taken)).toEqual([{ record_id: String(row.id) }])
    const own = await send(gather, 'own.csv', 'subject,visit,sbp\nS1,V1,1\nS2,V1,2\n', coordinator.token)
    expect(own).toBe(204)
    const theirs = await left(gather, 2, 'received', 'reading')
    expect([theirs['department'], counts(theirs), theirs['diff']]).toMatchObject([
      departments[0],
      [2, 1, 0, 0, 1],
      { reasons: { otherSite: 1 } },
    ])
  })
})

describe('AA-02 records that a later delivery lacks', () => {
  const BOTH = 'subject,visit,sbp,dbp\nS1,V1,120,80\nS3,V1,130,85\nS2,V1,140,90\n'
  const WITHOUT = 'subject,visit,sbp,dbp\nS1,V1,120,80\nS2,V1,141,90\n'
  const marked = (form: number) =>
    sql<{ subject: string; delivery: number }>(
      `SELECT s.code AS subject, v.delivery FROM record_vanished v JOIN "record"."t${form}" t ON t.id = v.record JOIN study_subject s ON s.id = t.subject WHERE v.form = $1`,
      [form],
    )
  const kept = (form: number) =>
    sql<{ subject: string }>(
      `SELECT s.code AS subject FROM "record"."t${form}" t JOIN study_subject s ON s.id = t.subject WHERE t.deleted_at IS NULL ORDER BY s.code`,
    )
  const codes = async (form: number) => (await kept(form)).map(({ subject }) => subject)
  type Lacks = Changes & { vanished: { id: number; subject: string }[]; removed: string }
  const lacksOf = async (row: Row) => (await changesOf(row, call)) as Lacks

  test('are kept and marked where the gather project says so, until they are delivered again', async () => {
    const { gather, form } = await built({ removed: 'flag', automatic: true })
    await deliver(gather, BOTH)
    await left(gather, 1, 'compared')
    const second = await deliver(gather, WITHOUT)
    await left(gather, 2, 'compared')
    const shown = await lacksOf(second)
    expect([shown.removed, shown.vanished.map(({ subject }) => subject)]).toEqual(['flag', ['S3']])
    expect(await marked(form)).toEqual([{ subject: 'S3', delivery: second.id }])
    expect(await codes(form)).toEqual(['S1', 'S2', 'S3'])
    const { data } = await call<{ marks: Record<string, Record<string, string[]>> }>(`/admin/clinical.data.f${form}/index`)
    expect(data.marks[String(shown.vanished[0]!.id)]).toEqual({ subject: ['vanished'] })
    await deliver(gather, BOTH)
    await left(gather, 3, 'compared')
    expect(await marked(form)).toEqual([])
  })

  test('are moved to the bin by a person alone; what somebody has changed since stays and is marked', async () => {
    const { gather, form } = await built({ removed: 'recycle', automatic: true })
    await deliver(gather, `${BOTH}S4,V1,150,95\n`)
    await left(gather, 1, 'compared')
    const second = await deliver(gather, WITHOUT)
    expect([second.state, counts(second), (second['diff'] as { vanished: number }).vanished]).toEqual(['compared', [2, 0, 1, 1, 0], 2])
    const [edited] = await sql<{ id: number; version: number }>(
      `SELECT t.id, t.version FROM "record"."t${form}" t JOIN study_subject s ON s.id = t.subject WHERE s.code = 'S4'`,
    )
    expect((await post(call, `clinical.data.f${form}/edit`, { ...edited, v2: '151' }, '核对')).code).toBe(1)
    expect(await accept(second)).toMatchObject({ state: 'accepted', diff: { vanished: 2, recycled: 1, flagged: 1 } })
    expect(await codes(form)).toEqual(['S1', 'S2', 'S4'])
    expect((await marked(form)).map(({ subject }) => subject)).toEqual(['S4'])
    const [entry] = await sql<{ reason: string }>(
      `SELECT a.reason FROM audit_entry a JOIN "record"."t${form}" t ON t.id::text = a.record_id AND t.deleted_at IS NOT NULL WHERE a.resource = $1 AND a.reason IS NOT NULL`,
      [`clinical.data.f${form}`],
    )
    expect(entry!.reason).toContain('交付')
  })

  test('are no business of another site, nor is a row that is there and refused', async () => {
    const { gather, study, form } = await built({ removed: 'recycle' })
    await accept(await deliver(gather, BOTH))
    const rules = new RegExp(`${STUDY_RULES.source}|^(gather|datafile|department)(/|$)`)
    const coordinator = await person(server, 'lackssite', rules)
    await add(call, 'study.member', { study, admin: coordinator.id, role: 'coordinator', departments: [departments[0]] })
    expect(await send(gather, 'own.csv', 'subject,visit,sbp,dbp\nS1,V1,120,80\nS3,V1,1,1\nS3,V1,2,2\n', coordinator.token)).toBe(204)
    const own = await left(gather, 2, 'received', 'reading')
    expect([counts(own), (own['diff'] as { vanished: number }).vanished]).toEqual([[3, 0, 0, 1, 2], 0])
    await accept(own)
    expect(await codes(form)).toEqual(['S1', 'S2', 'S3'])
  })
})
