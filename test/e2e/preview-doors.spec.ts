import { expect, test } from '@playwright/test'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { fixture, framed, openPreview, preview, stored } from './preview-kit.ts'
import { openAdmin, signIn } from './shell-kit.ts'

// 编号,访视 and one row, in the encoding of Chinese Windows.
const gb18030 = (rows: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0xb7, 0xc3, 0xca, 0xd3, 0x0a]),
    ...Array.from({ length: rows }, (_, i) =>
      Buffer.concat([Buffer.from(`${i + 1},`), Buffer.from([0xbb, 0xf9, 0xcf, 0xdf]), Buffer.from(`${i}\n`)]),
    ),
  ])

test('a csv of Chinese Windows is a grid that holds only what is in view', async ({ page }) => {
  await preview(page, `${fresh('随访')}.csv`, gb18030(20_000))
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('gridcell', { name: '访视', exact: true })).toBeVisible()
  await expect(page.getByText('20,001 行 × 2 列 · GB18030')).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Control+ArrowDown')
  await expect(grid.getByRole('gridcell', { name: '基线19999', exact: true })).toBeAttached()
  expect(await grid.getByRole('row').count()).toBeLessThan(200)
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox').fill('基线12345')
  await expect(page.locator('.sheet-cell')).toContainText('B12347')
  await expect(page.locator('.sheet-cell')).toContainText('基线12345')
  await noSeriousFindings(page)
})

test('a field of several lines stands on one line of the grid, whole in the bar above', async ({ page }) => {
  await preview(page, `${fresh('notes')}.csv`, Buffer.from('id,note\n1,"first\nsecond"\n'))
  const cell = page.getByRole('gridcell', { name: 'first ↵ second' })
  await cell.click()
  await expect(page.locator('.sheet-cell')).toContainText('first\nsecond')
})

test('an old workbook says that its formats are not shown, and no name is cut where it has no widths', async ({ page }) => {
  await preview(page, '中心.xls', fixture('centres.xls'))
  await expect(page.getByText('旧版 xls：只显示内容')).toBeVisible()
  const name = page.getByRole('gridcell', { name: '研究中心名称' }).locator('span')
  expect(await name.evaluate((span) => span.scrollWidth <= span.clientWidth)).toBe(true)
})

test('markdown keeps what is done and what is not, and names a picture that it does not fetch', async ({ page }) => {
  await preview(page, 'tasks.md', Buffer.from('- [x] signed\n- [ ] sent\n\n![flow chart](https://example.org/a.png)\n'), 'en')
  const document = framed(page)
  await expect(document.getByText('☑ signed')).toBeVisible()
  await expect(document.getByText('☐ sent')).toBeVisible()
  await expect(document.getByText('flow chart')).toBeVisible()
  await expect(document.locator('img')).toHaveCount(0)
})

test('text, JSON, markdown and pictures, on a phone and in English', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const mark = fresh('x')
  await preview(page, 'notes.txt', Buffer.from(`first ${mark}\nsecond line\n第三行`), 'en')
  await expect(page.getByText('3 lines · UTF-8')).toBeVisible()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find in document' }).fill('second')
  await expect(page.locator('mark')).toHaveText('second')
  await noSeriousFindings(page)

  await preview(page, 'meta.json', Buffer.from(JSON.stringify({ mark, 中心: [1, null] })), 'en')
  await expect(page.locator('[data-token=key]').first()).toHaveText('"mark"')
  await expect(page.locator('[data-token=word]')).toHaveText('null')

  await preview(page, 'plan.md', Buffer.from(`# 计划 ${mark}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[down](#下一节)\n\n## 下一节\n`), 'en')
  await expect(framed(page).getByRole('heading', { name: `计划 ${mark}` })).toBeVisible()
  await expect(framed(page).getByRole('cell', { name: '2' })).toBeVisible()

  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await preview(page, 'dot.png', png, 'en')
  await expect(page.getByText('1 × 1')).toBeVisible()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.getByRole('button', { name: 'Actual size' })).toHaveText('110%')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await noSeriousFindings(page)
})

test('R-02 /word is the same page, and without a file it says where files are', async ({ page }) => {
  const url = await stored(page.request, 'report.docx', fixture('report.docx'))
  await signIn(page)
  await page.goto(`/word?${new URLSearchParams({ url: url! })}`)
  await expect(page).toHaveTitle(/^文档预览/)
  await expect(framed(page).getByText('第三次监查访视报告')).toBeVisible()
  await page.goto('/word')
  await expect(page.getByText('没有指定要预览的文件')).toBeVisible()
  await expect(page.getByRole('link', { name: '回到后台' })).toHaveAttribute('href', '/admin')
  await noSeriousFindings(page)
})

test('E-07 the list of attachments opens a file in the preview', async ({ page, context }) => {
  const name = `${fresh('方案')}.txt`
  await stored(page.request, name, Buffer.from(name))
  await openAdmin(page, '/admin/routine/attachment')
  const row = page.getByRole('row').filter({ hasText: name })
  const [tab] = await Promise.all([context.waitForEvent('page'), row.getByRole('link', { name: `预览 ${name}` }).click()])
  await expect(tab).toHaveURL(/\/office\?url=%2Fstorage%2F/)
  await expect(tab.locator('.preview-text')).toContainText(name)
  await expect(tab.getByRole('heading', { name })).toBeVisible()
})

test('an old Office file is shown as PDF where the server can convert it, and otherwise explained', async ({ page }) => {
  await signIn(page)
  const answer = { status: 501, json: { code: 0, msg: 'LibreOffice', time: 0, data: null } }
  await page.route('**/admin/ajax/previewPdf?*', (route) => route.fulfill(answer))
  await openPreview(page, '/storage/demo/old.doc')
  await expect(page.getByRole('heading', { name: '旧版 Office 格式' })).toBeVisible()
  await expect(page.getByText('服务器未安装 LibreOffice')).toBeVisible()
  await expect(page.getByRole('link', { name: '下载文件' }).last()).toHaveAttribute('href', '/storage/demo/old.doc')
  await page.unroute('**/admin/ajax/previewPdf?*')
  await page.route('**/admin/ajax/previewPdf?*', (route) => route.fulfill({ body: fixture('safety.pdf'), contentType: 'application/pdf' }))
  await page.reload()
  await expect(page.locator('.pdf-text').first()).toContainText('不良事件汇总报告')
})

test('a visitor who is not signed in is told that old formats need it', async ({ page }) => {
  await openPreview(page, '/storage/demo/old.ppt')
  await expect(page.getByRole('heading', { name: '需要登录' })).toBeVisible()
})
