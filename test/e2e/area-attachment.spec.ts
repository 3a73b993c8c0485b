import { expect, test } from '@playwright/test'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { openAdmin } from './shell-kit.ts'

/** Text that no other test has uploaded: equal content is kept once, under its first name. */
const csvOf = (text: string) => Buffer.from(`id,name\n1,${text}\n`)
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('AA-15 E-07 a file is uploaded, seen, and chosen again in a form', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [table, picture] = [`${fresh('随访')}.csv`, `${fresh('照片')}.png`]
  await openAdmin(page, '/admin/routine/attachment')
  await expect(page.getByRole('button', { name: '上传文件' })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles([
    { name: table, mimeType: 'text/csv', buffer: csvOf(table) },
    { name: picture, mimeType: 'image/png', buffer: png },
  ])
  const row = page.getByRole('row').filter({ hasText: table })
  await expect(row).toBeVisible()
  await expect(row.locator('.attachment-preview img')).toHaveAttribute('src', /buildSuffixSvg\?suffix=csv/)
  await expect(page.locator('.attachment-preview img[src^="/storage/"]').first()).toBeVisible()
  await noSeriousFindings(page)

  await page.goto('/admin/profile')
  const account = page.getByRole('region', { name: '个人资料' })
  await account.getByRole('button', { name: '选择已有文件' }).click()
  const picker = page.getByRole('dialog', { name: '选择附件' })
  await expect(picker.getByRole('columnheader')).toHaveText([/^$/, '原始名称', '大小', '类型', '预览', '上传（引用）次数', '最后上传时间'])
  // A picture is wanted here: the table is not offered.
  await expect(picker.getByText('image/png').first()).toBeVisible()
  await expect(picker.getByText(table)).toHaveCount(0)
  await noSeriousFindings(page)
  await picker.getByRole('searchbox').fill('png')
  await picker.getByRole('radio').first().check()
  await picker.getByRole('button', { name: '使用所选' }).click()
  await expect(picker).toHaveCount(0)
  await expect(account.locator('.upload-picture img')).toHaveAttribute('src', /\/storage\//)
})

test('AA-15 unused files: how much would go is said before', async ({ page }) => {
  await openAdmin(page, '/admin/routine/attachment')
  await page.getByRole('button', { name: '清理未使用' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('至少多少天没有再次上传').fill('3650')
  await expect(dialog.getByText('没有符合条件的附件')).toBeVisible()
  await dialog.getByLabel('至少多少天没有再次上传').fill('1')
  await expect(dialog.getByText(/个附件，共 .+，没有任何记录在使用/)).toBeVisible()
  await noSeriousFindings(page, '.ant-drawer-open')
})

test('AA-15 in English, a file that is not allowed is refused in words', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/routine/attachment', { lang: 'en' })
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'evil.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await expect(page.locator('.toast[data-kind=error]')).toContainText('evil.exe: ')
  await noSeriousFindings(page)
})

test('of twenty files the true number is told, and what failed stays until it is sent again', async ({ page }) => {
  await openAdmin(page, '/admin/routine/attachment', { lang: 'en' })
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
  const prefix = fresh('many')
  const held: (() => void)[] = []
  await page.route('**/admin/ajax/upload', async (route) => {
    const name = /filename="([^"]+)"/.exec(route.request().postData() ?? '')?.[1] ?? ''
    await new Promise<void>((release) => held.push(release))
    if (/-(3|7)\.csv$/.test(name)) await route.abort()
    else await route.fallback()
  })
  await page
    .locator('input[type=file]')
    .setInputFiles(
      Array.from({ length: 20 }, (_, at) => ({ name: `${prefix}-${at}.csv`, mimeType: 'text/csv', buffer: csvOf(`${prefix}-${at}`) })),
    )
  const going = page.locator('.upload-chip:not([data-failed])')
  await expect(going).toHaveCount(1)
  await expect(going).toContainText('Uploading: 0 of 20 done')
  // The browser sends a few at a time.
  for (let at = 0; at < 20; at++) {
    await expect.poll(() => held.length).toBeGreaterThan(at)
    held[at]?.()
  }
  const failed = page.locator('.upload-chip[data-failed]')
  await expect(failed).toHaveCount(2)
  await expect(going).toHaveCount(0)
  await expect(page.locator('.toast[data-kind=success]')).toHaveCount(1)
  await expect(page.locator('.toast[data-kind=success]')).toContainText('18 files uploaded')
  await page.unroute('**/admin/ajax/upload')
  for (const at of [3, 7]) await page.getByRole('button', { name: `Retry ${prefix}-${at}.csv` }).click()
  await expect(failed).toHaveCount(0)
  await page.getByRole('search').getByRole('textbox').fill(prefix)
  await expect(page.getByText('20 records')).toBeVisible()
})
