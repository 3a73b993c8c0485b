import { expect, test } from 'vitest'
import { loginAddress } from './login-address.ts'
import { encodeTarget } from './target.ts'

const from = (audience: 'admin' | 'user', address: string) => loginAddress(audience, new URL(address, 'http://hospital.example'))
const backTo = (path: string) => `?to=${encodeURIComponent(path)}`

test('the sign-in page leads back to the page, with what it showed', () => {
  expect(from('admin', '/admin/job?q=a%20b&page=2')).toBe(`/admin/login${backTo('/admin/job?q=a%20b&page=2')}`)
  expect(from('user', '/user/account/profile')).toBe(`/user/login${backTo('/user/account/profile')}`)
  expect(from('admin', '/office?url=/storage/a.docx')).toBe(`/admin/login${backTo('/office?url=/storage/a.docx')}`)
})

test('of the loading page it leads to what was being loaded', () => {
  const target = encodeTarget(new URL('http://hospital.example/admin/job?page=2'))
  expect(from('admin', `/admin/loading/${target}`)).toBe(`/admin/login${backTo('/admin/job?page=2')}`)
  expect(from('admin', '/admin/loading')).toBe('/admin/login')
})

test('a page of nobody and one of the other audience are no way back', () => {
  expect(from('admin', '/404')).toBe('/admin/login')
  expect(from('admin', '/admin')).toBe('/admin/login')
  expect(from('user', '/admin/job')).toBe('/user/login')
  expect(from('admin', '/admin/login?to=%2Fadmin%2Fjob')).toBe('/admin/login?to=%2Fadmin%2Fjob')
})
