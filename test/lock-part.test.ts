import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../src/study/lock/held.ts'
import type { Scope } from '../src/study/lock/held.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval)(/|$)`)
let server: TestServer
let manager: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
  call = manager.call
})
afterAll(() => server.close())

type Built = Record<Scope, number> & { name: string; table: string; other: number }
let number = 0
/** A study with a subject, a visit and a form, and a record of them that a gather project brought. */
const built = async (): Promise<Built> => {
  const code = `LP-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { repeats: true })],
    codelists: [],
    variables: [variable('vitals', 'sbp')],
  }))
  const formId = forms[0]!.id
  const [name, table] = [`clinical.data.f${formId}`, `"record"."t${formId}"`]
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const other = await add(call, 'study.subject', { study, code: `${code}-002`, department })
  const gather = await add(call, 'gather.project', { study, code: `${code}-G`, name: '上传', nameEn: 'Upload', channel: 'upload' })
  const record = await add(call, name, { subject: subject.id, visit, instance: 1, v1: '120' })
  expect((await move(call, name, record.id, 'submitted')).code).toBe(1)
  const [delivery] = await sql<{ id: number }>(
    `INSERT INTO gather_delivery (study, gather, number, name, state) VALUES ($1, $2, 1, 'd', 'accepted') RETURNING id`,
    [study, gather.id],
  )
  await sql(`UPDATE ${table} SET delivery_id = $1`, [delivery!.id])
  return {
    study,
    gather: gather.id,
    form: formId,
    visit,
    subject: subject.id,
    record: record.id,
    name,
    table,
    other: other.id,
  }
}
const lockOf = (at: Built, scope: Scope, level: string) => ({
  study: at.study,
  scope,
  level,
  reason: '核对完毕',
  ...(scope === 'study' ? {} : { [scope]: at[scope] }),
  ...(scope === 'record' ? { form: at.form } : {}),
})
describe('a part of a study is not locked', () => {
  type Blocked = { blockers: { text: string; address: string; waiver?: string }[] }
  const PARTS = SCOPES.filter((scope) => scope !== 'study')
  /** Beside it the same of another subject at another visit, which is no part of it. */
  const unsettled = async () => {
    const at = await built()
    const visit = await add(call, 'study.visit', { study: at.study, code: 'V2', name: 'V2', nameEn: 'V2', day: 30 })
    const aside = await add(call, at.name, { subject: at.other, visit: visit.id, instance: 1, v1: '1' })
    for (const [subject, visitId, record] of [
      [at.subject, at.visit, at.record],
      [at.other, visit.id, aside.id],
    ])
      await sql(
        `WITH a AS (SELECT $1::bigint AS study, $2::bigint AS form, $3::bigint AS subject, $4::bigint AS visit, $5::bigint AS record, $6 AS code),
          q AS (INSERT INTO query (study, title, text, state, form, subject, visit, record) SELECT a.study, 'q', 'q', 'answered', form, subject, visit, record FROM a),
          r AS (INSERT INTO qc_run (title, title_en, study, state) SELECT 'r', 'r', a.study, 'done' FROM a RETURNING id),
          p AS (INSERT INTO control_parameter (code, name, name_en, study, "check") SELECT a.code, 'p', 'p', a.study, 'range' FROM a RETURNING id),
          s AS (INSERT INTO control_set (code, name, name_en, study, parameters) SELECT a.code, 's', 's', a.study, ARRAY[p.id] FROM p, a)
        INSERT INTO finding (name, parameter, severity, study, form, subject, visit, record, fingerprint, hash, first_run, state_run)
          SELECT 'f', p.id, 'major', a.study, a.form, a.subject, a.visit, a.record, a.code, 'h', r.id, r.id FROM r, p, a`,
        [at.study, at.form, subject, visitId, record, `L-${at.form}-${record}`],
      )
    // The guards are not there yet: as if somebody were still at work on both.
    await sql(`UPDATE ${at.table} SET state = 'draft' WHERE deleted_at IS NULL`)
    return at
  }
  const WORDS = (n: number) => [`还有 ${n} 个质疑没有关闭`, `还有 ${n} 个严重问题没有处理`, `还有 ${n} 条记录没有提交`]

  test.each(PARTS)('over open queries, serious findings and drafts in it, each a door, and is frozen all the same: %s', async (scope) => {
    const at = await unsettled()
    const words = WORDS(scope === 'form' ? 2 : 1).toSorted((a, b) => a.localeCompare(b))
    const told = ({ data }: { data: unknown }) => (data as Blocked).blockers.toSorted((a, b) => a.text.localeCompare(b.text))
    const added = await post(call, 'study.lock/add', lockOf(at, scope, 'lock'))
    expect([added.code, added.msg]).toEqual([0, expect.stringContaining('还不能“锁定”：有 3 件事没有完成')])
    expect(told(added).map(({ text }) => text)).toEqual(words)
    expect(await sql('SELECT 1 FROM study_lock WHERE study = $1', [at.study])).toEqual([])
    const frozen = await add(call, 'study.lock', lockOf(at, scope, 'freeze'))
    const doors = told(await move(call, 'study.lock', frozen.id, 'locked'))
    expect(doors.map(({ text }) => text)).toEqual(words)
    // Nobody lets them pass: behind the lock nobody could settle them.
    expect(doors.filter(({ waiver }) => waiver)).toEqual([])
    if (scope !== 'gather') expect(doors[0]!.address).toContain(`filter=${scope}:IN:${at[scope]}`)
    await move(call, 'study.lock', frozen.id, 'lifted', '还要处理')
    await sql(`UPDATE query SET state = 'closed' WHERE study = $1 AND record = $2`, [at.study, at.record])
    await sql(`UPDATE finding SET state = 'accepted' WHERE study = $1 AND record = $2`, [at.study, at.record])
    await sql(`UPDATE ${at.table} SET state = 'submitted' WHERE id = $1`, [at.record])
    // Of a form the other record is still a part.
    expect((await post(call, 'study.lock/add', lockOf(at, scope, 'lock'))).code).toBe(scope === 'form' ? 0 : 1)
  })

  test('over a delivery of its gather project or form that nobody has decided about', async () => {
    const at = await built()
    await sql(`UPDATE gather_delivery SET state = 'compared', form = $2 WHERE study = $1`, [at.study, at.form])
    for (const scope of PARTS) {
      const waits = scope === 'gather' || scope === 'form'
      const { code, msg } = await post(call, 'study.lock/add', lockOf(at, scope, 'lock'))
      expect([scope, code, msg.includes('还有 1 次交付没有入库也没有退回')]).toEqual([scope, waits ? 0 : 1, waits])
    }
  })
})
