import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { STUDY_RULES, add, collecting, form, move, post, publish, read, save, secondPerson, variable } from './study-kit.ts'
import type { Call, Person, Row } from './study-kit.ts'

let server: TestServer
let manager: Person
let call: Call
let department: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

const SEX = {
  code: 'sex',
  name: '性别',
  items: [
    { code: '1', label: '男', labelEn: 'Male' },
    { code: '2', label: '女', labelEn: 'Female' },
  ],
}
const VITALS = [
  variable('vitals', 'name', { label: '姓名', sensitivity: 3 }),
  variable('vitals', 'sex', { label: '性别', type: 'choice', codelist: 'sex', required: true }),
  variable('vitals', 'sbp', { label: '收缩压', type: 'integer', min: '50', max: '260', unit: 'mmHg', missingCodes: ['-9'] }),
  variable('vitals', 'dbp', { label: '舒张压', type: 'integer' }),
  variable('vitals', 'pulse', { label: '脉压', type: 'integer', formula: 'sbp - dbp' }),
  variable('vitals', 'preg', { label: '妊娠', type: 'yesNo', branching: "sex = '2'", required: true }),
]
const vitals = () => ({ forms: [form('vitals', { name: '生命体征', nameEn: 'Vitals' })], codelists: [SEX], variables: VITALS })

