import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { running } from '../src/areas/qc-run/server/task.ts'
import { archiving } from '../src/areas/study-archive/server/task.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { sheetOf, signed } from './signing.ts'
import { add, collecting, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'
import { unzip } from './unzip.ts'
import { workBeside } from './worker.ts'

const RULES = /^(study|clinical|query|finding|control|qc|approval|comment)(?!.*\/(all|reveal)$)(\/|$)/
let server: TestServer
let worker: { stop(): Promise<void> }
let lead: Person
let pi: Person
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await workBeside(server.backend, [archiving, running])
  const { call: root } = await server.login()
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  department = (await add(root, 'department', { name: '心内科', code: 'A' })).id
  lead = await person(server, 'lead', RULES)
  pi = await person(server, 'investigator', RULES)
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

let number = 0
type Built = { study: number; code: string; table: string; record: number; subject: number }
/** Locked, with a value that was corrected with a reason, and a variable that only the first dictionary had. */
const locked = async (sensitivity = 0): Promise<Built> => {
  const code = `AR-${++number}`
  const { call } = lead
  const { study, visit } = await collecting(call, code, department, pi.id)
  const named = variable('vitals', 'initials', { sensitivity })
  const old = { forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp'), named, variable('vitals', 'posture')] }
  const { forms } = await publish(call, study, () => old)
  const table = `clinical.data.f${forms[0]?.id ?? 0}`
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const record = await add(call, table, { subject: subject.id, visit, v1: '900', v2: 'a,"b"\n丙', v3: '坐位' })
  const { version } = await read(call, table, record.id)
  expect(await post(call, `${table}/edit`, { id: record.id, version, v1: '120' }, '抄错了')).toMatchObject({ code: 1 })
  expect(await move(call, table, record.id, 'submitted')).toMatchObject({ code: 1 })
  const less = (before: { variables: Record<string, unknown>[] }) => before.variables.filter((one) => one['code'] !== 'posture')
  await publish(call, study, (before) => ({ ...before, variables: less(before) }), pi.call)
  for (const to of ['cleaning', 'frozen']) expect(await move(call, 'study.project', study, to, '清理完毕')).toMatchObject({ code: 1 })
  await signed(server, pi.call, study)
  expect(await move(call, 'study.project', study, 'locked', '锁库')).toMatchObject({ code: 1 })
  return { study, code, table, record: record.id, subject: subject.id }
}
const archiveOf = async (study: number): Promise<Row> => {
  const [row] = await sql<Row>('SELECT * FROM study_archive WHERE study = $1 ORDER BY id DESC LIMIT 1', [study])
  if (!row) throw new Error('no archive')
  return row
}
const archived = async (study: number): Promise<Row> => {
  expect(await move(lead.call, 'study.project', study, 'archived', '随访结束')).toMatchObject({ code: 1 })
  await expect.poll(async () => (await archiveOf(study)).state, { timeout: 60_000 }).toBe('ready')
  return archiveOf(study)
}
const fetchFile = async (call: Call, id: number) => {
  const { data } = await call<{ ticket: string }>('/admin/index/ticket', { method: 'POST' })
  return fetch(
    `${server.address}/admin/study.archive/package?${new URLSearchParams({ id: String(id), server: '1', batoken: data.ticket })}`,
  )
}
const refusal = async (call: Call, id: number): Promise<string> => ((await (await fetchFile(call, id)).json()) as { msg: string }).msg
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const linesOf = (bytes: Buffer | undefined): Record<string, unknown>[] =>
  String(bytes ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('an archived study is one file: data as they were signed, dictionary, trail, signatures, and every sum is right', async () => {
  const { study, code, table, record } = await locked()
  const sheet = await sheetOf(server, study)
  const asked = { parameters: [1], pairs: [{ form: 1, subject: 1 }] }
  await sql(
    `INSERT INTO qc_run (study, title, title_en, trigger, state, asked, evidence) VALUES ($1, 'r', 'r', 'recheck', 'done', $2::jsonb, repeat('a', 64))`,
    [study, JSON.stringify(asked)],
  )
  await sql(`INSERT INTO comment (resource, record, study, title, text) VALUES ($1, $2, $3, 't', '原件已归还')`, [table, record, study])
  const [file] = await sql<{ id: number }>(
    `INSERT INTO datafile (name, subject, visit, state) SELECT '心电图', subject, visit, 'staged' FROM "record"."t${table.slice(15)}" RETURNING id`,
  )
  await sql(
    `INSERT INTO datafile_version (datafile, number, name, size, sha256) SELECT $1, n, 'ecg.csv', n, repeat(n::text, 64) FROM generate_series(1, 2) n`,
    [file?.id],
  )
  await sql(`INSERT INTO comment (resource, record, title, text) VALUES ('datafile', $1, 't', '图已核对')`, [file?.id])
  await sql(`INSERT INTO study_verification (study, critical, percent, seed) VALUES ($1, true, 10, 'ab12')`, [study])
  const archive = await archived(study)
  const answer = await fetchFile(lead.call, archive.id)
  expect(answer.headers.get('content-disposition')).toContain(`${code}-archive.zip`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(sha256(bytes)).toBe(archive['sha256'])
  const files = unzip(bytes)

  const sums = String(files.get('SHA256SUMS')).trim().split('\n')
  expect(sums.map((line) => line.slice(66)).toSorted()).toEqual([...files.keys()].filter((name) => name !== 'SHA256SUMS').toSorted())
  for (const line of sums) expect(sha256(files.get(line.slice(66)) ?? Buffer.of()), line).toBe(line.slice(0, 64))

  // What somebody checks with nothing but sha256sum and the signature page.
  const canonical = files.get('data/vitals.ndjson') ?? Buffer.of()
  expect(canonical.toString()).toBe(
    `${JSON.stringify([
      `${code}-001`,
      'V1',
      1,
      1,
      [
        [1, '120'],
        [2, 'a,"b"\n丙'],
        [3, '坐位'],
      ],
    ])}\n`,
  )
  const [kept] = await sql<{ manifest: { form: string; hash: string }[] }>('SELECT manifest FROM study_signature WHERE study = $1', [study])
  expect(sha256(canonical)).toBe(kept?.manifest[0]?.hash)
  const line = `${JSON.stringify(['vitals', 1, sha256(canonical)])}\n`
  expect(createHash('sha256').update(line).digest('hex')).toBe(sheet?.hash)
  expect(archive['hash']).toBe(sheet?.hash)
  // What only an earlier dictionary names has that name.
  expect(String(files.get('data/vitals.csv'))).toBe(
    `\uFEFFsubject,visit,instance,entry,sbp,initials,posture\r\n${code}-001,V1,1,1,120,"a,""b""\n丙",坐位\r\n`,
  )
  expect([...files.keys()].filter((name) => name.startsWith('dictionary/'))).toEqual([
    'dictionary/1.json',
    'dictionary/2.json',
    'dictionary/study.odm.xml',
  ])
  expect(linesOf(files.get('closing/signatures.ndjson'))).toMatchObject([{ hash: sheet?.hash, by: 'investigator', state: 'signed' }])
  // What the proofs of queries rest on, and what was said and planned.
  expect(linesOf(files.get('quality/runs.ndjson'))).toMatchObject([{ set: null, trigger: 'recheck', asked, evidence: 'a'.repeat(64) }])
  expect(linesOf(files.get('comments.ndjson'))).toMatchObject([{ text: '原件已归还' }, { text: '图已核对' }])
  expect(linesOf(files.get('files.ndjson'))).toMatchObject([
    { name: '心电图', subject: `${code}-001`, visit: 'V1', versions: [1, 2].map((n) => ({ number: n, sha256: String(n).repeat(64) })) },
  ])
  expect(linesOf(files.get('quality/verification.ndjson'))).toMatchObject([{ percent: 10, seed: 'ab12' }])
  expect(linesOf(files.get('closing/locks.ndjson'))).toMatchObject([{ scope: 'study', level: 'lock', reason: '清理完毕' }])
  expect(linesOf(files.get('trail/values.ndjson')).filter(({ before }) => before !== null)).toMatchObject([
    { form: 'vitals', slot: 1, before: '900', after: '120', by: 'lead' },
  ])
  const trail = linesOf(files.get('trail/entries.ndjson'))
  expect(trail).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ resource: table, record: String(record), reason: '抄错了', changes: { v1: ['900', '120'] } }),
      expect.objectContaining({ resource: 'study.project', action: 'move', reason: '锁库' }),
    ]),
  )
  const [entry] = await sql<{ n: number }>('SELECT count(*)::int AS n FROM audit_entry WHERE id = ANY($1::bigint[])', [
    trail.map(({ id }) => id),
  ])
  expect(entry?.n).toBe(trail.length)
  expect(trail.every((one) => /^[0-9a-f]{64}$/.test(String(one['sha256'])))).toBe(true)
  // That it left stands in the trail.
  const took = await sql(
    `SELECT actor_name AS by FROM audit_entry WHERE resource = 'study.archive' AND action = 'download' AND record_id = $1`,
    [String(archive.id)],
  )
  expect(took).toEqual([{ by: 'lead' }])
})

