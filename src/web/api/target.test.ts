import { expect, test } from 'vitest'
import { decodeTarget, encodeTarget } from './target.ts'

const round = (address: string) => decodeTarget(decodeURIComponent(encodeTarget(new URL(address, 'https://site.example'))), '/admin')

test.each(['/admin/study/project', '/admin/study/project/7?k=a%2Fb&z=%E4%B8%AD', '/admin/auth/admin?search%5B%5D=1&search%5B%5D=2'])(
  'R-08 %s survives the way through the loading route',
  (address) => expect(round(address)).toBe(address),
)

test('R-08 the parameter is the JSON of path and query', () => {
  expect(JSON.parse(decodeURIComponent(encodeTarget(new URL('https://site.example/admin/a?x=1&y=2&y=3'))))).toEqual({
    path: '/admin/a',
    query: { x: '1', y: ['2', '3'] },
  })
})

test.each([
  undefined,
  '',
  '{',
  '"x"',
  'null',
  '{"path":"//evil.example"}',
  '{"path":"/user/x"}',
  '{"path":"/admin/loading/x"}',
  '{"path":5}',
])('R-08 a broken parameter %s leads to no address', (text) => expect(decodeTarget(text, '/admin')).toBe(null))
