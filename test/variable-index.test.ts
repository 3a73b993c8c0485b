import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexing } from '../src/areas/study-dictionary/server/indexing.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add, collecting, form, move, publish, save, secondPerson, variable } from './study-kit.ts'
import type { Call } from './study-kit.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
let call: Call
let study: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  worker = await workBeside(server.backend, [indexing])
  ;({ call } = await server.login())
  const department = (await add(call, 'department', { name: '心内科', code: 'A' })).id
  ;({ study } = await collecting(call, 'IX-1', department, 1))
}, 60_000)
afterAll(async () => {
  await worker.stop()
  await server.close()
})

const indexesOf = async (id: number): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'record' AND tablename = $1 AND indexname ~ '_as_' ORDER BY 1`,
      [`t${id}`],
    )
  ).map(({ name }) => name)
const content = (marked: readonly string[]) => ({
  forms: [form('labs')],
  codelists: [],
  variables: [
    variable('labs', 'glu', { type: 'number', slot: 1, indexed: marked.includes('glu') }),
    variable('labs', 'taken', { type: 'date', slot: 2, indexed: marked.includes('taken') }),
  ],
})

test('AA-04 a variable that is marked as filtered often has an index from its publication on, and none once the mark is gone', async () => {
  const fresh = content(['glu', 'taken'])
  const { forms } = await publish(call, study, () => ({ ...fresh, variables: fresh.variables.map((v) => ({ ...v, slot: null })) }))
  const id = forms[0]?.id ?? 0
  await expect.poll(() => indexesOf(id), { timeout: 30_000 }).toEqual([`t${id}_v1_as_number`, `t${id}_v2_as_date`])
  const resource = `clinical.data.f${id}`
  const [visit] = await sql<{ id: number }>('SELECT id FROM study_visit WHERE study = $1', [study])
  const department = (await sql<{ id: number }>(`SELECT id FROM department WHERE code = 'A'`))[0]?.id
  const subject = await add(call, 'study.subject', { study, code: 'IX-001', department })
  // An index holds no more than some two thousand bytes: so many decimals would have kept the record from being stored.
  const digits = Array.from({ length: 60 }, (_, i) => BigInt(`0x${createHash('sha512').update(`${i}`).digest('hex')}`)).join('')
  await add(call, resource, { subject: subject.id, visit: visit?.id, v1: `5.${digits}`, v2: '2026-11-18' })
  const search = JSON.stringify([{ field: 'v1', operator: 'RANGE', val: '5,6' }])
  expect((await call<{ total: number }>(`/admin/${resource}/index`, { query: { search } })).data.total).toBe(1)
  await publish(call, study, () => content(['taken']), await secondPerson(server))
  await expect.poll(() => indexesOf(id), { timeout: 30_000 }).toEqual([`t${id}_v2_as_date`])
}, 60_000)

test('AA-04 texts and a ninth variable are refused in words', async () => {
  const version = await add(call, 'study.dictionary', { study })
  const many = Array.from({ length: 9 }, (_, i) => variable('labs', `n${i}`, { type: 'number', indexed: true }))
  await save(call, version.id, { forms: [form('labs')], codelists: [], variables: many })
  expect(await move(call, 'study.dictionary', version.id, 'published')).toMatchObject({
    code: 0,
    msg: expect.stringContaining('最多 8 个常用于筛选'),
  })
  await save(call, version.id, { forms: [form('labs')], codelists: [], variables: [variable('labs', 'note', { indexed: true })] })
  expect(await move(call, 'study.dictionary', version.id, 'published')).toMatchObject({
    code: 0,
    msg: expect.stringContaining('只有数值和日期'),
  })
})