test('an archived study stays as it is, and comes back only with a reason and a second person; its file stays', async () => {
  const { study, table, record, subject } = await locked()
  const archive = await archived(study)
  const at = (name: string, id: number, body: object) => post(lead.call, `${name}/edit`, { id, ...body }, '试试')
  expect((await at(table, record, { version: (await read(lead.call, table, record)).version, v1: '1' })).msg).toContain('锁定')
  expect(
    (await at('study.project', study, { version: (await read(lead.call, 'study.project', study)).version, remark: '改' })).msg,
  ).toContain('锁定')
  expect(
    (await at('study.subject', subject, { version: (await read(lead.call, 'study.subject', subject)).version, remark: '改' })).msg,
  ).toContain('锁定')
  expect((await move(lead.call, 'study.project', study, 'cleaning', '想改')).code).toBe(0)

  expect((await move(lead.call, 'study.project', study, 'locked')).code).toBe(0)
  await move(lead.call, 'study.project', study, 'locked', '补充资料')
  expect((await read(lead.call, 'study.project', study)).state).toBe('archived')
  const { data } = await pi.call<{ list: { id: number; state: string }[] }>('/admin/approval/index', {
    query: { search: JSON.stringify([{ field: 'record', operator: '=', val: String(study) }]) },
  })
  const asked = data.list.find(({ state }) => state === 'requested')
  expect((await post(lead.call, 'approval/approve', { ids: [asked?.id] })).code).toBe(0)
  expect(await post(pi.call, 'approval/approve', { ids: [asked?.id] })).toMatchObject({ code: 1 })
  expect((await read(lead.call, 'study.project', study)).state).toBe('locked')
  expect(await archiveOf(study)).toMatchObject({ id: archive.id, state: 'ended', end_reason: '补充资料', sha256: archive['sha256'] })
  expect((await fetchFile(lead.call, archive.id)).status).toBe(200)
  // The signature still holds: nothing was opened. A second archive is a second file.
  expect((await sheetOf(server, study))?.state).toBe('signed')
  expect((await archived(study)).id).not.toBe(archive.id)
})

