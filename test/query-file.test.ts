import { beforeAll, describe, expect, test } from 'vitest'
import { accept, built, call, departments, left, records, send, server, sql, waited, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { member } from './site-kit.ts'
import type { Member } from './site-kit.ts'
import { add, post, read } from './study-kit.ts'

withDeliveries()

type Line = { title: string; before: string | null; after: string | null; to?: string }
type Entry = { kind: string; file: string | null; told: Line[] }
type Sent = { id: number; number: number; state: string; submittedAt: string | null }
type Own = { state: string; next: string | null; takesFile: boolean; sent: Sent | null; entries: Entry[] }

let here: Member
let there: Member
beforeAll(async () => {
  here = await member('filehere')
  there = await member('filethere')
})

/** A gather project that judges nothing at its door, and a rule that looks at what was stored. */
const team = async (): Promise<Built & { set: number }> => {
  const at = await built({ channel: 'upload' })
  for (const [i, { id }] of [here, there].entries())
    await add(call, 'study.member', { study: at.study, user: id, role: 'coordinator', departments: [departments[i]] })
  return { ...at, set: await ruled(at.study, 'vitals', 'sbp') }
}
const ruled = async (study: number, table: string, column: string): Promise<number> => {
  const rule = {
    id: `${table}.${study}`,
    name: { zh: '范围', en: 'Range' },
    check: 'range',
    table,
    columns: [column],
    params: { max: 260 },
  }
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: [rule] }), study })).toMatchObject({ code: 1 })
  await sql(`UPDATE control_version SET state = 'active' WHERE state = 'draft'`)
  const parameters = (await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1 AND code = $2', [study, rule.id])).map(
    ({ id }) => id,
  )
  const code = `set-${rule.id}`
  return (await add(call, 'control.set', { code, name: code, nameEn: code, study, parameters })).id
}
const delivered = async (who: Member, to: number | string, gather: number, count: number, data: string, name = 'labs.csv') => {
  expect(await who.send(to, name, data)).toBe(204)
  const { id } = await left(gather, count, 'received', 'reading', 'mapped')
  return id
}
const stored = async (id: number) => accept({ ...(await read(call, 'gather.delivery', id)) })
const runEnded = (run: number) => expect.poll(async () => (await read(call, 'qc.run', run))['state'], waited).toBe('done')
const stateOf = async (id: number) => (await read(call, 'query', id))['state']
const own = async (who: Member, id: number) => (await who.get<Own>('query/read', { id })).data
const thread = async (id: number) =>
  (await call<{ entries: Entry[]; next: string | null }>('/admin/query/thread', { query: { id: String(id) } })).data
const ids = (answer: { code: number; msg: string; data: { ids: number[] } }): number => {
  expect([answer.code, answer.msg]).toEqual([1, answer.msg])
  return answer.data.ids[0] ?? 0
}

describe('AA-06 a query about a file', () => {
  test('goes to whoever handed it over, and names the file; they alone open it', async () => {
    const at = await team()
    const delivery = await delivered(here, at.gather, at.gather, 1, 'subject,visit,sbp\nS1,V1,120\n')
    const query = ids(await post(call, 'gather.delivery/query', { ids: [delivery], text: '缺第二页，请核对' }))
    expect(await read(call, 'query', query)).toMatchObject({
      delivery,
      members: [here.id],
      assignees: [],
      title: 'labs.csv · #1',
      department: departments[0],
    })
    const { sha256 } = await read(call, 'gather.delivery', delivery)
    const { entries } = await thread(query)
    expect(entries[0]?.told).toEqual([
      { title: '文件', before: null, after: 'labs.csv（第 1 次交付，28 B）', to: `/admin/gather/delivery/${delivery}` },
      { title: 'SHA-256', before: null, after: sha256 },
    ])
    expect(entries[1]?.told).toEqual([{ title: '交给', before: null, after: 'filehere（交来这份文件的人）' }])
    const seen = await own(here, query)
    expect(seen).toMatchObject({ state: 'open', takesFile: true, sent: null })
    expect(seen.entries[0]?.told[0]?.to).toBe(`/user/study/gather?delivery=${delivery}`)
    expect((await there.get('query/read', { id: query })).code).toBe(0)
    expect(await there.send(`query/${query}`, 'x.csv', 'subject\nS1\n')).not.toBe(204)
    expect(await here.send('query/999999', 'x.csv', 'subject\nS1\n')).not.toBe(204)
  })

  test('without a study, a data file is asked about for the one that is named', async () => {
    const at = await team()
    expect(await send(`datafile`, 'alone.csv', 'a,b\n1,2\n')).toBe(204)
    await expect.poll(() => sql(`SELECT 1 FROM datafile WHERE name = 'alone.csv' AND state = 'staged'`), waited).toHaveLength(1)
    const [file] = await sql<{ id: number }>(`SELECT id FROM datafile WHERE name = 'alone.csv'`)
    const about = { ids: [file!.id], text: '请核对' }
    expect(await post(call, 'datafile/query', about)).toMatchObject({ code: 0, msg: expect.stringContaining('不属于任何研究') })
    const query = ids(await post(call, 'datafile/query', { ...about, study: at.study }))
    expect(await read(call, 'query', query)).toMatchObject({ datafile: file!.id, delivery: null, title: 'alone.csv · v1' })
    const [line] = (await thread(query)).entries[0]?.told ?? []
    expect(line).toMatchObject({ after: 'alone.csv（数据文件，第 1 版，8 B）', to: `/admin/datafile/${file!.id}` })
  })
})

