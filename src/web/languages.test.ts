import { expect, test } from 'vitest'
import { offered } from './languages.ts'

test('a first visit is offered the first language of the browser that is one of ours, unless it is shown already', () => {
  expect(offered('zh-cn', ['en-US', 'zh-CN'])).toMatchObject({ lang: 'en', offer: 'Read this site in English' })
  expect(offered('zh-cn', ['fr', 'en'])?.lang).toBe('en')
  expect(offered('zh-cn', ['zh-TW', 'en'])).toBeUndefined()
  expect(offered('zh-cn', ['fr'])).toBeUndefined()
  expect(offered('en', ['zh-CN'])?.lang).toBe('zh-cn')
})
