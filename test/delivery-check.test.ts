import { beforeAll, describe, expect, test } from 'vitest'
import { accept, built, call, counts, deliver, departments, left, records, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { person } from './person.ts'
import { member } from './site-kit.ts'
import type { Member } from './site-kit.ts'
import { STUDY_RULES, add, post, read } from './study-kit.ts'
import type { Call, Row } from './study-kit.ts'
import { tried } from './trial-kit.ts'
import { unzip } from './unzip.ts'

withDeliveries()

const RULES = [
  { id: 'range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 }, severity: 'blocking' },
  { id: 'order', check: 'row_expression', table: 'vitals', params: { never: 'sbp <= dbp' }, severity: 'major' },
  { id: 'once', check: 'D01', table: 'vitals', columns: ['name'], severity: 'blocking' },
  { id: 'pulse', check: 'range', table: 'vitals', columns: ['pulse'], params: { max: 150 }, severity: 'minor' },
  { id: 'rate', check: 'A04', table: 'vitals', columns: ['dbp'], params: { minPercent: 90 }, severity: 'blocking' },
]
const NAMES: Readonly<Record<string, string>> = { range: '收缩压在 60–260', order: '收缩压高于舒张压', once: '姓名不重复' }
/** A control set of the study with these rules in force. */
const setOf = async (study: number, ids: readonly string[], gates: readonly string[] = []): Promise<number> => {
  const parameters = RULES.filter(({ id }) => ids.includes(id)).map((rule) => ({
    ...rule,
    id: `${rule.id}.${study}`,
    name: { zh: NAMES[rule.id] ?? rule.id, en: `Rule ${rule.id}` },
  }))
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study })).toMatchObject({ code: 1 })
  await sql(`UPDATE control_version SET state = 'active', gates = $1 WHERE state = 'draft'`, [gates])
  const rules = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1', [study])
  const names = { code: `set-${study}`, name: `上传前 ${study}`, nameEn: `Before ${study}` }
  return (await add(call, 'control.set', { ...names, study, parameters: rules.map(({ id }) => id) })).id
}
const judgedBy = async (at: Built, ids: readonly string[], gates: readonly string[] = []): Promise<number> => {
  const controlSet = await setOf(at.study, ids, gates)
  const { version } = await read(call, 'gather.project', at.gather)
  expect(await post(call, 'gather.project/edit', { id: at.gather, version, controlSet })).toMatchObject({ code: 1 })
  return controlSet
}

type Line = { row: number; subject: string; text: string }
type Part = { rows: number; list: Line[] }
type Read = Row & { hindrance: string | null; refused: Line[]; checked: { stops: Part; warns: Part } | null }
let here: Member
beforeAll(async () => void (here = await member('checkedhere')))
const team = async (ids: readonly string[], more: object = {}, gates: readonly string[] = []): Promise<Built> => {
  const at = await built({ channel: 'upload', ...more })
  await add(call, 'study.member', { study: at.study, user: here.id, role: 'coordinator', departments: [departments[0]] })
  await judgedBy(at, ids, gates)
  return at
}
let sent = 0
const delivered = async (at: Built, data: string): Promise<Read> => {
  const [before] = await sql<{ number: number }>('SELECT coalesce(max(number), 0) AS number FROM gather_delivery WHERE gather = $1', [
    at.gather,
  ])
  expect(await here.send(at.gather, `week-${++sent}.csv`, data)).toBe(204)
  const { id } = await left(at.gather, before!.number + 1, 'received', 'reading', 'mapped')
  return (await here.get<Read>('delivery/read', { id })).data
}
const bookOf = async (id: number): Promise<string> => {
  const file = await fetch(`${server.address}/api/study/delivery/refused?id=${id}&as=excel`, { headers: { server: '1', ...here.headers } })
  return unzip(Buffer.from(await file.arrayBuffer()))
    .get('xl/worksheets/sheet1.xml')!
    .toString()
}