describe('AA-06 a corrected file is an answer', () => {
  test('it is a delivery of the same gather project: submitted it answers, stored it is judged again, and the query closes with proof', async () => {
    const at = await team()
    const first = await delivered(here, at.gather, at.gather, 1, 'subject,visit,sbp\nS1,V1,900\nS3,V1,800\n')
    await here.post('delivery/submit', { id: first })
    await stored(first)
    const { data: run } = await post<{ id: number }>(call, 'qc.run/judge', { study: at.study, form: at.form, set: at.set })
    await runEnded(run.id)
    const findings = await sql<{ id: number; value: string }>('SELECT id, value FROM finding WHERE study = $1 ORDER BY record', [at.study])
    const [query, other] = [
      ids(await post(call, 'finding/query', { ids: [findings[0]!.id], text: '请核对' })),
      ids(await post(call, 'finding/query', { ids: [findings[1]!.id], text: '请核对' })),
    ]
    expect(await own(here, query)).toMatchObject({ takesFile: true, next: null })

    const second = await delivered(here, `query/${query}`, at.gather, 2, 'subject,visit,sbp\nS1,V1,120\nS3,V1,700\n', 'corrected.csv')
    expect(await own(here, query)).toMatchObject({ state: 'open', next: 'submit', sent: { id: second, number: 2, submittedAt: null } })
    expect((await here.get('delivery/read', { id: second })).data).toMatchObject({ query })
    expect(await here.post('delivery/submit', { id: second })).toMatchObject({ code: 1 })
    expect(await read(call, 'query', query)).toMatchObject({ state: 'answered', category: 'corrected' })
    expect(await thread(query)).toMatchObject({ next: 'accept' })
    expect((await thread(query)).entries.at(-1)).toMatchObject({
      kind: 'answered',
      told: [
        { after: expect.stringContaining('corrected.csv（第 2 次交付'), to: `/admin/gather/delivery/${second}` },
        { title: 'SHA-256' },
      ],
    })
    expect(await here.send(`query/${query}`, 'again.csv', 'subject,visit,sbp\nS1,V1,121\n')).not.toBe(204)

    await stored(second)
    expect((await records(at.form)).map((row) => row['v2'])).toEqual(['120', '700'])
    await expect.poll(() => stateOf(query), waited).toBe('closed')
    const proof = (await thread(query)).entries.at(-1)
    expect(proof).toMatchObject({ kind: 'proved' })
    expect(proof?.told[0]).toMatchObject({ title: '收缩压', before: '900', after: expect.stringMatching(/^120（filehere，20\d\d-/) })
    expect(proof?.told.find(({ title }) => title === '质控运行')?.to).toMatch(/^\/admin\/qc\/run\/\d+$/)
    // The other one was not corrected by it.
    expect(await stateOf(other)).toBe('open')
  })

  test('of a data file it is the next version, in the name of the member; what still stands is said, then the query is closed with proof', async () => {
    const at = await team()
    const set = await ruled(at.study, 'ward', 'sbp')
    expect(await send('datafile', 'ward.csv', 'subject,sbp\nS1,900\nS2,120\n')).toBe(204)
    const find = async () =>
      (await sql<{ id: number; number: number; state: string }>(`SELECT id, number, state FROM datafile WHERE name = 'ward.csv'`))[0]
    await expect.poll(async () => (await find())?.state, waited).toBe('staged')
    const { id: file } = (await find())!
    await sql('UPDATE datafile SET department_id = $2 WHERE id = $1', [file, departments[0]])
    const { data: run } = await post<{ id: number }>(call, 'qc.run/start', { datafile: file, set })
    await runEnded(run.id)
    const [finding] = await sql<{ id: number }>('SELECT id FROM finding WHERE datafile = $1', [file])
    const query = ids(await post(call, 'finding/query', { ids: [finding!.id], text: '请核对' }))
    expect(await own(here, query)).toMatchObject({ takesFile: true })
    const answer = async (data: string) => expect(await here.send(`query/${query}`, 'ward.csv', data)).toBe(204)

    await answer('subject,sbp\nS1,800\nS2,120\n')
    await expect.poll(async () => (await thread(query)).entries.at(-1)?.kind, waited).toBe('standing')
    expect(await find()).toMatchObject({ number: 2 })
    const [entry] = await sql(
      `SELECT actor_kind, actor_id FROM audit_entry WHERE resource = 'datafile.version' AND action = 'add' ORDER BY id DESC LIMIT 1`,
    )
    expect(entry).toEqual({ actor_kind: 'member', actor_id: here.id })
    expect(await post(call, 'query/sendBack', { ids: [query], note: '仍超出' })).toMatchObject({ code: 1 })

    await answer('subject,sbp\nS1,118\nS2,120\n')
    await expect.poll(() => stateOf(query), waited).toBe('closed')
    const { entries } = await thread(query)
    expect(entries.map(({ kind }) => kind)).toEqual(['raised', 'assigned', 'answered', 'standing', 'sentBack', 'answered', 'proved'])
    expect(entries.at(-1)?.told[0]).toMatchObject({ before: '800' })
  })
})

