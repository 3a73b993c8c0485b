import { expect, test } from 'vitest'
import { cleanPathOfHash, isAdminPage, safePath } from './address.ts'

test('R-09 a page is an admin page by its path or by its hash', () => {
  expect(isAdminPage('/admin')).toBe(true)
  expect(isAdminPage('/admin/auth/admin')).toBe(true)
  expect(isAdminPage('/', '#/admin/login')).toBe(true)
  expect(isAdminPage('/user')).toBe(false)
  expect(isAdminPage('/administer')).toBe(false)
  expect(isAdminPage('/', '#section')).toBe(false)
})

test('an old hash address gives its clean path, an anchor does not', () => {
  expect(cleanPathOfHash('#/admin/login?x=1')).toBe('/admin/login?x=1')
  expect(cleanPathOfHash('#top')).toBe(null)
  expect(cleanPathOfHash('#//evil.example')).toBe(null)
  expect(cleanPathOfHash('#/\\evil.example')).toBe(null)
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'admin', ''])(
  'T-03 a redirect to %s leaves the site and is not followed',
  (routePath) => expect(safePath({ routePath }, 'https://site.example')).toBe(null),
)

test('T-03 a redirect by route path or by route name stays inside the site', () => {
  expect(safePath({ routePath: '/admin/login?a=1#b' }, 'https://site.example')).toBe('/admin/login?a=1#b')
  expect(safePath({ routeName: 'userLogin' }, 'https://site.example')).toBe('/user/login')
  expect(safePath({ routeName: 'constructor' }, 'https://site.example')).toBe(null)
  expect(safePath(null, 'https://site.example')).toBe(null)
})