describe('AA-02 rules before a file is handed over', () => {
  test('a blocking rule stops the submission, by row and in words; the corrected file goes through', async () => {
    const at = await team(['range', 'order'], { intake: 'flag', automatic: true })
    const bad = await delivered(at, 'subject,visit,sbp,dbp\nS1,V1,300,80\nS3,V1,80,90\nS9,V1,500,80\n')
    expect(bad).toMatchObject({ state: 'compared', rowsStored: 2, rowsRejected: 1 })
    expect(bad.checked).toEqual({
      stops: { rows: 1, list: [{ row: 1, subject: 'S1', visit: 'V1', text: '收缩压在 60–260（收缩压 300）' }] },
      warns: { rows: 1, list: [{ row: 2, subject: 'S3', visit: 'V1', text: '收缩压高于舒张压（收缩压 80，舒张压 90）' }] },
    })
    expect(bad.refused.map(({ row }) => row)).toEqual([3])
    expect(bad.hindrance).toMatch(/1 行违反必须遵守的规则.*重新上传/)
    expect(await here.post('delivery/submit', { id: bad.id })).toMatchObject({ code: 0, msg: bad.hindrance })
    expect((await read(call, 'gather.delivery', bad.id))['submittedAt']).toBeNull()
    const good = await delivered(at, 'subject,visit,sbp,dbp\nS1,V1,130,80\nS3,V1,80,90\n')
    expect(good).toMatchObject({ hindrance: null, checked: { stops: { rows: 0 }, warns: { rows: 1 } } })
    expect(await here.post('delivery/submit', { id: good.id })).toMatchObject({ code: 1 })
    expect((await left(at.gather, 2, 'compared')).state).toBe('accepted')
    expect((await records(at.form)).map(({ v2 }) => v2)).toEqual(['130', '80'])
  })

  test('the sheet to correct has every such row with what is wrong in words, and the cells coloured', async () => {
    const at = await team(['range', 'order'])
    const { id } = await delivered(at, 'subject,visit,sbp,dbp\nS1,V1,300,80\nS3,V1,80,90\nS9,V1,120,80\n')
    const sheet = await bookOf(id)
    const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"( s="4")?(?: t="inlineStr")?><(?:is><t xml:space="preserve"|v)>([^<]*)/g)]
    const shown = cells.filter(([, cell]) => /^[ABCFG][234]$/.test(cell!)).map(([, cell, style, text]) => [cell, text, style !== undefined])
    expect(shown).toEqual([
      ['A2', '1', false],
      ['B2', '必须改正：收缩压在 60–260（收缩压 300）', false],
      ['C2', 'S1', false],
      ['F2', '300', true],
      ['G2', '80', false],
      ['A3', '2', false],
      ['B3', '请核对：收缩压高于舒张压（收缩压 80，舒张压 90）', false],
      ['C3', 'S3', false],
      ['F3', '80', true],
      ['G3', '90', true],
      ['A4', '3', false],
      ['B4', '您的科室没有这位受试者', false],
      ['C4', 'S9', true],
      ['F4', '120', false],
      ['G4', '80', false],
    ])
  })

  test('a rule of another weight stops too where its version holds the submission back', async () => {
    const at = await team(['order'], {}, ['submit'])
    expect(await delivered(at, 'subject,visit,sbp,dbp\nS1,V1,80,90\n')).toMatchObject({
      checked: { stops: { rows: 1 }, warns: { rows: 0 } },
    })
  })

  test('rows are judged beside what is stored and with what formulas give; what is stored is not the sender’s to correct', async () => {
    const at = await team(['once', 'pulse'], { automatic: true })
    const first = await delivered(at, 'subject,visit,name,sbp,dbp\nS1,V1,甲,250,80\n')
    expect(first.checked!.warns.list).toMatchObject([{ row: 1, text: expect.stringContaining('pulse') }])
    expect(await here.post('delivery/submit', { id: first.id })).toMatchObject({ code: 1 })
    await left(at.gather, 1, 'compared')
    const second = await delivered(at, 'subject,visit,name,sbp,dbp\nS3,V1,甲,120,80\n')
    expect(second.checked).toMatchObject({ stops: { rows: 1, list: [{ row: 1, subject: 'S3' }] }, warns: { rows: 0 } })
    const other = await delivered(at, 'subject,visit,name,sbp,dbp\nS3,V1,乙,120,80\n')
    expect(other.checked).toMatchObject({ stops: { rows: 0 }, warns: { rows: 0 } })
    const same = await delivered(at, 'subject,visit,name,sbp,dbp\nS1,V1,甲,250,80\n')
    expect(same).toMatchObject({ rowsSame: 1, checked: { stops: { rows: 0 }, warns: { rows: 1 } } })
    const changed = await delivered(at, 'subject,visit,sbp\nS1,V1,200\n')
    expect(changed).toMatchObject({ rowsChanged: 1, checked: { stops: { rows: 0 }, warns: { rows: 0 } } })
  })

  test('what another site has is not told by a rule', async () => {
    const at = await team(['once'])
    await accept(await deliver(at.gather, 'subject,visit,name,sbp,dbp\nS2,V1,甲,120,80\n'))
    expect((await delivered(at, 'subject,visit,name,sbp,dbp\nS1,V1,甲,120,80\n')).checked).toMatchObject({ stops: { rows: 0 } })
  })

  test('a rule about the whole form names no row and stops nobody; without a set nothing is said', async () => {
    const at = await team(['rate'])
    expect(await delivered(at, 'subject,visit,sbp,dbp\nS1,V1,120,\n')).toMatchObject({ hindrance: null, checked: { stops: { rows: 0 } } })
    const bare = await built({ channel: 'upload' })
    await add(call, 'study.member', { study: bare.study, user: here.id, role: 'coordinator', departments: [departments[0]] })
    expect(await delivered(bare, 'subject,visit,sbp,dbp\nS1,V1,300,80\n')).toMatchObject({ hindrance: null, checked: null })
  })
})

