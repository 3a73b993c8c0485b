import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsOf } from '../src/server/http/resource-routes.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'
import { unzip } from './unzip.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval|query|analysis|finding|qc|control|comment|datafile)(/|$)`)
let server: TestServer
let manager: Person
let auditor: Person
let site: Person
let call: Call
let department: number
let other: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const departmentOf = async (code: string) => (await sql<{ id: number }>('SELECT id FROM department WHERE code = $1', [code]))[0]!.id

beforeAll(async () => {
  server = await startTestServer()
  department = await departmentOf('IM-CV')
  other = await departmentOf('IM-RC')
  manager = await person(server, 'manager', RULES)
  auditor = await person(server, 'inspector', RULES)
  site = await person(server, 'site', RULES)
  call = manager.call
})
afterAll(() => server.close())

let number = 0
const built = async () => {
  const code = `TR-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  await add(call, 'study.member', { study, admin: auditor.id, role: 'auditor' })
  await add(call, 'study.member', { study, admin: site.id, role: 'auditor', departments: [department] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [variable('vitals', 'sbp', { label: '收缩压' }), variable('vitals', 'phone', { label: '电话', sensitivity: 3 })],
  }))
  const formId = forms[0]!.id
  const name = `clinical.data.f${formId}`
  const entered = async (at: number, of: number) => {
    const subject = await add(call, 'study.subject', { study, code: `${code}-${at}`, department: of })
    const record = await add(call, name, { subject: subject.id, visit, v1: '120', v2: '13900000001' })
    await move(call, name, record.id, 'submitted')
    return { subject: subject.id, record: record.id }
  }
  const [own, far] = [await entered(1, department), await entered(2, other)]
  expect(await post(call, `${name}/edit`, { id: own.record, v1: '130', v2: '13900000002' }, '抄错')).toMatchObject({ code: 1 })
  const { version } = await read(call, name, own.record)
  await post(call, 'study.mark/markRecord', { form: formId, record: own.record, version, kind: 'source' })
  expect(await post(call, 'query/raise', { form: formId, record: own.record, field: 'v1', text: '请核对血压' })).toMatchObject({ code: 1 })
  await add(call, 'study.lock', { study, scope: 'subject', subject: far.subject, level: 'freeze', reason: '核对' })
  await found(study, formId, own)
  const file = await sent(own.subject, visit, `ecg-${code}.csv`)
  for (const [resource, record] of [
    [name, own.record],
    ['datafile', file],
  ] as const)
    expect(await post(call, 'comment/say', { resource, record, text: `原件见病历 ${resource}` })).toMatchObject({ code: 1 })
  return { code, study, visit, form: formId, name, own, far }
}
/** A file that somebody has sent of this subject. */
const sent = async (subject: number, visit: number, called: string): Promise<number> => {
  const facts = { number: 1, size: 3, sha256: 'c'.repeat(64) }
  return server.backend.engine.write(systemContext(server.backend), async (tx) => {
    const { id } = await tx.engine.add(tx, 'datafile', { name: called }, { ...facts, subject, visit, departmentId: department })
    await tx.engine.add(tx, 'datafile.version', {}, { ...facts, datafile: id, name: called })
    return id
  })
}
/** What a run would have found there, and a person accepted. */
const found = async (study: number, formId: number, { subject, record }: { subject: number; record: number }) => {
  const file = JSON.stringify({
    parameters: [{ id: `sbp.${study}`, check: 'range', table: 'vitals', columns: ['sbp'], params: { max: 90 } }],
  })
  expect(await post(call, 'control.parameter/take', { file, study })).toMatchObject({ code: 1 })
  const [rule] = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1', [study])
  const [{ id } = { id: 0 }] = await sql<{ id: number }>(
    `INSERT INTO finding (name, parameter, field, value, severity, state, study, form, record, subject, department, fingerprint, hash, first_run, state_run)
     VALUES ('x · V1', $1, 'sbp', '13900000009', 'major', 'accepted', $2, $3, $4, $5, $6, $7, $7, 1, 1) RETURNING id`,
    [rule!.id, study, formId, record, subject, department, `f${study}`],
  )
  await sql(
    `INSERT INTO finding_event (finding, "from", "to", cause, value, by, reason) VALUES ($1, NULL, 'new', 'data', '13900000009', NULL, NULL),
     ($1, 'new', 'accepted', 'person', '13900000009', $2, '已与原始记录核对')`,
    [id, manager.id],
  )
}
type Built = Awaited<ReturnType<typeof built>>
type Line = { title: string; before: string | null; after: string | null }
type Shown = {
  kind: string
  what: string
  by: string
  resource: string
  label: string
  subjectCode: string | null
  reason: string | null
  lines: Line[]
  at: string
}
type Answer = { list: Shown[]; next: string | null }
const trailOf = async (as: Call, { study }: Built, more: Record<string, string> = {}) =>
  as<Answer>('/admin/study.trail/index', { query: { study: String(study), ...more } })
const listOf = async (as: Call, at: Built, more: Record<string, string> = {}) => (await trailOf(as, at, more)).data.list

describe('the trail of a study', () => {
  test('tells values with before, after and reason, queries, marks and locks, in the order of time', async () => {
    const at = await built()
    const list = await listOf(auditor.call, at, { order: 'asc' })
    const times = list.map((event) => Date.parse(event.at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(list.map(({ kind }) => kind))).toEqual(
      new Set(['design', 'subject', 'data', 'file', 'finding', 'verification', 'query', 'comment', 'closing']),
    )
    // A file with the hash of what was sent; what was said beside it and beside a record, of whose they are.
    expect(list.filter(({ kind }) => kind === 'file')).toMatchObject([
      { resource: 'datafile', label: `ecg-${at.code}.csv`, subjectCode: `${at.code}-1` },
      { resource: 'datafile.version', lines: expect.arrayContaining([expect.objectContaining({ after: 'c'.repeat(64) })]) },
    ])
    expect(list.filter(({ kind }) => kind === 'comment').map(({ by, subjectCode, lines }) => [by, subjectCode, lines])).toEqual(
      [at.name, 'datafile'].map((resource) => [
        'manager',
        `${at.code}-1`,
        [{ title: '内容', before: null, after: `原件见病历 ${resource}` }],
      ]),
    )
    expect(list.filter(({ kind }) => kind === 'finding')).toMatchObject([
      { by: '系统', what: '新问题', subjectCode: `${at.code}-1`, reason: null },
      { by: 'manager', what: '已接受', reason: '已与原始记录核对' },
    ])
    const edited = list.find((event) => event.kind === 'data' && event.reason === '抄错')
    expect(edited).toMatchObject({ by: 'manager', subjectCode: `${at.code}-1`, what: '编辑' })
    expect(edited?.lines).toEqual(
      expect.arrayContaining([
        { title: '收缩压', before: '120', after: '130' },
        { title: '电话', before: '••••••', after: '••••••' },
      ]),
    )
    const asked = list.find(({ kind }) => kind === 'query')
    expect(asked?.lines).toEqual(expect.arrayContaining([expect.objectContaining({ after: '请核对血压' })]))
    expect(list.some(({ lines }) => lines.some(({ before, after }) => `${before}${after}`.includes('1390000')))).toBe(false)
    // Newest first is the same, turned round.
    expect(await listOf(auditor.call, at)).toEqual(list.toReversed())
  })

  test('tells the team and its invitations in words, and nothing of what a new place leaves open', async () => {
    const at = await built()
    const { id } = await add(call, 'study.invitation', { study: at.study, name: '外院协调员', role: 'coordinator' })
    await post(call, 'study.invitation/issue', { ids: [id] })
    expect((await move(call, 'study.invitation', id, 'revoked')).code).toBe(1)
    const list = await listOf(auditor.call, at, { order: 'asc', kind: 'design' })
    const places = list.filter(({ resource }) => resource === 'study.member')
    expect(places.map(({ label }) => label)).toEqual(expect.arrayContaining(['稽查员']))
    expect(places.map(({ label }) => label)).not.toContain('auditor')
    expect(places.flatMap(({ lines }) => lines).filter(({ before, after }) => before === null && after === null)).toEqual([])
    const invitations = list.filter(({ resource }) => resource === 'study.invitation')
    expect(invitations.map(({ what, label }) => [what, label])).toEqual([
      ['新建', '外院协调员'],
      ['发出邀请', '外院协调员'],
      ['已撤销', '外院协调员'],
    ])
  })

  test('of one subject holds what is about them, and not what is about another', async () => {
    const at = await built()
    const own = await listOf(auditor.call, at, { subject: String(at.own.subject) })
    expect(own.length).toBeGreaterThan(4)
    expect(new Set(own.map(({ subjectCode }) => subjectCode))).toEqual(new Set([`${at.code}-1`]))
    const far = await listOf(auditor.call, at, { subject: String(at.far.subject) })
    expect(far.map(({ kind }) => kind)).toContain('closing')
    // The signature under one subject’s data is theirs: it names them to nobody who does not see them.
    const sheet = { study: at.study, scope: 'subject', subject: at.far.subject, title: `${at.code}-2` }
    const ctx = systemContext(server.backend)
    await server.backend.engine.write(ctx, (tx) => tx.engine.add(tx, 'study.signature', {}, sheet))
    const sheets = async (as: Call, more: Record<string, string> = {}) =>
      (await listOf(as, at, { kind: 'closing', ...more })).filter(({ resource }) => resource === 'study.signature').length
    expect(await sheets(auditor.call)).toBe(1)
    expect(await sheets(auditor.call, { subject: String(at.far.subject) })).toBe(1)
    expect(await sheets(auditor.call, { subject: String(at.own.subject) })).toBe(0)
    expect(await sheets(site.call)).toBe(0)
    expect((await listOf(site.call, at, { kind: 'closing' })).filter(({ resource }) => resource === 'study.lock')).toEqual([])
    expect(far.some(({ subjectCode }) => subjectCode === `${at.code}-1`)).toBe(false)
  })

  test('is filtered by kind, person, day and form, and read page by page without loss', async () => {
    const at = await built()
    expect(new Set((await listOf(auditor.call, at, { kind: 'data,query' })).map(({ kind }) => kind))).toEqual(new Set(['data', 'query']))
    expect(await listOf(auditor.call, at, { by: 'nobody' })).toEqual([])
    expect((await listOf(auditor.call, at, { by: 'MANA', kind: 'data' })).length).toBeGreaterThan(0)
    expect(await listOf(auditor.call, at, { by: '%', kind: 'data' })).toEqual([])
    expect(await listOf(auditor.call, at, { to: '2020-01-01' })).toEqual([])
    expect((await listOf(auditor.call, at, { from: '2020-01-01' })).length).toBeGreaterThan(0)
    expect((await listOf(auditor.call, at, { form: String(at.form) })).every(({ subjectCode }) => subjectCode !== null)).toBe(true)
    for (let i = 0; i < 110; i++) await post(call, `${at.name}/edit`, { id: at.own.record, v1: String(100 + i) }, `第 ${i} 次`)
    const first = await trailOf(auditor.call, at, { kind: 'data' })
    expect(first.data.list).toHaveLength(100)
    const rest = await trailOf(auditor.call, at, { kind: 'data', after: first.data.next ?? '' })
    const all = [...first.data.list, ...rest.data.list]
    expect(all).toHaveLength(115)
    expect(new Set(all.flatMap(({ reason }) => reason ?? [])).size).toBe(111)
    expect(rest.data.next).toBeNull()
    expect((await trailOf(auditor.call, at, { after: '["x"]' })).code).toBe(0)
  })

  test('reaches as far as the place in the team, and nobody outside it', async () => {
    const at = await built()
    const seen = await listOf(site.call, at, { kind: 'data,subject,query,verification' })
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.every(({ subjectCode }) => subjectCode === `${at.code}-1`)).toBe(true)
    expect((await trailOf(site.call, at, { subject: String(at.far.subject) })).code).toBe(0)
    const outsider = await person(server, `outsider${number}`, RULES)
    expect((await trailOf(outsider.call, at)).code).toBe(0)
    const untold = await person(server, `untold${number}`, /^(study|comment)(\/|$)/)
    await add(call, 'study.member', { study: at.study, admin: untold.id, role: 'auditor' })
    expect((await listOf(untold.call, at)).filter(({ kind }) => kind === 'comment' || kind === 'file')).toEqual([])
    const without = await person(server, `reader${number}`, /^study\/(trail|project|member)(\/|$)/)
    await add(call, 'study.member', { study: at.study, admin: without.id, role: 'auditor' })
    expect(new Set((await listOf(without.call, at)).map(({ resource }) => resource))).toEqual(new Set(['study.project', 'study.member']))
  })

  test('leaves as a file with the proof of the chain, and that it left stands in it', async () => {
    const at = await built()
    const ticket = (await auditor.call<{ ticket: string }>('/admin/index/ticket', { method: 'POST' })).data.ticket
    const address = new URLSearchParams({ study: String(at.study), server: '1', batoken: ticket })
    const response = await fetch(`${server.address}/admin/study.trail/export?${address}`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const files = unzip(Buffer.from(await response.arrayBuffer()))
    const text = (name: string) => Buffer.from(files.get(name) ?? []).toString('utf8')
    const proof = JSON.parse(text('proof.json')) as {
      study: string
      chain: { ok: boolean; head: string; seals: number }
      files: Record<string, string>
    }
    expect(proof).toMatchObject({ study: at.code, chain: { ok: true } })
    expect(proof.chain.seals).toBeGreaterThan(0)
    expect(proof.files['trail.csv']).toBe(createHash('sha256').update(text('trail.csv')).digest('hex'))
    const rows = text('trail.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { entry: number | null; sha256: string; kind: string })
    const [entry] = await sql<{ n: number }>(`SELECT count(*) AS n FROM audit_entry WHERE id = ANY($1::bigint[])`, [
      rows.flatMap((row) => row.entry ?? []),
    ])
    expect(entry?.n).toBe(rows.filter((row) => row.entry !== null).length)
    expect(text('trail.csv')).not.toContain('1390000')
    expect(await sql(`SELECT actor_name FROM audit_entry WHERE action = 'exportTrail' AND record_id = $1`, [String(at.study)])).toEqual([
      { actor_name: 'inspector' },
    ])
    const none = await person(server, `noexport${number}`, /^study\/(trail\/index|trail$|project\/index)/)
    await add(call, 'study.member', { study: at.study, admin: none.id, role: 'auditor' })
    const refused = (await none.call<{ ticket: string }>('/admin/index/ticket', { method: 'POST' })).data.ticket
    const again = new URLSearchParams({ study: String(at.study), server: '1', batoken: refused })
    expect((await fetch(`${server.address}/admin/study.trail/export?${again}`)).headers.get('content-type')).not.toBe('application/zip')
  })
})

describe('whoever audits a study', () => {
  test('changes nothing of it by any call, whatever their group may do elsewhere', async () => {
    const at = await built()
    const mine = await call<{ list: { id: number; resource: string }[] }>('/admin/query/index', { query: { limit: '1' } })
    expect(mine.code).toBe(1)
    const rows = async (table: string) =>
      (await sql<{ id: number; version: number }>(`SELECT id, version FROM ${table} ORDER BY id DESC LIMIT 1`))[0]
    const before = await sql(
      `SELECT count(*) AS n, max(id) AS last FROM audit_entry WHERE action NOT IN ('refused', 'login', 'exportTrail', 'reveal')`,
    )
    const tried: string[] = []
    for (const model of server.backend.engine.registry.all()) {
      const { resource } = model
      if (resource.view || !resource.name.startsWith('study.')) continue
      const table = model.table
      const row = resource.name === 'study.project' ? { id: at.study, version: 1 } : await rows(table)
      for (const one of callsOf(model)) {
        const method = one.methods.at(-1) ?? 'POST'
        if (['index', 'read', 'history', 'exportExcel', 'recycle'].includes(one.action) || resource.actions[one.action]?.pure) continue
        tried.push(`${resource.name}/${one.action}`)
        const body = {
          id: row?.id,
          ids: [row?.id],
          to: 'frozen',
          study: at.study,
          code: 'X-1',
          name: 'x',
          nameEn: 'x',
          day: 9,
          role: 'pi',
          admin: auditor.id,
          department,
        }
        const answer = await auditor.call(`/admin/${resource.name}/${one.action}`, {
          method,
          ...(method === 'DELETE' || method === 'GET' ? { query: { ids: String(row?.id), id: String(row?.id) } } : { body }),
          headers: { 'x-reason': 'x' },
        })
        expect([`${resource.name}/${one.action}`, answer.code === 1]).toEqual([`${resource.name}/${one.action}`, false])
      }
    }
    expect(tried.length).toBeGreaterThan(40)
    expect(
      await sql(`SELECT count(*) AS n, max(id) AS last FROM audit_entry WHERE action NOT IN ('refused', 'login', 'exportTrail', 'reveal')`),
    ).toEqual(before)
    const { version } = await read(call, at.name, at.own.record)
    const said = '您在这项研究中是稽查员，只能查看，不能改动'
    for (const [path, body] of [
      [`${at.name}/add`, { subject: at.own.subject, visit: at.visit, instance: 1, v1: '1' }],
      [`${at.name}/edit`, { id: at.own.record, v1: '1' }],
      [`${at.name}/move`, { id: at.own.record, version, to: 'submitted' }],
      ['study.subject/add', { study: at.study, code: 'NEW-1', department }],
      ['study.visit/add', { study: at.study, code: 'V9', name: 'x', nameEn: 'x', day: 9 }],
      ['study.arm/add', { study: at.study, code: 'Z', name: 'x', nameEn: 'x' }],
    ] as const)
      expect([path, (await post(auditor.call, path, body, 'x')).msg]).toEqual([path, said])
    // Nor with the right to see every study: more to look at, and still nothing to change where they audit.
    const house = await person(server, `house${number}`, new RegExp(`${RULES.source}|^study/project/all$`))
    await add(call, 'study.member', { study: at.study, admin: house.id, role: 'auditor' })
    expect((await listOf(house.call, at)).length).toBeGreaterThan(0)
    expect((await post(house.call, `${at.name}/edit`, { id: at.own.record, v1: '1' }, 'x')).msg).toBe(said)
    expect((await post(house.call, 'study.subject/add', { study: at.study, code: 'NEW-2', department }, 'x')).msg).toBe(said)
    // Without it, a study that does not name them is not there.
    const elsewhere = await built()
    await sql(`DELETE FROM study_member WHERE study = $1 AND admin = $2`, [elsewhere.study, auditor.id])
    expect((await trailOf(auditor.call, elsewhere)).code).toBe(0)
    expect((await auditor.call('/admin/study.project/read', { query: { id: String(elsewhere.study) } })).code).toBe(0)
    // In their own study they are somebody else.
    expect((await add(auditor.call, 'study.project', { code: `OWN-${number}`, title: 'x', titleEn: 'x', department })).id).toBeGreaterThan(
      0,
    )
  })
})
