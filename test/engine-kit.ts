import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import { add, collecting, form, post, publish, read, variable } from './study-kit.ts'
import type { Call, Row } from './study-kit.ts'

const RULES = [
  { id: 'sbp.filled', check: 'not_null', table: 'vitals', columns: ['sbp'] },
  { id: 'sbp.range', check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 } },
  { id: 'sbp.outlier', check: 'outlier_iqr', table: 'vitals', columns: ['sbp'] },
]

/** Three records and rules for them; `rules`: so many of those that there are. */
export const judgedStudy = async (server: TestServer, call: Call, rules = 1): Promise<{ study: number; set: number }> => {
  const { database } = server.backend
  await database.query(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  const department = (await add(call, 'department', { name: '科室', code: 'A' })).id
  const [me] = await database.query<{ id: number }>('SELECT id FROM auth_admin ORDER BY id LIMIT 1')
  const { study, visit } = await collecting(call, 'ENG-1', department, me!.id)
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals')],
    codelists: [],
    variables: [variable('vitals', 'sbp', { type: 'integer' })],
  }))
  for (const [code, v1] of [
    ['S1', '120'],
    ['S2', null],
    ['S3', '300'],
  ]) {
    const subject = (await add(call, 'study.subject', { study, code, department })).id
    await add(call, `clinical.data.f${forms[0]!.id}`, { subject, visit, v1 })
  }
  const parameters = RULES.slice(0, rules)
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters }), study })).toMatchObject({ code: 1 })
  await database.query(`UPDATE control_version SET state = 'active'`)
  const ids = (await database.query<{ id: number }>('SELECT id FROM control_parameter ORDER BY id')).map(({ id }) => id)
  return { study, set: (await add(call, 'control.set', { code: 'eng', name: '引擎', nameEn: 'Engine', study, parameters: ids })).id }
}

export const setUpTrino = async ({ backend }: TestServer, call: Call, change: object) => {
  const [row] = await backend.database.query<{ id: number; version: number }>('SELECT id, version FROM trino_config')
  return post(call, 'trino.config/edit', { ...row, ...change })
}

export const wishFor = async (call: Call, study: number, engine: string): Promise<void> => {
  const { version } = await read(call, 'study.project', study)
  expect(await post(call, 'study.project/edit', { id: study, version, engine }, '选择引擎')).toMatchObject({ code: 1 })
}

/** A run as it is stored when it has ended. */
export const judged = async ({ backend }: TestServer, call: Call, action: string, body: object): Promise<Row> => {
  const { code, msg, data } = await post<{ id: number }>(call, `qc.run/${action}`, body)
  expect([code, msg]).toEqual([1, msg])
  const stored = async () => (await backend.database.query<Row>('SELECT * FROM qc_run WHERE id = $1', [data.id]))[0]!
  await expect.poll(async () => (await stored()).state, { timeout: 90_000 }).toMatch(/done|failed/)
  return stored()
}