describe('AA-02 the house and machines', () => {
  test('what a blocking rule has found is stored by nobody but a person with a reason; rows still add up', async () => {
    const at = await built({ intake: 'flag', automatic: true })
    await judgedBy(at, ['range'])
    const row = await deliver(at.gather, 'subject,visit,sbp,dbp\nS1,V1,300,80\nS2,V1,120,80\n')
    expect([row.state, ...counts(row)]).toEqual(['compared', 2, 2, 0, 0, 0])
    const { data } = await call<{ stops: Line[]; warns: Line[] }>('/admin/gather.delivery/changes', { query: { id: String(row.id) } })
    expect(data.stops).toMatchObject([{ row: 1, subject: 'S1', text: '收缩压在 60–260（收缩压 300）' }])
    const refusal = await post(call, 'gather.delivery/accept', { ids: [row.id], reason: '' })
    expect(refusal).toMatchObject({ code: 0, msg: expect.stringMatching(/1 行违反必须遵守的规则.*写明/) })
    expect(await accept(row)).toMatchObject({ state: 'accepted', rowsStored: 2 })
    expect((await read(call, 'gather.delivery', row.id))['diff']).toMatchObject({ checked: { stops: 1 } })
  })

  test('what was agreed for a site counts for its rows before they are handed over, and for no others', async () => {
    const at = await built({ intake: 'flag' })
    await judgedBy(at, ['range'])
    await sql(
      `INSERT INTO control_override (study, parameter, at, department, mode, body, reason, until, state)
        SELECT $1, id, 'department', $2, 'change', '{"params": {"max": 320}}', 'intensive care', '2099-12-31', 'active' FROM control_parameter WHERE study = $1`,
      [at.study, departments[1]],
    )
    const row = await deliver(at.gather, 'subject,visit,sbp,dbp\nS1,V1,300,80\nS2,V1,300,80\nS4,V1,330,80\n')
    const { data } = await call<{ stops: Line[] }>('/admin/gather.delivery/changes', { query: { id: String(row.id) } })
    // S1 is at the other site; 300 is allowed where S2 and S4 are, 330 is not.
    expect(data.stops.map(({ subject }) => subject)).toEqual(['S1', 'S4'])
    expect((await read(call, 'gather.delivery', row.id))['diff']).toMatchObject({ checked: { stops: 2 } })
  })

  test('AA-07 a rule is tried on the rows of a delivery, as whoever asks may see them', async () => {
    const at = await built({ intake: 'flag' })
    const row = await deliver(at.gather, 'subject,visit,Systolic,dbp\nS1,V1,300,80\nS2,V1,120,80\nS4,V1,500,80\n')
    const wanted = { check: 'range', body: { table: 'vitals', columns: ['sbp'], params: { max: 260 } }, study: at.study, delivery: row.id }
    const all = await tried(call, wanted)
    expect(all).toMatchObject({
      delivery: row.id,
      form: at.form,
      rows: 3,
      violated: 2,
      tables: [{ table: 'vitals', of: 3, denominator: 3 }],
    })
    expect(all.list?.map(({ name, verdict, value }) => [name, verdict, value])).toEqual([
      ['S1 · V1', 'failed', '300'],
      ['S4 · V1', 'failed', '500'],
      ['S2 · V1', 'passed', null],
    ])
    // Nothing of it is stored: the form has no record yet.
    expect(await tried(call, { ...wanted, delivery: null })).toMatchObject({ rows: 0, violated: 0 })
    const site = await person(server, 'trysite', new RegExp(`${STUDY_RULES.source}|^(gather|control|department)(/|$)`))
    await add(call, 'study.member', { study: at.study, admin: site.id, role: 'monitor', departments: [departments[1]] })
    expect((await tried(site.call, wanted)).list?.map(({ name }) => name)).toEqual(['S4 · V1', 'S2 · V1'])
    const stranger = await person(server, 'trystranger', new RegExp(`${STUDY_RULES.source}|^(gather|control)(/|$)`))
    expect(await post(stranger.call, 'control.parameter/try', wanted)).toMatchObject({ code: 0 })
  })

  test.each([
    ['quarantine', 'quarantined'],
    ['reject', 'rejected'],
  ])('where the policy for faulty rows is %s, the rules of the set count as well', async (intake, state) => {
    const at = await built({ intake, automatic: true })
    await judgedBy(at, ['range'])
    expect((await deliver(at.gather, 'subject,visit,sbp,dbp\nS1,V1,300,80\n')).state).toBe(state)
  })

  test('values that somebody does not read in clear stand in no sentence', async () => {
    const at = await built({ intake: 'flag' })
    await judgedBy(at, ['once'])
    const row = await deliver(at.gather, 'subject,visit,name,sbp,dbp\nS1,V1,赵一,120,80\nS2,V1,赵一,120,80\n')
    const analyst = await person(server, 'checkanalyst', new RegExp(`${STUDY_RULES.source}|^(gather|datafile|department)(/|$)`))
    await add(call, 'study.member', { study: at.study, admin: analyst.id, role: 'analyst' })
    const asked = async (by: Call) =>
      (await by<{ stops: Line[] }>('/admin/gather.delivery/changes', { query: { id: String(row.id) } })).data.stops.map(({ text }) => text)
    expect(await asked(call)).toEqual(['姓名不重复（姓名 赵一）', '姓名不重复（姓名 赵一）'])
    const masked = await asked(analyst.call)
    expect(masked).toHaveLength(2)
    expect(masked.join()).not.toContain('赵一')
  })
})

