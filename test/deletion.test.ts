import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '../src/areas/registry.ts'
import { actionsOf, folderOf } from '../src/kernel/index.ts'
import { createDatabase } from './postgres.ts'
import type { TestDatabase } from './postgres.ts'
import { PASSWORD, caller } from './server.ts'
import { startSecondProcess } from './second-process.ts'
import type { SecondProcess } from './second-process.ts'

const GONE = ['crud.table', 'todo', 'study.token']
const LINE = /\b(crudTable|todo|studyToken)\b/

let copy: string
let database: TestDatabase
let server: SecondProcess
let call: ReturnType<typeof caller>
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'without-'))
  for (const part of ['package.json', 'src', 'test']) cpSync(resolve(part), join(copy, part), { recursive: true })
  for (const part of ['node_modules', 'migrations']) symlinkSync(resolve(part), join(copy, part))
  for (const name of GONE) rmSync(join(copy, 'src/areas', folderOf(name)), { recursive: true })
  const registry = join(copy, 'src/areas/registry.ts')
  const lines = readFileSync(registry, 'utf8').split('\n')
  writeFileSync(registry, lines.filter((line) => !LINE.test(line)).join('\n'))
  database = await createDatabase()
  const { url, ownerUrl } = database
  server = await startSecondProcess({ url, ownerUrl, env: { DATA_DIR: join(copy, 'data') }, args: ['--demo'] }, copy)
  const login = await caller(server.address, {})<{ userInfo: { token: string } }>('/admin/index/login', {
    body: { username: 'admin', password: PASSWORD },
  })
  call = caller(server.address, { batoken: login.data.userInfo.token })
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
  rmSync(copy, { recursive: true, force: true })
})

test.each(GONE)('where the folder of %s and its line are gone, no call, rule or menu of it is left', async (name) => {
  expect(await call(`/admin/${name}/index`)).toMatchObject({ status: 404, code: 0 })
  const rules = await call<{ list: { name: string }[] }>('/admin/auth.rule/index')
  expect(rules.code).toBe(1)
  const own = name.replace('.', '/')
  expect(rules.data.list.filter((rule) => rule.name === own || rule.name.startsWith(`${own}/`))).toEqual([])
})

test('what an area answers beside its records is gone with it', async () => {
  expect(await call('/api/study/intake/1')).toMatchObject({ status: 404 })
})

const left = areas.filter((area) => !GONE.includes(area.name) && actionsOf(area).includes('index'))
test('every other area answers, and so do the pages that show something of all', async () => {
  const answers = await Promise.all(left.map(async ({ name }) => ({ name, answer: await call(`/admin/${name}/index`) })))
  expect(answers.flatMap(({ name, answer }) => (answer.code === 1 ? [] : [`${name}: ${answer.msg}`]))).toEqual([])
  for (const path of ['/admin/index/index', '/admin/dashboard/index']) expect(await call(path)).toMatchObject({ code: 1 })
})