test('what hangs on a thread is read by the members who see the query, and by no others', async () => {
  const at = await team()
  const delivery = await delivered(here, at.gather, at.gather, 1, 'subject,visit,sbp\nS1,V1,120\n')
  const query = ids(await post(call, 'gather.delivery/query', { ids: [delivery], text: '请核对' }))
  const form = new FormData()
  form.set('file', new Blob(['how to read it']), 'how.txt')
  const { token } = await server.login()
  const sent = await fetch(`${server.address}/admin/ajax/upload`, { method: 'POST', headers: { server: '1', batoken: token }, body: form })
  const url = ((await sent.json()) as { data: { file: { url: string } } }).data.file.url
  expect(await post(call, 'query/remark', { ids: [query], note: '见附件', file: url })).toMatchObject({ code: 1 })
  expect((await own(here, query)).entries.at(-1)).toMatchObject({ kind: 'remark', file: url })
  const status = async (who: Member) => (await fetch(`${server.address}${url}`, { headers: who.headers })).headers.get('content-type')
  expect(await status(here)).toContain('text/plain')
  expect(await status(there)).not.toContain('text/plain')
})

test('once the study is locked, no file is taken for a query of it', async () => {
  const at = await team()
  const delivery = await delivered(here, at.gather, at.gather, 1, 'subject,visit,sbp\nS1,V1,120\n')
  const query = ids(await post(call, 'gather.delivery/query', { ids: [delivery], text: '请核对' }))
  await sql(
    `INSERT INTO study_lock (study, scope, level, title, reason, state, since, by) VALUES ($1, 'study', 'lock', 'x', 'x', 'locked', now(), 1)`,
    [at.study],
  )
  const before = await sql('SELECT id FROM upload')
  expect(await here.send(`query/${query}`, 'x.csv', 'subject,visit,sbp\nS1,V1,121\n')).not.toBe(204)
  expect(await sql('SELECT id FROM upload')).toEqual(before)
  expect(await stateOf(query)).toBe('open')
})