test('a delivery that corrects a value closes its query with proof, though no set of its gather project asks the rule', async () => {
  const at = await built({ channel: 'upload' })
  await add(call, 'study.member', { study: at.study, user: here.id, role: 'coordinator', departments: [departments[0]] })
  const set = await setOf(at.study, ['range'])
  await accept(await deliver(at.gather, 'subject,visit,sbp,dbp\nS1,V1,300,80\nS3,V1,120,80\n'))
  const run = await post<{ id: number }>(call, 'qc.run/judge', { study: at.study, form: at.form, set })
  await expect.poll(async () => (await read(call, 'qc.run', run.data.id)).state, { timeout: 60_000 }).toBe('done')
  const found = await sql<{ id: number }>(`SELECT id FROM finding WHERE study = $1 AND state = 'new'`, [at.study])
  expect(found).toHaveLength(1)
  const asked = await post<{ ids: number[] }>(call, 'finding/query', { ids: found.map(({ id }) => id) })
  const query = asked.data.ids[0] ?? 0
  await accept(await deliver(at.gather, 'subject,visit,sbp,dbp\nS1,V1,130,80\nS3,V1,120,80\n'))
  await expect.poll(async () => (await read(call, 'query', query)).state, { timeout: 60_000 }).toBe('closed')
  type Entry = { kind: string; facts: { items?: object[] } | null }
  const { data } = await call<{ entries: Entry[] }>('/admin/query/thread', { query: { id: String(query) } })
  expect(data.entries.at(-1)).toMatchObject({ kind: 'proved', facts: { items: [{ field: '收缩压', after: '130' }] } })
  expect(await sql('SELECT DISTINCT trigger FROM qc_run WHERE study = $1 ORDER BY 1', [at.study])).toEqual([
    { trigger: 'manual' },
    { trigger: 'recheck' },
  ])
})
