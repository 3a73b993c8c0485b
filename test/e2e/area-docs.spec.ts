import { expect, test } from '@playwright/test'
import { noSeriousFindings } from './page-kit.ts'
import { openAdmin } from './shell-kit.ts'

test('the API reference is found, searched and opened', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/docs')
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
  await openAdmin(page, '/admin/docs', { lang: 'en' })
  await expect(page.getByRole('heading', { level: 2, name: 'Departments' })).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await noSeriousFindings(page)
})
