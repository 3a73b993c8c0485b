import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMoves, settableOf, snake } from '../src/kernel/index.ts'
import type { Field } from '../src/kernel/index.ts'
import { callsOf } from '../src/server/http/resource-routes.ts'
import type { Model } from '../src/server/model/model.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import type { Person } from './study-kit.ts'

type Row = Record<string, unknown> & { id: number; version: number }
let server: TestServer
let auditor: Person
let study: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  const [largest] = await sql<{ study: number }>('SELECT study FROM study_subject GROUP BY study ORDER BY count(*) DESC, study LIMIT 1')
  study = largest?.study ?? 0
  // Whatever a group can give, to see every study included: only the place in the team is left to refuse.
  auditor = await person(server, 'auditing', /./)
  await sql(`INSERT INTO study_member (study, admin, role) VALUES ($1, $2, 'auditor')`, [study, auditor.id])
})
afterAll(() => server.close())

const ABOVE = ['subject', 'dictionary', 'gather', 'datafile'] as const
/** Which rows of a resource are of the study, as it stands under others; null where it stands under none. */
const within = (model: Model, depth = 0): string | null => {
  if (model.resource.name === 'study.project') return `t.id = ${study}`
  const ways = ['study', ...ABOVE, model.resource.scopedBy ?? ''].flatMap((name) => {
    const field = model.columns.get(name)?.field
    if (field?.kind !== 'ref' || depth > 3) return []
    const above = server.backend.engine.registry.need(field.to)
    const inside = name === 'study' ? null : within(above, depth + 1)
    return name === 'study'
      ? [`t."study" = ${study}`]
      : inside
        ? [`t."${name}" IN (SELECT t.id FROM ${above.table} t WHERE ${inside})`]
        : []
  })
  return ways.length > 0 ? `(${[...new Set(ways)].join(' OR ')})` : null
}

const READS: ReadonlySet<string> = new Set(['index', 'read', 'history', 'recycle', 'exportExcel', 'import'])
const PLAIN: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  ref: 1,
  refs: [1],
  switch: true,
  date: '2099-01-01',
  dateTime: '2099-01-01T00:00:00Z',
  json: {},
  selects: [],
  checkbox: [],
}
const dummy = (field: Field): unknown =>
  field.kind === 'select' || field.kind === 'radio' ? field.options[0] : field.kind in PLAIN ? PLAIN[field.kind] : 'x'
const inputOf = ({ resource }: Model, action: string): object =>
  Object.fromEntries(Object.entries(resource.actions[action]?.input ?? {}).map(([name, field]) => [name, dummy(field)]))

/** What the demo hospital has none of. */
const LACKS = [
  `INSERT INTO todo (title, study) VALUES ('t', $1)`,
  `INSERT INTO datafile (name, state, number, sha256, subject) SELECT 'a.csv', 'staged', 1, repeat('a', 64), min(id) FROM study_subject WHERE study = $1`,
  `INSERT INTO study_invitation (study, name, role) VALUES ($1, 'i', 'coordinator')`,
  `INSERT INTO study_token (study, name, gathers, expires_at) SELECT $1, 't', array_agg(id), now() + interval '1 day' FROM gather_project WHERE study = $1`,
  `INSERT INTO study_waiver (study, blocker, title, title_en, reason) VALUES ($1, 'query:x', 'w', 'w', 'r')`,
  `INSERT INTO control_override (study, parameter, reason, until) SELECT $1, min(id), 'r', '2099-01-01' FROM control_parameter`,
  `INSERT INTO finding (name, parameter, severity, study, fingerprint, hash, first_run, state_run)
    SELECT 'f', min(p.id), 'minor', $1, 'f', 'h', min(r.id), min(r.id) FROM control_parameter p, qc_run r WHERE r.study = $1`,
]

/** Where the demo says nothing of what a call about the whole list needs to be good. */
const GIVEN = (at: Row): Readonly<Record<string, object>> => ({
  'query/raise': { form: at['form'], record: at.id, text: '请核对' },
  'study.mark/mark': { form: at['form'], kind: 'source' },
  'study.mark/markRecord': { form: at['form'], record: at.id, version: at.version, field: null, kind: 'source' },
  'study.lock/add': { study, scope: 'record', form: at['form'], record: at.id, level: 'freeze', reason: '核对完毕' },
  'study.dictionary/add': { study },
  'comment/say': { resource: `clinical.data.f${Number(at['form'])}`, record: at.id, text: '请看' },
})
/** They may answer: a question whose answer is kept for whoever asks, and runs that have nothing to judge. The study stays as it is. */
const ANSWERS: ReadonlySet<string> = new Set(['control.parameter/propose', 'qc.run/intake', 'qc.run/refile'])
const IN_BIN: ReadonlySet<string> = new Set(['restore', 'delete'])

