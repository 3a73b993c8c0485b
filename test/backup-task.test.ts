import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups } from '../src/server/backup/folder.ts'
import { dutyTasks } from '../src/server/terminal/duty-task.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { workBeside } from './worker.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  server = await startTestServer({ BACKUP_KEEP: '2' }, ['--empty'])
  admin = await server.login()
  const { config } = server.backend
  const urls = { url: config.DATABASE_URL!, ownerUrl: config.DATABASE_OWNER_URL! }
  worker = await workBeside(server.backend, [...dutyTasks({ backend: server.backend, ...urls }).values()])
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})

const run = async (command: string): Promise<string[]> => {
  const query = new URLSearchParams({ command, uuid: crypto.randomUUID(), batoken: admin.token, server: '1' })
  const text = await (await fetch(`${server.address}/admin/Terminal/index?${query}`)).text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => (JSON.parse(json!) as { data: string }).data)
}
const dataDir = () => server.backend.config.DATA_DIR
const stateOf = async (kind: string) =>
  (
    await server.backend.database.query<{ state: string; n: number }>(
      'SELECT state, count(*) AS n FROM task WHERE kind = $1 GROUP BY state ORDER BY state',
      [kind],
    )
  ).map(({ state, n }) => `${n} ${state}`)
const setCron = (value: string) => admin.call('/admin/routine.config/save', { body: { group: 'basics', values: { backup_cron: value } } })
const schedules = () => server.backend.database.query<{ cron: string }>(`SELECT cron FROM schedule WHERE name = 'system.backup'`)

test('C-08 the same command is a task, with the same lines, statuses and end', async () => {
  const lines = await run('backup-create')
  expect(lines[0]).toBe('command-link-success')
  expect(lines).toEqual(
    expect.arrayContaining([expect.stringMatching(/^table {2}department: \d+ rows/), expect.stringMatching(/^kept {3}backup\//)]),
  )
  expect(lines.slice(-3)).toEqual(['exit code 0', 'command-exec-success', 'command-exec-completed'])
  expect(await stateOf('duty.backup-create')).toEqual(['1 done'])
})
test('what it fails of is said, and its task has failed', async () => {
  await rename(join(dataDir(), 'backup'), join(dataDir(), 'elsewhere'))
  const lines = await run('backup-verify')
  await rename(join(dataDir(), 'elsewhere'), join(dataDir(), 'backup'))
  expect(lines).toEqual(expect.arrayContaining(['there is no backup yet: run backup-create first', 'command-exec-error']))
  expect(await stateOf('duty.backup-verify')).toEqual(['1 failed'])
})
test('a schedule by the setting: refused in words when it never comes or comes too often, made once when due, gone when blank', async () => {
  for (const [cron, words] of [
    ['every day', /cron/],
    ['0 0 30 2 *', /cron/],
    ['*/5 * * * *', /60/],
  ] as const)
    expect(JSON.stringify((await setCron(cron)).data), cron).toMatch(words)
  expect(await schedules()).toEqual([])
  expect(await setCron('30 2 * * *')).toMatchObject({ code: 1 })
  expect(await schedules()).toEqual([{ cron: '30 2 * * *' }])
  const before = await listBackups(dataDir())
  await server.backend.database.query(`UPDATE schedule SET next_at = now() - interval '3 days' WHERE name = 'system.backup'`)
  await expect.poll(() => stateOf('duty.backup-create'), { timeout: 30_000 }).toEqual(['2 done'])
  const after = await listBackups(dataDir())
  expect(after[0]).not.toBe(before[0])
  expect(after.length).toBeLessThanOrEqual(2)
  expect(await setCron('')).toMatchObject({ code: 1 })
  expect(await schedules()).toEqual([])
})
