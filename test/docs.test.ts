import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
})
afterAll(() => server.close())

type Doc = { paths: Record<string, Record<string, { tags: string[]; summary: string }>> }

test('the page gets the document in the language of its reader', async () => {
  const { call } = await server.login()
  const read = async (language: string) => (await call<Doc>('/admin/docs/index', { headers: { 'think-lang': language } })).data.paths
  expect((await read('zh-cn'))['/admin/department/add']!['post']).toMatchObject({ tags: ['科室'], summary: '添加' })
  expect((await read('en'))['/admin/department/add']!['post']).toMatchObject({ tags: ['Departments'], summary: 'Add' })
})

test('a person without the rule gets nothing, and the whole document lists only the areas they may see', async () => {
  const me = await server.login('cardiology')
  expect((await me.call('/admin/docs/index')).code).toBe(401)
  const answer = await fetch(`${server.address}/admin/docs/openapi.json`, { headers: { server: '1', batoken: me.token } })
  const { paths } = (await answer.json()) as Doc
  expect(Object.keys(paths)).toContain('/admin/job/index')
  expect(Object.keys(paths)).not.toContain('/admin/auth.rule/index')
})