/** Every call of a resource that writes, as it is declared, about a row of the study. */
const tryAll = async (model: Model, [row, next = row]: readonly Row[], given: Readonly<Record<string, object>>) => {
  const { resource, table } = model
  const { id, version } = row ?? { id: 0, version: 0 }
  const own: Readonly<Record<string, object>> = {
    add: Object.fromEntries(
      Object.entries(resource.fields).flatMap(([name, field]) => (field.readonly ? [] : [[name, row?.[snake(name)]]])),
    ),
    edit: { id, version },
    set: { field: Object.keys(settableOf(resource))[0], rows: [{ id, version, value: null }] },
    sortable: { id, targetId: next?.id },
    move: { id, version, to: openMoves(resource)[0] },
  }
  for (const { action, methods } of callsOf(model)) {
    const [spec, name] = [resource.actions[action], `${resource.name}/${action}`]
    if (READS.has(action) || spec?.pure) continue
    const isList = spec?.on === 'list' || action === 'add'
    if (!isList && !row) throw new Error(`${name}: nothing of the study to try it on; say in LACKS how there is`)
    const body = given[name] ?? own[action] ?? { ...(isList ? {} : { ids: [id] }), ...inputOf(model, action) }
    const options = methods.includes('POST') ? { body } : { method: 'DELETE', query: { ids: String(id) } }
    const bin = (at: string) => (IN_BIN.has(action) ? sql(`UPDATE ${table} SET deleted_at = ${at} WHERE id = $1`, [id]) : undefined)
    await bin('now()')
    const { code, msg } = await auditor.call(`/admin/${name}`, { ...options, headers: { 'x-reason': encodeURIComponent('试试') } })
    await bin('NULL')
    // What some right is wanted for that no group gives is refused before anybody is looked at.
    if (ANSWERS.has(name)) expect(typeof code).toBe('number')
    else if (isList && !given[name]) expect([name, code, msg]).not.toEqual([name, 1, expect.anything()])
    else expect([name, msg]).toEqual([name, expect.stringMatching(/^您在这项研究中是稽查员|^您没有此操作的权限$/)])
    tried.push(name)
  }
}
const tried: string[] = []

/** What people and the process leave behind by looking and by being refused; and what a record counts as it goes through the bin. */
const VOLATILE = /^(audit|setting|session|notification|idempotency|attempt|task)/
const COUNTED = `ARRAY['version', 'updated_at', 'changed_tx']`
const contentOf = async (): Promise<Record<string, string>> => {
  const tables = await sql<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'record') AND tablename !~ $1 ORDER BY 1`,
    [VOLATILE.source],
  )
  const all = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(row, '' ORDER BY row), '')) AS hash FROM (SELECT (to_jsonb(t) - ${COUNTED})::text AS row FROM ${name} t) r`,
  )
  return Object.fromEntries((await sql<{ name: string; hash: string }>(all.join(' UNION ALL '))).map(({ name, hash }) => [name, hash]))
}

test('who audits a study changes nothing of it by any call of any resource, whatever their group may do', async () => {
  for (const text of LACKS) await sql(text, [study])
  const { registry } = server.backend.engine
  const [form] = await sql<{ id: number }>(
    `SELECT DISTINCT v.form AS id FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state = 'published' ORDER BY 1 LIMIT 1`,
    [study],
  )
  const records = await registry.open(systemContext(server.backend), `clinical.data.f${form?.id ?? 0}`)
  if (!records) throw new Error('the study has no form')
  const rowsOf = (model: Model, inside: string) => sql<Row>(`SELECT t.* FROM ${model.table} t WHERE ${inside} ORDER BY id LIMIT 2`)
  const [record] = await sql<Row>(`SELECT t.* FROM ${records.table} t WHERE state = 'submitted' ORDER BY id LIMIT 1`)
  const given = GIVEN({ id: 0, version: 0, ...record, form: form?.id })
  // The name above all forms has no calls of its own.
  const models = [...registry.all().filter(({ resource }) => resource.name !== 'clinical.data'), records]
  const before = await contentOf()
  for (const model of models) {
    const inside = within(model)
    if (inside) await tryAll(model, await rowsOf(model, inside), given)
  }
  expect(await contentOf()).toEqual(before)
  expect(tried.length).toBeGreaterThan(150)
  expect(tried).toEqual(expect.arrayContaining(Object.keys(given)))
})
