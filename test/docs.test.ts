import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from './person.ts'
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
  expect((await read('zh-cn'))['/admin/department/add']!['post']).toMatchObject({
    tags: ['科室'],
    summary: '新建',
    'x-rule': 'department/add',
  })
  expect((await read('en'))['/admin/department/add']!['post']).toMatchObject({ tags: ['Departments'], summary: 'New' })
})

test('what an action asks for is in it, with its title, beside the records it is about', async () => {
  const { call } = await server.login()
  const { data } = await call<Doc>('/admin/docs/index', { headers: { 'think-lang': 'zh-cn' } })
  const bodyOf = (path: string) => {
    const { requestBody } = data.paths[path]!['post'] as unknown as { requestBody: { content: Record<string, { schema: object }> } }
    return requestBody.content['application/json']!.schema
  }
  expect(bodyOf('/admin/auth.admin/move')).toEqual({
    type: 'object',
    required: ['toDepartment'],
    properties: {
      ids: { type: 'array', items: { type: 'integer' } },
      toDepartment: { type: 'integer', title: '调入科室', description: '→ department' },
      toJob: expect.objectContaining({ description: '→ job' }),
    },
  })
  expect(bodyOf('/admin/routine.attachment/sweep')).toMatchObject({ required: ['days'], properties: { days: { type: 'integer' } } })
  expect(bodyOf('/admin/routine.attachment/sweep')).not.toHaveProperty('properties.ids')
  expect(JSON.stringify(data.paths['/admin/department/index'])).toContain('默认 10，最多 1000')
})

test('a person without the rule gets nothing, and the whole document lists only the areas they may see', async () => {
  const me = await person(server, 'nodocs', /^job(\/index)?$/)
  expect((await me.call('/admin/docs/index')).code).toBe(401)
  const answer = await fetch(`${server.address}/admin/docs/openapi.json`, { headers: { server: '1', batoken: me.token } })
  const { paths } = (await answer.json()) as Doc
  expect(Object.keys(paths)).toContain('/admin/job/index')
  expect(Object.keys(paths)).not.toContain('/admin/auth.rule/index')
})

test('what machines call is described with an example, and the example is that of docs/intake.md', async () => {
  const { call } = await server.login()
  const { data } = await call<Doc>('/admin/docs/index', { headers: { 'think-lang': 'en' } })
  const push = data.paths['/api/study/intake/{code}']!['post'] as unknown as { description: string; requestBody: { content: object } }
  expect(Object.keys(push.requestBody.content)).toContain('application/x-ndjson')
  expect(await readFile('docs/intake.md', 'utf8')).toContain(push.description)
  expect(data.paths['/api/study/intake/{id}']!['get']).toMatchObject({ summary: 'Look at a delivery' })
})
