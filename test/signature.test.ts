import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashing } from '../src/areas/study-signature/server/task.ts'
import { enrolled } from './authenticator.ts'
import { person } from './person.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { MEANING, hashed, prove, sheetOf, signed } from './signing.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval|query|finding|qc|dashboard)(/|$)`)
let server: TestServer
let pi: Person
let manager: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`))[0]!.id
  manager = await person(server, 'manager', RULES)
  pi = await person(server, 'investigator', RULES)
  call = manager.call
})
afterAll(() => server.close())

let number = 0
const cleaning = async (isSubmitted = true, hasSecond = false) => {
  const code = `SG-${++number}`
  const { study, visit } = await collecting(call, code, department, pi.id)
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征' }), form('lab')],
    codelists: [],
    variables: [variable('vitals', 'sbp'), variable('lab', 'crp')],
  }))
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const name = `clinical.data.f${forms.find((f) => f.code === 'vitals')!.id}`
  const record = await add(call, name, { subject: subject.id, visit, v1: '120' })
  if (isSubmitted) await move(call, name, record.id, 'submitted')
  if (hasSecond) {
    const second = await add(call, 'study.subject', { study, code: `${code}-002`, department })
    await add(call, name, { subject: second.id, visit, v1: '131' })
  }
  await move(call, 'study.project', study, 'cleaning')
  return { study, name, subject: subject.id, record: record.id, table: `"record"."t${name.split('.f')[1]!}"` }
}
const frozen = async () => {
  const at = await cleaning()
  expect(await move(call, 'study.project', at.study, 'frozen', '清理完毕')).toMatchObject({ code: 1 })
  return at
}
type Blocked = { blockers: { text: string; address?: string }[] }
const blockers = async (study: number, to: string) => {
  const answer = await move(call, 'study.project', study, to, '试试')
  return (answer.data as unknown as Blocked).blockers
}

