import { expect, test } from '@playwright/test'
import { inEnglish } from './area-kit.ts'
import { fresh, rowOf } from './list-kit.ts'
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
  await rowOf(page, 'dm.xpt').locator('[data-c="2"]').focus()
  const rated = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/admin/datafile/edit'))
  await page.keyboard.press('2')
  expect((await rated).postDataJSON()).toMatchObject({ rating: 'good' })
  // Whom a question would go to cannot be said before its study is known: that is no failure to try again.
  await page.getByRole('button', { name: '更多 dm.xpt' }).click()
  await page.getByRole('menuitem', { name: '提质疑' }).click()
  const asking = page.getByRole('dialog', { name: '提质疑' })
  await expect(asking.getByRole('status').getByText('请选择质疑属于哪个研究')).toBeVisible()
  await expect(asking.getByRole('button', { name: '重试' })).toHaveCount(0)
  await asking.getByRole('button', { name: '取消', exact: true }).click()
  await page.getByRole('link', { name: 'dm.xpt' }).click()
  await expect(page.getByText('正在解析')).toBeVisible()
  // Dropped where nothing takes it, a file would open in place of the page.
  const isKept = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.txt'))
    return !document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  expect(isKept).toBe(true)
  await noSeriousFindings(page)
})

test('AA-05 in English', async ({ page }) => inEnglish(page, '/admin/datafile', 'Data files'))
