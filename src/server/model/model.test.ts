import { expect, test } from 'vitest'
import { defineResource, f, genericActions } from '#kernel'
import { Registry } from './model.ts'

const words = { title: 'x', remark: '', fields: {} }
const locale = { 'zh-cn': words, en: words }
const withAction = (action: string) =>
  defineResource('demo.log', { label: 'a', fields: { a: f.string() }, actions: { [action]: { on: 'rows' } }, list: { columns: ['a'] } })

test.each(genericActions())('an own action named %s like a generic one keeps the server from starting', (action) => {
  expect(() => new Registry().mount(withAction(action), locale)).toThrow(`demo.log declares “${action}”`)
})
test('any other name is mounted', () => {
  expect(new Registry().mount(withAction('approve'), locale).resource.name).toBe('demo.log')
})