describe('what stands in the way of closing a study', () => {
  test('is a list of doors: records, queries, findings and runs of other areas', async () => {
    const { study, name, record } = await cleaning(false)
    await sql(`INSERT INTO query (study, title, text, state) VALUES ($1, 'q', 'q', 'open')`, [study])
    const found = await blockers(study, 'frozen')
    expect(found.map(({ text }) => text)).toEqual(expect.arrayContaining(['还有 1 条记录没有提交', '还有 1 个质疑没有关闭']))
    expect(found.every(({ address }) => address?.startsWith('/admin/'))).toBe(true)
    const overview = await call<{ next: Blocked & { to: string } }>('/admin/study.project/overview', { query: { id: String(study) } })
    expect(overview.data.next.to).toBe('frozen')
    expect(overview.data.next.blockers.map(({ text }) => text)).toEqual(found.map(({ text }) => text))
    await move(call, name, record, 'submitted')
    await sql(`UPDATE query SET state = 'closed' WHERE study = $1`, [study])
    expect(await move(call, 'study.project', study, 'frozen', '清理完毕')).toMatchObject({ code: 1 })
  })

  test('is asked again before the lock: a query, a run and a rule that came after the freeze, a verification that was withdrawn', async () => {
    const { study, name, record } = await cleaning()
    await add(call, 'study.verification', { study, critical: false, percent: 100 })
    const { version } = await read(call, name, record)
    const looked = { form: Number(name.split('.f')[1]), record, version, field: null, kind: 'source' }
    expect(await post(call, 'study.mark/markRecord', looked)).toMatchObject({ code: 1 })
    expect(await move(call, 'study.project', study, 'frozen', '清理完毕')).toMatchObject({ code: 1 })
    await signed(server, pi.call, study)
    const [mark] = await sql<{ id: number }>('SELECT id FROM study_mark WHERE study = $1', [study])
    expect(await move(call, 'study.mark', mark!.id, 'withdrawn', '看错了病历')).toMatchObject({ code: 1 })
    const [rule] = await sql<{ id: number }>(
      `INSERT INTO control_parameter (code, name, name_en, study, "check", state) VALUES ($1, 'r', 'r', $2, 'range', 'active') RETURNING id`,
      [`AFTER-${study}`, study],
    )
    await sql(`INSERT INTO control_version (parameter, number, "check", state) VALUES ($1, 1, 'range', 'active')`, [rule!.id])
    await sql(`INSERT INTO control_set (code, name, name_en, study, parameters) VALUES ($1, '新规则', 'New rule', $2, ARRAY[$3::bigint])`, [
      `AFTER-${study}`,
      study,
      rule!.id,
    ])
    expect((await blockers(study, 'locked')).map(({ text }) => text).toSorted()).toEqual([
      '参数集“新规则”还没有检查过现在的数据',
      '核查计划中还有 1 条记录没有核查',
    ])
    await sql('UPDATE control_set SET status = false WHERE study = $1', [study])
    expect(await post(call, 'study.mark/markRecord', looked)).toMatchObject({ code: 1 })
    await sql(`INSERT INTO query (study, title, text, state) VALUES ($1, 'q', 'q', 'open')`, [study])
    await sql(`INSERT INTO qc_run (study, title, title_en, trigger, state) VALUES ($1, 'r', 'r', 'manual', 'waiting')`, [study])
    const found = await blockers(study, 'locked')
    expect(found.map(({ text }) => text)).toEqual(expect.arrayContaining(['还有 1 个质疑没有关闭', '还有 1 次质控运行没有结束']))
    expect(found).toHaveLength(2)
    // What may stay open was agreed to before the freeze, and is signed with it.
    type Next = { next: { blockers: { waiver: string | null }[] } }
    const overview = await call<Next>('/admin/study.project/overview', { query: { id: String(study) } })
    expect(overview.data.next.blockers.map(({ waiver }) => waiver)).toEqual([null, null])
    await sql(`UPDATE query SET state = 'closed' WHERE study = $1`, [study])
    await sql(`DELETE FROM qc_run WHERE study = $1`, [study])
    expect(await move(call, 'study.project', study, 'locked', '锁库')).toMatchObject({ code: 1 })
  })

  test('before the lock it is a signature and content that is still what was signed', async () => {
    const { study } = await frozen()
    expect((await blockers(study, 'locked')).map(({ text }) => text)).toEqual(['主要研究者还没有签名'])
    await signed(server, pi.call, study)
    // As if somebody had been at the database itself.
    await sql(`UPDATE study_signature SET checked_hash = 'other' WHERE study = $1`, [study])
    expect((await blockers(study, 'locked')).map(({ text }) => text)).toEqual(['内容与签名时不同：请解除冻结，查明原因后重新签名'])
    await sql(`UPDATE study_signature SET checked_hash = NULL WHERE study = $1`, [study])
    expect((await blockers(study, 'locked')).map(({ text }) => text)).toEqual(['签名后的内容核对还没有完成'])
    await sql(`UPDATE study_signature SET checked_hash = hash WHERE study = $1`, [study])
    expect(await move(call, 'study.project', study, 'locked', '锁库')).toMatchObject({ code: 1 })
    const [lock] = await sql('SELECT signature, level FROM study_lock WHERE study = $1', [study])
    expect(lock).toEqual({ signature: (await sheetOf(server, study))?.id, level: 'lock' })
  })
})

