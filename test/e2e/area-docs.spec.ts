import { expect, test } from '@playwright/test'
import { noSeriousFindings } from './page-kit.ts'
import { newMember, openMember } from './member-kit.ts'
import { openAdmin } from './shell-kit.ts'

test('the API reference is found, searched and opened', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/docs?chapter=api')
  await expect(page.getByRole('heading', { level: 1, name: '接口文档' })).toBeVisible()
  const status = page.locator('.docs-search [role=status]')
  await expect(status).toHaveText(/\d{3,} 个接口/)
  await page.getByRole('searchbox').fill('department/add')
  await expect(status).toHaveText('1 个接口')
  await page.locator('.docs-call summary').click()
  const body = page.getByRole('table', { name: '请求体' })
  await expect(body.getByRole('row').filter({ hasText: 'name' }).first()).toContainText('必填')
  await expect(page.getByText('department/add', { exact: true })).toBeVisible()
  await noSeriousFindings(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 openapi.json' }).click()
  expect((await file).suggestedFilename()).toBe('openapi.json')
  await page.getByRole('searchbox').fill('没有这样的接口')
  await expect(status).toHaveText('没有符合条件的接口')
})

test('in English it speaks English and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/docs?chapter=api', { lang: 'en' })
  await expect(page.getByRole('heading', { level: 2, name: 'Departments' })).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await noSeriousFindings(page)
})

test('the guide has a chapter for each kind of work, and its links open pages', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/docs')
  await expect(page.getByRole('heading', { level: 1, name: '数据管理员' })).toBeVisible()
  // A picture that is not found has no width.
  const widths = () =>
    page.locator('.guide img').evaluateAll((all) => all.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)))
  await expect.poll(widths).toEqual([1280])
  await noSeriousFindings(page)
  await page.getByRole('navigation', { name: '使用手册' }).getByRole('link', { name: '监查员' }).click()
  await expect(page).toHaveURL(/chapter=monitor/)
  await expect(page.getByRole('heading', { level: 1, name: '监查员' })).toBeVisible()
  await page.locator('.guide').getByRole('link', { name: '质控运行' }).click()
  await expect(page).toHaveURL(/\/admin\/qc\/run$/)
})

test('the guide in English fits a phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/docs?chapter=administrator', { lang: 'en' })
  await expect(page.getByRole('heading', { level: 1, name: 'Administrator' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await noSeriousFindings(page)
})

test('a member reads the chapter of the sites', async ({ page, request }) => {
  const { username } = await newMember(request)
  await openMember(page, '/user/docs', username)
  await expect(page.getByRole('heading', { level: 1, name: '科室与协作者' })).toBeVisible()
  await noSeriousFindings(page)
  await page.locator('.guide').getByRole('link', { name: '质疑', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/study\/query$/)
})
