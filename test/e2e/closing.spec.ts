import { expect, test } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('the page of locks and signatures is whole in English and on a phone', async ({ page }) => {
  await openArea(page, '/admin/study/project/1?tab=locks', { lang: 'en' })
  await expect(page.getByRole('heading', { name: 'Content and signature' })).toBeVisible()
  await noSeriousFindings(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await noSeriousFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