describe('a signature', () => {
  test('needs the password again, a principal investigator, and a proof that is used once', async () => {
    const { study } = await frozen()
    const { id, records } = await hashed(server, study, ({ state }) => state === 'ready')
    expect(records).toBe(1)
    // Signed by codes, read by names.
    const search = [{ field: 'id', operator: '=', val: String(id) }]
    const { data: shown } = await call<{ list: { manifest: object[] }[] }>('/admin/study.signature/index', {
      query: { search: JSON.stringify(search) },
    })
    expect(shown.list[0]?.manifest).toContainEqual(expect.objectContaining({ form: 'vitals', label: '生命体征' }))
    // Whoever does not sign is told who does, before a password is asked for.
    type Waiting = { list: { signs: boolean; signers: string }[] }
    const waits = async (by: Call) =>
      (await by<Waiting>('/admin/study.signature/index', { query: { search: JSON.stringify(search) } })).data.list[0]
    const forOthers = await waits(call)
    expect(forOthers?.signs).toBe(false)
    expect(forOthers?.signers).not.toBe('')
    expect(await waits(pi.call)).toMatchObject({ signs: true, signers: forOthers?.signers, waived: [] })
    // Signed with what two let stand open; who only reads the sheet is not told over it how much that is.
    await sql(
      `INSERT INTO study_waiver (study, blocker, title, title_en, reason, state, by, granted_by, granted_at)
       VALUES ($1, 'query:x', '还有 1 个质疑没有关闭', 'Queries that are not closed: 1', '中心已关闭', 'granted', $2, $3, now())`,
      [study, manager.id, pi.id],
    )
    expect(await waits(pi.call)).toMatchObject({
      waived: [{ text: '还有 1 个质疑没有关闭', reason: '中心已关闭', by: 'manager', second: 'investigator', at: expect.any(String) }],
    })
    expect(await waits(call)).not.toHaveProperty('waived')
    expect((await prove(call, id)).msg).toBe('只有团队中的主要研究者可以签名')
    expect(await prove(pi.call, id, 'wrong')).toMatchObject({ code: 0, data: { field: 'password' } })
    const sign = (proof: string, by: Call = pi.call, meaning = MEANING) => post(by, 'study.signature/sign', { ids: [id], meaning, proof })
    const SPENT = '身份验证已过期或已用过，请重新输入密码'
    expect((await sign('guessed')).msg).toBe(SPENT)
    // A proof says for which words the password was entered, and ends after two minutes.
    expect(await post(pi.call, 'study.signature/prove', { id, password: PASSWORD })).toMatchObject({
      code: 0,
      data: { problems: [{ field: 'meaning' }] },
    })
    const timed = await prove(pi.call, id)
    expect((await sign(timed.data.proof, pi.call, '只看过')).msg).toBe(SPENT)
    expect(
      await sql(`SELECT extract(epoch FROM expires_at - now())::int BETWEEN 90 AND 120 AS short FROM one_time WHERE purpose = 'signature'`),
    ).toEqual([{ short: true }])
    await sql(`UPDATE one_time SET expires_at = expires_at - interval '2 minutes' WHERE purpose = 'signature'`)
    expect((await sign(timed.data.proof)).msg).toBe(SPENT)
    const { data } = await prove(pi.call, id)
    expect((await sign(data.proof, call)).msg).toBe('只有团队中的主要研究者可以签名')
    // Bound to the content that was seen.
    await sql(`UPDATE study_signature SET hash = 'f' || substr(hash, 2) WHERE id = $1`, [id])
    expect((await sign(data.proof)).msg).toBe(SPENT)
    const good = await prove(pi.call, id)
    expect((await sign(good.data.proof, pi.call, '')).code).toBe(0)
    expect((await sign(good.data.proof)).code).toBe(1)
    expect((await sign(good.data.proof)).msg).toBe('摘要还没有算好，或已经签过名')
    const told = await sql<{ action: string; changes: Record<string, unknown[]> }>(
      `SELECT action, changes FROM audit_entry WHERE resource = 'study.signature' AND record_id = $1 ORDER BY id`,
      [String(id)],
    )
    expect(told.find(({ changes }) => changes['meaning'])?.changes, JSON.stringify(told)).toMatchObject({
      state: ['ready', 'signed'],
      meaning: [null, '已审核'],
      by: [null, pi.id],
    })
  })

  test('asks whoever has a second step for a code as well', async () => {
    const { study } = await frozen()
    const { id } = await hashed(server, study, ({ state }) => state === 'ready')
    const { app } = await enrolled(server, pi, PASSWORD)
    try {
      expect(await prove(pi.call, id)).toMatchObject({ code: 0, data: { field: 'code' }, msg: '请输入身份验证器中的 6 位验证码' })
      const proveWith = (code: string) => post(pi.call, 'study.signature/prove', { id, meaning: MEANING, password: PASSWORD, code })
      expect(await proveWith('12')).toMatchObject({ code: 0, data: { field: 'code' } })
      const code = await app.code()
      expect((await proveWith(code)).code).toBe(1)
      expect((await proveWith(code)).msg).toBe('验证码不正确，或已经用过，请等待下一个')
    } finally {
      await sql('DELETE FROM second_factor')
    }
  })

  test('is void once the study is opened, and another content has another hash', async () => {
    const { study, name, record } = await frozen()
    const first = await hashed(server, study, ({ state }) => state === 'ready')
    await signed(server, pi.call, study)
    expect(await move(call, 'study.project', study, 'cleaning', '发现错误')).toMatchObject({ code: 1 })
    expect(await sheetOf(server, study)).toMatchObject({ id: first.id, state: 'void' })
    expect((await post(call, `${name}/edit`, { id: record, v1: '121' }, '更正')).code).toBe(1)
    await move(call, 'study.project', study, 'frozen', '再次冻结')
    const second = await hashed(server, study, ({ state }) => state === 'ready')
    expect(second.hash).not.toBe(first.hash)
    expect(second.id).not.toBe(first.id)
    await move(call, 'study.project', study, 'cleaning', '改回')
    expect((await post(call, `${name}/edit`, { id: record, v1: '120' }, '改回')).code).toBe(1)
    await move(call, 'study.project', study, 'frozen', '第三次')
    expect((await hashed(server, study, ({ state }) => state === 'ready')).hash).toBe(first.hash)
  })

  test('of the study or a form is not given by the investigator of one site; of a subject there it is', async () => {
    const { study, name, subject } = await cleaning()
    const near = await person(server, `near${study}`, RULES)
    await add(call, 'study.member', { study, admin: near.id, role: 'pi', departments: [department] })
    const own = await add(call, 'study.lock', { study, scope: 'subject', subject, level: 'freeze', reason: '核对完毕' })
    const part = await add(call, 'study.lock', {
      study,
      scope: 'form',
      form: Number(name.split('.f')[1]),
      level: 'freeze',
      reason: '核对完毕',
    })
    for (const { id } of [own, part]) expect(await post(call, 'study.lock/sheet', { ids: [id] })).toMatchObject({ code: 1 })
    await move(call, 'study.project', study, 'frozen', '清理完毕')
    type Shown = { id: number; scope: string; state: string; signs: boolean; signers: string }
    const search = JSON.stringify([{ field: 'study', operator: '=', val: String(study) }])
    const sheets = async (by: Call) => (await by<{ list: Shown[] }>('/admin/study.signature/index', { query: { search } })).data.list
    const worker = await workBeside(server.backend, [hashing])
    try {
      const ready = async () => (await sheets(call)).filter(({ state }) => state === 'ready').length
      await expect.poll(ready, { timeout: 60_000 }).toBe(3)
    } finally {
      await worker.stop()
    }
    const whole = (await sheetOf(server, study))!.id
    const seen = await sheets(near.call)
    expect(seen.every(({ state }) => state === 'ready')).toBe(true)
    expect(Object.fromEntries(seen.map(({ scope, signs }) => [scope, signs]))).toEqual({ form: false, study: false, subject: true })
    const signersOf = async (scope: string) => (await sheets(call)).find((one) => one.scope === scope)?.signers
    expect([await signersOf('study'), await signersOf('subject')]).toEqual(['investigator', expect.stringContaining(`near${study}`)])
    expect((await prove(near.call, whole)).msg).toMatch(/^您是部分科室的主要研究者/)
    const mine = (await sheets(near.call)).find(({ scope }) => scope === 'subject')!.id
    expect(await post(near.call, 'study.signature/sign', { ids: [whole], meaning: MEANING, proof: 'x'.repeat(43) })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/^您是部分科室的主要研究者/),
    })
    type Widgets = { widgets: { key: string; value?: number; path?: string }[] }
    const { data } = await near.call<Widgets>('/admin/dashboard/index')
    expect(data.widgets.find(({ key }) => key.startsWith('study.signature'))).toMatchObject({
      value: 1,
      path: expect.stringContaining(String(mine)),
    })
    expect((await prove(near.call, mine)).code).toBe(1)
  })

  test('is not seen by people outside the study', async () => {
    const { study } = await frozen()
    const { id } = await hashed(server, study, ({ state }) => state === 'ready')
    const stranger = await person(server, `stranger${study}`, RULES)
    expect((await prove(stranger.call, id)).msg).toBe((await prove(stranger.call, 999_999)).msg)
  })
})