type Built = { study: number; visit: number; subject: number; formId: number; name: string }
let number = 0
const built = async (): Promise<Built> => {
  const code = `CD-${++number}`
  const { study, visit } = await collecting(call, code, department, manager.id)
  const { forms } = await publish(call, study, vitals)
  const subject = await add(call, 'study.subject', { study, code: `${code}-001`, department })
  const formId = forms[0]!.id
  return { study, visit, subject: subject.id, formId, name: `clinical.data.f${formId}` }
}
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  const [found] = await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'IM-CV'`)
  department = found!.id
  manager = await person(server, 'manager', STUDY_RULES)
  call = manager.call
})
afterAll(() => server.close())

type List = { list: Row[]; total: number; revision: string; marks?: Record<string, unknown> }
const listed = async (by: Call, name: string, query: Record<string, string> = {}) =>
  (await by<List>(`/admin/${name}/index`, { query })).data
const where = (field: string, operator: string, val: string) => ({ search: JSON.stringify([{ field, operator, val }]) })
type Story = { list: { before: string | null; after: string | null; reason: string | null; by: string }[] }
const story = async (by: Call, formId: number, id: number, field: string) =>
  by<Story>('/admin/clinical.data/story', { query: { form: String(formId), id: String(id), field } })

describe('AA-04 a dictionary', () => {
  test('is published with the tables of its forms; the next version adds columns, and the one before it retires', async () => {
    const { study, formId } = await built()
    const columns = async () =>
      (
        await sql<{ name: string }>(
          `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'record.t${formId}'::regclass AND attname ~ '^v[0-9]'`,
        )
      ).map((c) => c.name)
    expect(await columns()).toEqual(['v1', 'v2', 'v3', 'v4', 'v5', 'v6'])
    await publish(
      call,
      study,
      (before) => ({
        ...before,
        variables: [
          ...before.variables
            .filter((v) => v['code'] !== 'dbp' && v['code'] !== 'pulse')
            .map((v) => (v['code'] === 'sbp' ? { ...v, code: 'sys' } : v)),
          variable('vitals', 'note'),
        ],
      }),
      await secondPerson(server),
    )
    expect(await columns()).toEqual(['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7'])
    expect(await sql('SELECT number, state FROM study_dictionary WHERE study = $1 ORDER BY number', [study])).toEqual([
      { number: 1, state: 'retired' },
      { number: 2, state: 'published' },
    ])
    expect(
      await sql(
        `SELECT v.code FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.number = 2 AND v.slot = 3`,
        [study],
      ),
    ).toEqual([{ code: 'sys' }])
  })

  test('with a mistake is stored as a draft, told with the character, and not published', async () => {
    const { study } = await built()
    const draft = await add(call, 'study.dictionary', { study })
    const wrong = {
      ...vitals(),
      variables: [variable('vitals', 'sbp', { type: 'integer' }), variable('vitals', 'x', { branching: 'sbpp > 3' })],
    }
    const saved = await save(call, draft.id, wrong)
    expect(saved).toMatchObject({ code: 1, data: { problems: [{ variable: 'x', field: 'branching', at: 1 }] } })
    expect(await move(call, 'study.dictionary', draft.id, 'published', '发布')).toMatchObject({ code: 0, data: { blockers: [{}] } })
    expect(await post(call, 'study.dictionary/add', { study })).toMatchObject({ code: 0, msg: '这项研究已有一份草稿，请先发布或删除它' })
    expect(await call('/admin/study.dictionary/del', { method: 'DELETE', query: { ids: String(draft.id) } })).toMatchObject({ code: 1 })
  })

  test('that was published is not changed, nor what belongs to it', async () => {
    const { study } = await built()
    const [version] = await sql<{ id: number }>('SELECT id FROM study_dictionary WHERE study = $1', [study])
    expect(await save(call, version!.id, vitals())).toMatchObject({ code: 0, msg: '只有草稿可以编辑；请新建一个版本' })
    const { call: root } = await server.login()
    const [part] = await sql<{ id: number }>('SELECT id FROM study_variable WHERE dictionary = $1 LIMIT 1', [version!.id])
    expect(await post(root, 'study.variable/edit', { id: part!.id, code: 'other' })).toMatchObject({ code: 0 })
    expect(await root('/admin/study.variable/del', { method: 'DELETE', query: { ids: String(part!.id) } })).toMatchObject({ code: 0 })
  })

  test('tells what its publication does to data before it happens', async () => {
    const { study, visit, subject, name } = await built()
    await add(call, name, { subject, visit, v2: '1', v3: '300', v4: '80', v6: '0' })
    const draft = await add(call, 'study.dictionary', { study })
    const [base] = await sql<{ id: number }>(`SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published'`, [study])
    const content = vitals()
    const slotted = content.variables.map((v, i) => ({
      ...v,
      slot: i + 1,
      ...(v.code === 'sex' ? { type: 'text', codelist: '' } : {}),
      ...(v.code === 'sbp' ? { max: '250' } : {}),
      ...(v.code === 'preg' ? { branching: "sex = '2' and sbp > 90" } : {}),
    }))
    await save(call, draft.id, { ...content, variables: slotted.filter((v) => v.code !== 'dbp' && v.code !== 'pulse') })
    const { call: root } = await server.login()
    const parameters = [{ id: 'dbp.range', check: 'range', table: 'vitals', columns: ['dbp'], params: { min: 40, max: 150 } }]
    expect(await post(root, 'control.parameter/take', { file: JSON.stringify({ parameters }), study })).toMatchObject({ code: 1 })
    await sql(`UPDATE control_version SET state = 'active' WHERE parameter IN (SELECT id FROM control_parameter WHERE study = $1)`, [study])
    const compared = async (by: Call) =>
      (
        await by<{ effect: { rules: string[]; values: number }[] }>('/admin/study.dictionary/compare', {
          query: { id: String(draft.id), with: String(base!.id) },
        })
      ).data
    // Whoever may not read rules is told of none; whoever reaches another site alone counts nothing of this one.
    expect((await compared(call)).effect.flatMap(({ rules }) => rules)).toEqual([])
    const elsewhere = await person(server, `elsewhere${study}`, STUDY_RULES)
    const [other] = await sql<{ id: number }>('SELECT id FROM department WHERE id <> $1 ORDER BY id LIMIT 1', [department])
    await add(root, 'study.member', { study, admin: elsewhere.id, role: 'dataManager', departments: [other!.id] })
    expect((await compared(elsewhere.call)).effect.reduce((sum, { values }) => sum + values, 0)).toBe(0)
    expect(await compared(root)).toMatchObject({
      changes: [
        { code: 'sex', kind: 'changed' },
        { code: 'sbp', kind: 'changed', cells: [{ field: 'max', before: '260', after: '250' }] },
        { code: 'preg', kind: 'changed' },
        { code: 'dbp', kind: 'removed' },
        { code: 'pulse', kind: 'removed' },
      ],
      effect: [
        { code: 'sex', values: 1, odd: {} },
        { code: 'sbp', values: 1, odd: { outOfRange: 1 }, hidden: 0 },
        { code: 'preg', values: 1, hidden: 1 },
        { code: 'dbp', values: 1, rules: ['dbp.range'] },
        { code: 'pulse', values: 1 },
      ],
    })
  })
})

