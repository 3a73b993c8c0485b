import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Parameter } from '#qc'
import { reading } from '../src/areas/datafile/server/reading.ts'
import { massQuestion } from '../src/areas/qc-run/server/mass/question.ts'
import { entering } from '../src/areas/qc-run/server/mass/task.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { massBeginsForTests } from '../src/study/finding/cover.ts'
import { intake } from '../src/server/upload/intake.ts'
import { byCommand, byServer } from './catalogue-kit.ts'
import { openBeside } from './lane-kit.ts'
import { person } from './person.ts'
import { runKit, type RunKit } from './run-kit.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import type { Row } from './study-kit.ts'
import { workBeside } from './worker.ts'

const RIGHTS = /^(control|finding)(\/|$)/
let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>> & { id: number }
let worker: { stop(): Promise<void> }
let kit: RunKit
let folder: string
beforeAll(async () => {
  massBeginsForTests(5000)
  folder = await mkdtemp(join(tmpdir(), 'mass-'))
  server = await startTestServer({}, ['--empty'])
  const me = await server.login()
  const [{ id } = { id: 0 }] = await server.backend.database.query<{ id: number }>(
    'SELECT id::int AS id FROM auth_admin ORDER BY id LIMIT 1',
  )
  admin = { ...me, id }
  kit = runKit(server, me)
  worker = await workBeside(server.backend, [intake, reading, running, entering])
})
afterAll(async () => {
  massBeginsForTests()
  await worker.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => kit.sql<T>(text, params)
const post = <T = { row: Row }>(path: string, body: object) => kit.post<T>(path, body)

describe('the file of the command', () => {
  test('comes in with its keys and goes out as a whole set: command and server say the same by either file', async () => {
    const csv = 'id,site,sbp\nS1,A,300\nS2,,120\nS3,B,310\n'
    const given = {
      parameters: [
        { id: 'trip.sbp', check: 'range', columns: ['sbp'], params: { max: 260 }, severity: 'blocking' as const },
        { id: 'trip.site', check: 'not_null', columns: ['site'], keyFields: ['sbp'] },
        { id: 'trip.draft', check: 'not_null', columns: ['id'] },
      ],
      keys: { trip: ['id'] },
    }
    // As a person keeps it: with a note, which the command passes over too.
    expect(await post('control.parameter/take', { file: `// 血压\n${JSON.stringify(given)}` })).toMatchObject({ code: 1 })
    expect(await post('control.parameter/take', { file: JSON.stringify({ ...given, keys: { trip: 'id' } }) })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('keys'),
    })
    const rows = await sql<{ id: number }>(`SELECT id FROM control_parameter WHERE code LIKE 'trip.%' ORDER BY id`)
    await sql(`UPDATE control_version SET state = 'active' WHERE title IN ('trip.sbp v1', 'trip.site v1')`)
    const named = { code: 'trip', name: '往返', nameEn: 'Round trip' }
    const set = (await post('control.set/add', { ...named, parameters: rows.map(({ id }) => id) })).data.row.id
    const { id, judged_at: now } = await kit.runOver(await kit.deliver('trip.csv', csv), set)
    expect(await sql(`SELECT name, value FROM finding WHERE first_run = $1 ORDER BY name`, [id])).toEqual([
      { name: '120', value: null },
      { name: 'S1', value: '300' },
      { name: 'S3', value: '310' },
    ])
    const { data: file } = await post<{ parameters: Parameter[] }>('control.set/give', { ids: [set] })
    // What is not in force is not judged, and not given.
    expect(file.parameters.map((one) => [one.id, one.keyFields])).toEqual([
      ['trip.sbp', ['id']],
      ['trip.site', ['sbp']],
    ])
    const table = join(folder, 'trip.csv')
    await writeFile(table, csv)
    const { said } = await byServer({ sql, pathOf: (hash) => server.backend.store.pathOf(hash) }, id)
    expect(said.facts).toHaveLength(2)
    expect(await byCommand(folder, [table], file, String(now))).toEqual(said)
    expect(await byCommand(folder, [table], { ...given, parameters: given.parameters.slice(0, 2) }, String(now))).toEqual(said)
    // Taken in elsewhere, the set is the same again.
    const renamed = JSON.parse(JSON.stringify(file).replaceAll('trip.', 'back.')) as { parameters: Parameter[] }
    const back = await kit.setOf('back', renamed.parameters)
    expect((await post('control.set/give', { ids: [back] })).data).toEqual(renamed)
  })
})

describe('what one finding stands for', () => {
  type Page = {
    total: number
    page: number
    denominator: number
    rows: { row: number; name: string; field: string; value: string | null; isHidden: boolean }[]
  }
  const lines = (bad: (n: number) => boolean) =>
    `id,sbp,phone\n${Array.from({ length: 6000 }, (_, n) => `S${n},${bad(n) ? 300 : 120},138${String(n).padStart(8, '0')}\n`).join('')}`
  const entered = (datafile: number) =>
    sql<{ id: number; name: string; state: string; mass: number | null; value: string | null; n: number }>(
      `SELECT min(id)::int AS id, min(name) AS name, state, mass_count::int AS mass, min(value) AS value, count(*)::int AS n FROM finding
        WHERE datafile = $1 GROUP BY state, mass_count, parameter ORDER BY mass_count NULLS LAST`,
      [datafile],
    )
  const ended = async (task: number) => {
    const read = async () => (await sql<{ state: string }>('SELECT state FROM task WHERE id = $1', [task]))[0]!.state
    await expect.poll(read, { timeout: 120_000 }).toMatch(/done|failed|cancelled|parked/)
    return read()
  }

  test('is read page by page, without what looks like persons, and entered one by one by a task, once', { timeout: 300_000 }, async () => {
    const door = await openBeside(server, [massQuestion])
    try {
      const datafile = await kit.deliver(
        'mass.csv',
        lines((n) => n > 1),
      )
      const rules = [
        { id: 'mass.sbp', check: 'range', columns: ['sbp'], params: { max: 260 }, keyFields: ['id'], severity: 'minor' as const },
        { id: 'mass.phone', check: 'regex', columns: ['phone'], params: { pattern: '139[0-9]{8}' }, keyFields: ['id'] },
      ]
      expect(await kit.runOver(datafile, await kit.setOf('mass', rules))).toMatchObject({ state: 'done', appeared: 2 })
      const masses = await entered(datafile)
      expect(masses).toMatchObject([
        { name: '*', state: 'new', mass: 5998, value: 'S2, S3, S4, S5, S6' },
        { name: '*', state: 'new', mass: 6000 },
      ])
      const page = async (id: number, number: number) =>
        (await admin.call<Page>('/admin/qc.run/mass', { query: { id: String(id), page: String(number) } })).data
      const [sbp, phone] = masses.map(({ id }) => id) as [number, number]
      const first = await page(sbp, 1)
      expect(first).toMatchObject({ total: 5998, denominator: 6000 })
      expect(first.rows).toHaveLength(first.page)
      expect(first.rows[0]).toEqual({ row: 3, name: 'S2', record: null, field: 'sbp', value: '300', isHidden: false })
      const last = await page(sbp, Math.ceil(5998 / first.page))
      expect(last.rows.at(-1)).toMatchObject({ row: 6000, name: 'S5999' })
      expect((await page(phone, 1)).rows[0]).toMatchObject({ name: 'S0', field: 'phone', value: null, isHidden: true })
      expect(await admin.call('/admin/qc.run/mass', { query: { id: '999999' } })).toMatchObject({ code: 0 })

      // Cancelled before it began it has done nothing; what somebody has decided about is decided for all of it.
      expect(await post('finding/accept', { ids: [phone], reason: '旧号段' })).toMatchObject({ code: 1 })
      expect(await post('finding/oneByOne', { ids: [phone] })).toMatchObject({ code: 0, msg: expect.stringContaining('请先退回待处理') })
      const asked = await post<{ task: number }>('finding/oneByOne', { ids: [sbp] })
      expect(asked).toMatchObject({ code: 1 })
      expect(await ended(asked.data.task)).toBe('done')
      expect(await entered(datafile)).toMatchObject([
        { id: sbp, state: 'resolved', mass: 5998 },
        { id: phone, state: 'accepted' },
        { state: 'new', mass: null, n: 5998 },
      ])
      const [single] = await sql(
        `SELECT value, field, "row"::int AS "row", severity, context FROM finding WHERE datafile = $1 AND name = 'S7'`,
        [datafile],
      )
      expect(single).toMatchObject({ value: '300', field: 'sbp', row: 8, severity: 'minor', context: { id: 'S7', sbp: '300' } })
      expect(await sql('SELECT "to", cause, reason FROM finding_event WHERE finding = $1 ORDER BY id DESC LIMIT 1', [sbp])).toEqual([
        { to: 'resolved', cause: 'person', reason: '已逐条登记为 5998 个问题' },
      ])
      expect(await post('finding/oneByOne', { ids: [sbp] })).toMatchObject({ code: 0 })
      // The rule is as wrong as it was: the same run again has nothing to say, and what is corrected is resolved one by one.
      const [{ set } = { set: 0 }] = await sql<{ set: number }>(`SELECT id AS set FROM control_set WHERE code = 'mass'`)
      expect(await kit.runOver(datafile, set)).toMatchObject({ appeared: 0, reopened: 0, resolved: 0, changed: 0 })
      await kit.deliver(
        'mass.csv',
        lines((n) => n > 3),
        datafile,
      )
      expect(await kit.lookedAgain(datafile)).toMatchObject({ appeared: 0, reopened: 0, resolved: 2, changed: 0 })
    } finally {
      await door.close()
    }
  })
})

describe('a finding that is marked as false positive', () => {
  type News = { list: { kind: string; text: string }[] }
  test('its rule is proposed to the owner to be looked at again, once for as long as that is open', async () => {
    const [owner, other] = [await person(server, 'owner', RIGHTS), await person(server, 'other', RIGHTS)]
    const rule = { id: 'false.sbp', check: 'range', columns: ['sbp'], params: { max: 260 }, keyFields: ['id'] }
    const datafile = await kit.deliver('false.csv', 'id,sbp\nS1,900\nS2,901\nS3,902\n')
    await kit.runOver(datafile, await kit.setOf('false', [rule]))
    const [parameter] = await sql<{ id: number; owner: number | null }>(
      `SELECT id::int AS id, owner::int AS owner FROM control_parameter WHERE code = $1`,
      [rule.id],
    )
    // Whoever brought it in owns it, until somebody else is named.
    expect(parameter!.owner).toBe(admin.id)
    const own = (id: number) => sql('UPDATE control_parameter SET owner = $2 WHERE id = $1', [parameter!.id, id])
    await own(owner.id)
    const ids = (await sql<{ id: number }>('SELECT id::int AS id FROM finding WHERE datafile = $1 ORDER BY name', [datafile])).map(
      ({ id }) => id,
    )
    const mark = async (id: number | undefined, reason: string) =>
      expect(await post('finding/falsePositive', { ids: [id], reason })).toMatchObject({ code: 1, data: { count: 1 } })
    const proposals = () =>
      sql<{ id: number; assignee: number }>(
        'SELECT id, title, assignee, page, description, state FROM todo WHERE page LIKE $1 ORDER BY id',
        [`/admin/control/parameter/${parameter!.id}%`],
      )
    expect(await proposals()).toEqual([])
    await mark(ids[0], '儿童的上限不同')
    const [first] = await proposals()
    expect(first).toMatchObject({
      assignee: owner.id,
      page: `/admin/control/parameter/${parameter!.id}?tab=versions`,
      state: 'waiting',
      title: expect.stringContaining('核对质控参数：false.sbp'),
      description: expect.stringContaining('儿童的上限不同'),
    })
    const { list } = (await owner.call<News>('/admin/notification/index')).data
    expect(list.filter(({ kind }) => kind === 'todo.mine').map(({ text }) => text)).toEqual([expect.stringContaining('核对质控参数')])
    await mark(ids[1], '仪器单位不同')
    expect(await proposals()).toMatchObject([{ id: first!.id, description: expect.stringMatching(/仪器单位不同[\s\S]*儿童的上限不同/) }])
    // Dealt with, it is proposed anew; to whoever owns the rule by then.
    await sql(`UPDATE todo SET state = 'done' WHERE id = $1`, [first!.id])
    await own(other.id)
    await mark(ids[2], '新生儿')
    expect(await proposals()).toMatchObject([{ state: 'done' }, { state: 'waiting', assignee: other.id }])
  })
})
