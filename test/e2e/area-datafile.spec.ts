import { expect, test } from '@playwright/test'
import { inEnglish } from './area-kit.ts'
import { fresh } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { openAdmin } from './shell-kit.ts'

test('AA-05 a file is sent, and its panel stays while pages change', async ({ page }) => {
  const name = `${fresh('labs')}.csv`
  await openAdmin(page, '/admin/datafile')
  await page.getByLabel('上传文件').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('subject,sbp\nS1,120\n') })
  const panel = page.getByRole('region', { name: '上传' })
  await expect(panel).toContainText('已送达')
  await noSeriousFindings(page)
  await page.locator('.shell').getByText('文件版本').first().click()
  await expect(page).toHaveURL(/datafile\/version/)
  await expect(panel).toContainText(name)
  await panel.getByRole('button', { name: '清除已完成' }).click()
  await expect(panel).toHaveCount(0)
})

test('AA-05 the page of a file says that it is still being read', async ({ page }) => {
  await openAdmin(page, '/admin/datafile')
  await page.getByRole('link', { name: 'dm.xpt' }).click()
  await expect(page.getByText('正在解析')).toBeVisible()
  await noSeriousFindings(page)
})

test('AA-05 in English', async ({ page }) => inEnglish(page, '/admin/datafile', 'Data files'))