test('whoever does not lead the study, has not the right, or reads some of it masked, does not get the file', async () => {
  const { study } = await locked(3)
  const archive = await archived(study)
  expect(await refusal(lead.call, archive.id)).toBe('归档文件含有对您遮盖的变量（vitals），不能下载')
  const monitor = await person(server, 'armonitor', RULES)
  expect(await refusal(monitor.call, archive.id)).toBe('记录不存在，或不在您的数据范围内')
  await sql(`INSERT INTO study_member (study, admin, role) VALUES ($1, $2, 'monitor')`, [study, monitor.id])
  expect(await refusal(monitor.call, archive.id)).toBe('只有主要研究者和数据管理员可以下载归档文件')
  const without = await person(server, 'arwithout', /^study(?!\/archive\/download)(\/|$)/)
  await sql(`INSERT INTO study_member (study, admin, role) VALUES ($1, $2, 'dataManager')`, [study, without.id])
  expect((await fetchFile(without.call, archive.id)).headers.get('content-type')).toContain('json')
  const sees = await person(server, 'arsees', /^(study|clinical)(\/|$)/)
  await sql(`INSERT INTO study_member (study, admin, role) VALUES ($1, $2, 'dataManager')`, [study, sees.id])
  expect((await fetchFile(sees.call, archive.id)).headers.get('content-type')).toBe('application/zip')
  const took = await sql(
    `SELECT actor_name AS by FROM audit_entry WHERE resource = 'study.archive' AND action = 'download' AND record_id = $1`,
    [String(archive.id)],
  )
  expect(took).toEqual([{ by: 'arsees' }])
})

test('what is not what was signed is not archived, and the task says what to do', async () => {
  const { study } = await locked()
  // As if somebody had been at the database itself.
  await sql(`UPDATE study_signature SET hash = repeat('0', 64) WHERE study = $1`, [study])
  expect(await move(lead.call, 'study.project', study, 'archived', '随访结束')).toMatchObject({ code: 1 })
  const { id } = await archiveOf(study)
  const failed = () =>
    sql<{ error: string | null }>(
      `SELECT error FROM task WHERE kind = 'study.archive' AND (input->>'archive')::int = $1 AND error IS NOT NULL`,
      [id],
    )
  await expect.poll(async () => (await failed()).length, { timeout: 60_000 }).toBe(1)
  expect(JSON.stringify(await failed())).toContain('与签名时不同')
  // Nobody waits for what will not come.
  await expect.poll(async () => (await archiveOf(study)).state, { timeout: 60_000 }).toBe('failed')
  expect((await archiveOf(study))['sha256']).toBe(null)
})