describe('AA-04 clinical data', () => {
  test('is entered as it is written, computed, marked, filtered and sorted by what it means', async () => {
    const { study, visit, subject, name, formId } = await built()
    const second = await add(call, 'study.subject', { study, code: `S-${formId}-2`, department })
    const row = await add(call, name, { subject, visit, v2: '1', v3: '0120', v4: '80' })
    expect(row).toMatchObject({ v3: '0120', v5: '40', state: 'draft', department })
    await add(call, name, { subject: second.id, visit, v2: '2', v3: '<50', v4: '80' })
    const { list, marks, revision } = await listed(call, name, { order: 'v3,desc' })
    expect(list.map((r) => [r['v3'], r['v5']])).toEqual([
      ['0120', '40'],
      ['<50', null],
    ])
    expect(revision).toBe('1.1')
    expect(marks).toEqual({ [String(list[1]!.id)]: { v3: ['unreadable'] } })
    expect((await listed(call, name, where('v3', '>', '100'))).list.map((r) => r.id)).toEqual([row.id])
    expect((await listed(call, name, where('v3', 'LIKE', '<5'))).total).toBe(1)
    expect((await listed(call, name, where('v2', '=', '2'))).total).toBe(1)
    expect(await post(call, `${name}/add`, { subject, visit, v2: '1' })).toMatchObject({
      code: 0,
      data: { problems: [{ field: 'subject', key: 'taken' }] },
    })
    expect((await call<{ forms: object[] }>('/admin/clinical.data/forms', { query: { study: String(study) } })).data).toMatchObject({
      forms: [{ code: 'vitals', name: '生命体征', total: 2, resource: name }],
    })
  })

  test('is counted to the last record, whatever part of it is asked for, and is leafed through to its end', async () => {
    const { study, visit, subject, name, formId } = await built()
    await add(call, name, { subject, visit, v3: '120' })
    await sql(
      `INSERT INTO record.t${formId} (subject, visit, instance, state, department, v3)
        SELECT subject, visit, n, state, department, (n % 300)::text FROM record.t${formId}, generate_series(2, 10400) n`,
    )
    const asked = async (page: number, more: Record<string, string> = {}) => {
      const { data } = await call<List & { capped: boolean }>(`/admin/${name}/index`, {
        query: { limit: '200', page: String(page), ...more },
      })
      return [data.list.length, data.total, data.capped]
    }
    expect(await asked(1)).toEqual([200, 10_400, false])
    expect(await asked(52)).toEqual([200, 10_400, false])
    expect(await asked(53)).toEqual([0, 10_400, false])
    expect(await asked(1, where('v3', '=', '7'))).toEqual([35, 35, false])
    const { data } = await call<{ forms: object[] }>('/admin/clinical.data/forms', { query: { study: String(study) } })
    expect(data.forms).toMatchObject([{ total: 10_000, capped: true }])
  })

  test('is submitted when complete, explained afterwards, and an edit takes the mark of whoever verified it away', async () => {
    const { visit, subject, name, formId } = await built()
    const { id } = await add(call, name, { subject, visit, v3: '120' })
    expect(await move(call, name, id, 'submitted')).toMatchObject({ code: 0, data: { blockers: [{ text: '“性别”还没有填写' }] } })
    expect(await post(call, `${name}/edit`, { id, v2: '2', v6: '0' })).toMatchObject({ code: 1 })
    expect(await move(call, name, id, 'submitted')).toMatchObject({ code: 1 })
    expect(await post(call, `${name}/edit`, { id, v3: '130' })).toMatchObject({ code: 0, data: { problems: [{ field: '_reason' }] } })
    expect(await move(call, name, id, 'verified')).toMatchObject({ code: 1 })
    expect(await post(call, `${name}/edit`, { id, v3: '120' }, '没有变化')).toMatchObject({ code: 1, data: { row: { state: 'verified' } } })
    expect(await post(call, `${name}/edit`, { id, v3: '130' }, '源文件为 130')).toMatchObject({
      code: 1,
      data: { row: { state: 'submitted', v3: '130' } },
    })
    const { data } = await story(call, formId, id, 'v3')
    expect(data.list.map(({ before, after, reason, by }) => [before, after, reason, by])).toEqual([
      ['120', '130', '源文件为 130', 'manager'],
      [null, '120', null, 'manager'],
    ])
    for (const to of ['verified', 'signed']) expect(await move(call, name, id, to)).toMatchObject({ code: 1 })
  })

  test('every write says so by its transaction, and nobody rewrites what a cell has held', async () => {
    const { visit, subject, name, formId } = await built()
    const { id } = await add(call, name, { subject, visit, v3: '120' })
    const tx = async () => (await sql<{ tx: string }>(`SELECT changed_tx::text AS tx FROM record.t${formId} WHERE id = $1`, [id]))[0]!.tx
    const first = await tx()
    await post(call, `${name}/edit`, { id, v3: '121' })
    expect(BigInt(await tx())).toBeGreaterThan(BigInt(first))
    await expect(sql('UPDATE value_change SET after = $1', ['x'])).rejects.toThrow()
    await expect(sql('DELETE FROM value_change')).rejects.toThrow()
  })

  test('what is typed is judged by the dictionary and stored nowhere', async () => {
    const { formId, name } = await built()
    const judged = await post<object>(call, 'clinical.data/judge', { form: formId, values: { v2: '1', v3: '300', v4: '80' } })
    expect(judged.data).toEqual({ hidden: ['v6'], missing: [], odd: { v3: 'outOfRange' }, computed: { v5: '220' }, rules: [] })
    expect((await listed(call, name)).total).toBe(0)
  })

  test('of a subject who has withdrawn, of another study, or while nothing is collected, is refused', async () => {
    const { study, visit, subject, name } = await built()
    const other = await built()
    expect(await post(call, `${name}/add`, { subject: other.subject, visit, v2: '1' })).toMatchObject({
      code: 0,
      msg: '受试者或访视不属于这项研究',
    })
    expect(await post(call, `${name}/add`, { subject, visit: other.visit, v2: '1' })).toMatchObject({
      code: 0,
      msg: '受试者或访视不属于这项研究',
    })
    const { id } = await add(call, name, { subject, visit, v2: '1' })
    expect(await move(call, 'study.subject', subject, 'withdrawn', '撤回同意')).toMatchObject({ code: 1 })
    expect(await post(call, `${name}/edit`, { id, v2: '2' })).toMatchObject({ code: 0, msg: '受试者已退出，不再录入数据' })
    expect((await move(call, 'study.project', study, 'cleaning')).code).toBe(1)
    expect((await move(call, 'study.project', study, 'frozen', '清理完毕')).code).toBe(1)
    expect(await post(call, `${name}/edit`, { id, v2: '2' })).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/^研究“CD-\d+”已由manager于 .* 冻结，其中的数据不能修改$/),
    })
    expect((await read(call, name, id))['v2']).toBe('1')
  })

  test('whoever is outside the study is told what is told of a form that does not exist, over every call', async () => {
    const { study, visit, subject, name, formId } = await built()
    const { id } = await add(call, name, { subject, visit, v1: '李四', v2: '1' })
    const outsider = await person(server, `outside${formId}`, STUDY_RULES)
    const nowhere = 'clinical.data.f999999'
    const calls: [string, string, object?][] = [
      ['GET', `index?limit=10`],
      ['GET', `index?select=true`],
      ['GET', `read?id=${id}`],
      ['GET', `edit?id=${id}`],
      ['GET', `history?id=${id}`],
      ['GET', 'recycle'],
      ['GET', 'exportExcel'],
      ['POST', 'add', { subject, visit }],
      ['POST', 'edit', { id, version: 1, v2: '2' }],
      ['POST', 'move', { id, version: 1, to: 'submitted' }],
      ['POST', 'restore', { ids: [id] }],
      ['DELETE', `del?ids=${id}`],
      ['DELETE', `delete?ids=${id}`],
      ['POST', 'unheardOf', {}],
    ]
    const answer = async (form: string, [method, path, body]: [string, string, object?]) => {
      const response = await fetch(`${server.address}/admin/${form}/${path}`, {
        method,
        headers: { server: '1', batoken: outsider.token, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      return [response.status, text.replaceAll(form, 'FORM').replace(/"time":\d+/, '')]
    }
    for (const one of calls) expect([one[1], ...(await answer(name, one))]).toEqual([one[1], ...(await answer(nowhere, one))])
    const own = async (path: string, body?: object) => {
      const { status, code, msg } = await outsider.call(`/admin/clinical.data/${path}`, body ? { body } : {})
      return [status, code, msg.replace(/f\d+/, 'FORM')]
    }
    expect(await own(`story?form=${formId}&id=${id}&field=v1`)).toEqual(await own(`story?form=999999&id=${id}&field=v1`))
    expect(await own('judge', { form: formId, values: {} })).toEqual(await own('judge', { form: 999999, values: {} }))
    expect(await outsider.call('/admin/clinical.data/forms', { query: { study: String(study) } })).toMatchObject({ data: { forms: [] } })
    expect((await listed(outsider.call, 'clinical.data')).list).toEqual([])
    expect(await outsider.call(`/admin/index/resource?name=${name}`)).toMatchObject({ status: 404 })
    const [version] = await sql<{ id: number }>('SELECT id FROM study_dictionary WHERE study = $1', [study])
    for (const path of ['content?id=', 'compare?id=', 'read?id='])
      expect((await outsider.call(`/admin/study.dictionary/${path}${version!.id}`)).msg).toBe(
        (await outsider.call(`/admin/study.dictionary/${path}999999`)).msg,
      )
    expect((await listed(outsider.call, 'study.dictionary')).list).toEqual([])
    expect(await sql(`SELECT count(*)::int AS n FROM record.t${formId} WHERE deleted_at IS NULL AND state = 'draft'`)).toEqual([{ n: 1 }])
  })

  test('is told in words where nobody has opened the form since the start, and as much is masked as for whoever opened it', async () => {
    type Entry = { label: string; diff: { title: string; after: string }[]; _labels: { resource: string } }
    const root = (await server.login()).call
    const auditor = await person(server, 'formauditor', /^auth\/log(\/|$)/)
    const INSERT = `INSERT INTO audit_entry (actor_kind, actor_id, actor_name, action, resource, record_id, label, changes, request_id, ip, user_agent)
      VALUES ('admin', $1, 'manager', 'edit', $2, '1', $3, $4, 'unopened', '', '')`
    const unopened = async () => {
      const made = await built()
      const values = JSON.stringify({ v1: ['张某', '李某'], v3: ['120', '130'] })
      await sql(INSERT, [manager.id, made.name, String(made.subject), values])
      expect(server.backend.engine.registry.get(made.name)).toBeUndefined()
      return { ...made, code: `CD-${number}-001` }
    }
    const told = async (by: Call, name: string) =>
      (await by<{ list: Entry[] }>('/admin/auth.log/index', { query: where('resource', '=', name) })).data.list[0]!
    const lines = ({ diff }: Entry) => diff.map(({ title, after }) => `${title} ${after}`)

    const first = await unopened()
    const read = await told(root, first.name)
    expect([read.label, read._labels.resource]).toEqual([first.code, '生命体征'])
    expect(lines(read)).toEqual(['姓名 李某', '收缩压 130'])

    const second = await unopened()
    const outside = await told(auditor.call, second.name)
    // A subject of a study that somebody does not see is a number to them.
    expect([outside.label, outside._labels.resource]).toEqual([`#${second.subject}`, '生命体征'])
    expect(lines(outside)).toEqual(['姓名 ••••••', '收缩压 130'])

    const third = await unopened()
    const { data: own } = await call<{ list: { label: string; where: string; fields: string[] }[] }>('/admin/profile/activity')
    expect(own.list[0]).toMatchObject({ label: third.code, where: '生命体征', fields: ['姓名', '收缩压'] })

    const fourth = await unopened()
    const { data: home } = await root<{ widgets: { key: string; entries?: unknown[] }[] }>('/admin/dashboard/index')
    expect(home.widgets.find(({ key }) => key === 'latest')?.entries?.[0]).toMatchObject({ what: fourth.code, where: '生命体征' })
  })

  test('the list of forms has no rows of its own to write', async () => {
    for (const [path, body] of [
      ['add', {}],
      ['edit', { id: 1 }],
      ['move', { id: 1, version: 1, to: 'submitted' }],
    ] as const)
      expect(await post(call, `clinical.data/${path}`, body)).toMatchObject({ status: 404 })
  })
})