describe('a part of a study', () => {
  type Sheet = { id: number; state: string; records: number; hash: string; manifest: { form: string }[]; voidReason: string | null }
  const sheetsOf = (lock: number) =>
    sql<Sheet>(`SELECT id, state, records, hash, manifest, void_reason AS "voidReason" FROM study_signature WHERE lock = $1 ORDER BY id`, [
      lock,
    ])
  const prepared = async (lock: number, is: (sheet: Sheet) => boolean): Promise<Sheet> => {
    const worker = await workBeside(server.backend, [hashing])
    try {
      await expect.poll(async () => (await sheetsOf(lock)).some(is), { timeout: 60_000 }).toBe(true)
      const sheet = (await sheetsOf(lock)).find(is)
      if (!sheet) throw new Error('no sheet')
      return sheet
    } finally {
      await worker.stop()
    }
  }
  test('is signed by itself once it is frozen: its own records, and void when the freeze is lifted', async () => {
    const { study, name, record, subject } = await cleaning(true, true)
    const freeze = { study, scope: 'subject', subject, level: 'freeze', reason: '核对完毕' }
    const lock = await add(call, 'study.lock', freeze)
    expect((await read(call, 'study.lock', lock.id))['_sheet']).toBe(false)
    expect(await post(call, 'study.lock/sheet', { ids: [lock.id] })).toMatchObject({ code: 1 })
    // What would be refused is not offered.
    expect((await read(call, 'study.lock', lock.id))['_sheet']).toBe(true)
    expect((await post(call, 'study.lock/sheet', { ids: [lock.id] })).msg).toBe('它已经在等待签名，或已经签名')
    const { id, records, hash } = await prepared(lock.id, ({ state }) => state === 'ready')
    expect(records).toBe(1)
    const sum = (text: string) => createHash('sha256').update(text).digest('hex')
    const line = `${JSON.stringify([`SG-${number}-001`, 'V1', 1, 1, [[1, '120']]])}\n`
    const empty = `${JSON.stringify(['lab', 0, sum('')])}\n`
    expect(hash).toBe(sum(`${empty}${JSON.stringify(['vitals', 1, sum(line)])}\n`))
    const { data } = await prove(pi.call, id)
    expect(await post(pi.call, 'study.signature/sign', { ids: [id], meaning: '已审核', proof: data.proof })).toMatchObject({ code: 1 })
    // The sheet of a part opens no step of the whole study, and freezing that makes its own.
    expect((await read(call, name, record))['v1']).toBe('120')
    expect(await sheetOf(server, study)).toBeUndefined()
    expect(await move(call, 'study.lock', lock.id, 'lifted', '还要更正')).toMatchObject({ code: 1 })
    expect(await sheetsOf(lock.id)).toMatchObject([{ id, state: 'void', voidReason: '还要更正' }])
  })

  test('a form is signed with the records of that form alone', async () => {
    const { study, name } = await cleaning(true, true)
    const lock = await add(call, 'study.lock', {
      study,
      scope: 'form',
      form: Number(name.split('.f')[1]),
      level: 'freeze',
      reason: '核对完毕',
    })
    await post(call, 'study.lock/sheet', { ids: [lock.id] })
    const { records, manifest } = await prepared(lock.id, ({ state }) => state === 'ready')
    expect([records, manifest.map(({ form: code }) => code)]).toEqual([2, ['vitals']])
  })

  test('one record, the whole study, what was lifted, and what somebody does not lead is refused', async () => {
    const { study, name, record, subject } = await cleaning(true, true)
    const form = Number(name.split('.f')[1])
    const lock = await add(call, 'study.lock', { study, scope: 'record', form, record, level: 'freeze', reason: '核对完毕' })
    const words = '可以单独签名的是冻结或锁定的表单、访视和受试者；整个研究在研究页面上签名'
    expect((await post(call, 'study.lock/sheet', { ids: [lock.id] })).msg).toBe(words)
    const other = await add(call, 'study.lock', { study, scope: 'subject', subject, level: 'freeze', reason: '核对完毕' })
    const monitor = await person(server, 'partmonitor', RULES)
    await add(call, 'study.member', { study, admin: monitor.id, role: 'monitor' })
    expect((await post(monitor.call, 'study.lock/sheet', { ids: [other.id] })).msg).toBe('只有主要研究者和数据管理员可以冻结、锁定和解除')
    await move(call, 'study.lock', other.id, 'lifted', '错了')
    expect((await post(call, 'study.lock/sheet', { ids: [other.id] })).msg).toBe(words)
  })
})

test('a sheet that is ready waits on the dashboard of its investigator, not of others, until it is signed', async () => {
  const { study } = await frozen()
  await hashed(server, study, ({ state }) => state === 'ready')
  type Board = { widgets: { key: string; value: number; path: string }[] }
  const waits = async ({ call: as }: Person) => {
    const { data } = await as<Board>('/admin/dashboard/index', { query: { zone: 'Asia/Shanghai' } })
    return data.widgets.find(({ key }) => key === 'study.signature.mine')
  }
  const before = await waits(pi)
  expect(before).toMatchObject({ column: 'waits', path: expect.stringMatching(/^\/admin\/study\/signature\?filter=id.*filter=state/) })
  expect(await waits(manager)).toBeUndefined()
  await signed(server, pi.call, study)
  expect((await waits(pi))?.value ?? 0).toBe((before?.value ?? 0) - 1)
})
