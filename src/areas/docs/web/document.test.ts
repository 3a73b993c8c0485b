import { describe, expect, test } from 'vitest'
import { callsOf, type Document, matching } from './document.ts'

const document: Document = {
  paths: {
    '/admin/job/add': {
      post: {
        tags: ['岗位'],
        summary: '添加',
        'x-rule': 'job/add',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/job.draft' } } } },
        responses: {
          200: {
            description: '',
            content: {
              'application/json': {
                schema: { properties: { data: { type: 'object', properties: { row: { $ref: '#/components/schemas/job.row' } } } } },
              },
            },
          },
        },
      },
    },
    '/admin/job/del': { delete: { tags: ['岗位'], summary: '删除', responses: { 200: { description: '' } } } },
  },
  components: {
    schemas: {
      'job.draft': {
        required: ['name'],
        properties: { name: { type: 'string', title: '名称', maxLength: 50 }, tags: { type: 'array', items: { enum: ['a', 'b'] } } },
      },
      'job.row': { properties: { id: { type: 'integer' } } },
    },
  },
}

describe('the API reference', () => {
  const calls = callsOf(document)
  test('a call says its rule, its fields and what comes back', () => {
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/admin/job/add', rule: 'job/add', tag: '岗位' })
    expect(calls[0]!.body).toEqual([
      { name: 'name', type: 'string', note: '名称 · ≤ 50', required: true },
      { name: 'tags', type: 'string[]', note: 'a | b', required: false },
    ])
    expect(calls[0]!.answer.map((l) => l.name)).toEqual(['row', '· id'])
  })
  test('is searched by every word, also in the names of fields', () => {
    expect(matching(calls, '名称 post').map((c) => c.path)).toEqual(['/admin/job/add'])
    expect(matching(calls, 'job')).toHaveLength(2)
    expect(matching(calls, 'nothing')).toEqual([])
  })
})
