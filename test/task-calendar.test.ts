import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { defineTask } from '../src/server/task/definition.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { defineSchedule, syncSchedules } from '../src/server/task/schedule.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Schedule = {
  name: string
  title: string
  subject: { resource: string; id: number; label: string } | null
  last: { id: number; state: string } | null
  firings: string[] | null
}
let server: TestServer
let call: TestServer['call']
let job: number

/** Nobody works on these. */
const of = (kind: string, says = {}) =>
  defineTask({
    kind,
    lane: 'light',
    title: { 'zh-cn': '夜里的工作', en: 'Work of the night' },
    says,
    input: z.object({ job: z.number().optional() }),
    steps: (none) => none.step('only', async () => null),
  })
const nightly = of('trial.nightly')
const often = of('trial.often')
const owned = of('trial.owned', { job: { 'zh-cn': '岗位', en: 'Job', of: 'job' } })

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  ;({ call } = await server.login())
  const { data } = await call<{ row: { id: number } }>('/admin/job/add', { body: { name: '数据管理员', code: 'DM' } })
  job = data.row.id
  const zone = 'Asia/Shanghai'
  await syncSchedules(server.backend.database, [
    defineSchedule({ name: 'trial.nightly', cron: '30 0 * * *', zone, task: nightly, input: {} }),
    defineSchedule({ name: 'trial.often', cron: '*/10 * * * *', zone, task: often, input: {} }),
    defineSchedule({ name: 'trial.owned', cron: '0 6 1 * *', zone, task: owned, input: { job } }),
    defineSchedule({ name: 'trial.off', cron: '0 7 * * *', zone, task: nightly, input: {} }),
  ])
  await server.backend.database.query(`UPDATE schedule SET enabled = false WHERE name = 'trial.off'`)
})
afterAll(() => server.close())

const asked = async (from: string, to: string, by = call) =>
  (await by<{ list: Schedule[] }>('/admin/task/schedules', { query: { from, to }, headers: { 'think-lang': 'en' } })).data.list
const named = async (name: string, from: string, to: string) => (await asked(from, to)).find((one) => one.name === name)

test('AA-06 what the clock will ask for stands on the hospital’s own days, with the task that it asked for last', async () => {
  // Half past midnight of the first is still the last of April by the clock of UTC.
  const one = await named('trial.nightly', '2099-05-01', '2099-05-03')
  expect(one).toMatchObject({ title: 'Work of the night', subject: null, last: null })
  expect(one?.firings).toEqual(['2099-04-30T16:30:00.000Z', '2099-05-01T16:30:00.000Z', '2099-05-02T16:30:00.000Z'])
  const firing = { schedule: 'trial.nightly', at: '2026-05-01T16:30:00Z' }
  const id = await enqueue(server.backend.database, nightly, {}, { firing })
  expect(await named('trial.nightly', '2099-05-01', '2099-05-03')).toMatchObject({ last: { id, state: 'waiting' } })
  // Its tasks are listed by it.
  const search = JSON.stringify([{ field: 'schedule', operator: '=', val: 'trial.nightly' }])
  const { list } = (await call<{ list: { id: number }[] }>('/admin/task/index', { query: { search } })).data
  expect(list.map((row) => row.id)).toEqual([id])
})

test('AA-06 nothing is foretold for days that are over, and what comes all the time stands in no day', async () => {
  expect((await named('trial.nightly', '2020-05-01', '2020-05-31'))?.firings).toEqual([])
  expect(await named('trial.often', '2099-05-01', '2099-05-03')).toMatchObject({ firings: null })
  expect(await named('trial.off', '2099-05-01', '2099-05-03')).toBeUndefined()
})

test('AA-06 a schedule names the record that it is for, to whoever sees it; the system’s own only those see who see all tasks', async () => {
  expect(await named('trial.owned', '2099-05-01', '2099-05-31')).toMatchObject({
    subject: { resource: 'job', id: job, label: '数据管理员' },
    firings: ['2099-04-30T22:00:00.000Z'],
  })
  const own = await person(server, 'clockjob', /^(task|job)(\/index|$)/, { scope: 'self' })
  expect((await asked('2099-05-01', '2099-05-03', own.call)).map(({ name }) => name)).toEqual(['trial.owned'])
  const narrow = await person(server, 'clocknone', /^task(\/index|$)/, { scope: 'self' })
  expect(await asked('2099-05-01', '2099-05-03', narrow.call)).toEqual([])
  const stranger = await person(server, 'clockstranger', /^job(\/index|$)/)
  expect(await stranger.call('/admin/task/schedules', { query: { from: '2099-05-01', to: '2099-05-03' } })).toMatchObject({ code: 401 })
})

test('AA-06 days that are none are refused in words', async () => {
  expect(await call('/admin/task/schedules', { query: { from: '2099-13-01', to: 'x' } })).toMatchObject({ code: 0 })
})
