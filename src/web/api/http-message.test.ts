import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statusMessageKey, transportMessageKey } from './http-message.ts'

type Messages = { http: Record<string, string> }
const words = (lang: string) => (JSON.parse(readFileSync(`src/web/i18n/locale/${lang}/common.json`, 'utf8')) as Messages).http
const sentence = (lang: string, key: string): string | undefined => words(lang)[key.replace('http.', '')]

const catalogue: [number, string][] = [
  [302, 'Interface redirected!'],
  [400, 'Incorrect parameter!'],
  [401, 'You do not have permission to operate!'],
  [403, 'You do not have permission to operate!'],
  [404, 'Error requesting address: {{url}}'],
  [408, 'Request timed out!'],
  [409, 'The same data already exists in the system!'],
  [500, 'Server internal error!'],
  [501, 'Service not implemented!'],
  [502, 'Gateway error!'],
  [503, 'Service unavailable!'],
  [504, 'The service is temporarily unavailable Please try again later!'],
  [505, 'HTTP version is not supported!'],
  [418, 'Abnormal problem, please contact the website administrator!'],
]

test.each(catalogue)('M-01 HTTP %i has its sentence in both languages', (status, english) => {
  expect(sentence('en', statusMessageKey(status))).toBe(english)
  expect(sentence('zh-cn', statusMessageKey(status))).toMatch(/\p{Script=Han}/u)
})

test('M-02 a timeout, a broken line and an offline browser are told apart', () => {
  const timeout = transportMessageKey(new DOMException('signal timed out', 'TimeoutError'), true)
  expect(sentence('en', timeout)).toBe('Network request timeout!')
  expect(sentence('en', transportMessageKey(new Error('timeout of 600000ms exceeded'), true))).toBe('Network request timeout!')
  expect(sentence('en', transportMessageKey(new Error('Network Error'), true))).toBe('Server exception!')
  expect(sentence('en', transportMessageKey(new TypeError('Failed to fetch'), true))).toBe('Server exception!')
  expect(sentence('en', transportMessageKey(new TypeError('Failed to fetch'), false))).toBe('You are disconnected!')
})
