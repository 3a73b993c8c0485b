import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import * as hostile from './preview-hostile.ts'
import { fixture, framed, openPreview } from './preview-kit.ts'
import { signIn } from './shell-kit.ts'

/** A stranger's server: whoever calls it has been tricked. It also holds the files that are too big to hand over in one piece. */
let stranger: Server
let evil = ''
const calls: string[] = []
const held = new Map<string, Buffer>()
test.beforeAll(async () => {
  stranger = createServer((request, response) => {
    const file = held.get(request.url ?? '')
    if (!file) calls.push(request.url ?? '')
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-disposition': 'attachment',
      'content-length': file?.length ?? 0,
    })
    response.end(file)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => stranger.once('listening', resolve))
  evil = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
})
test.afterAll(() => stranger.close())

const ANSWERED = '.preview-none[role=alert], .preview-frame[data-shown], .grid, .pdf-page[data-drawn], .preview-picture img, .preview-text'

/** Five seconds on a calm machine. On a busy one a line of text says how slow everything is just now. */
const patience = async (page: Page): Promise<number> => {
  await page.route('**/storage/hostile/calm.txt', (route) =>
    route.fulfill({ body: '平静', headers: { 'content-disposition': 'attachment' } }),
  )
  const start = Date.now()
  await openPreview(page, '/storage/hostile/calm.txt')
  await expect(page.locator('.preview-text')).toBeVisible()
  return Math.max(5000, 4 * (Date.now() - start))
}

/**
 * The file as if it had passed the door: what the upload refuses today may lie there from yesterday. Returns when there is a picture or
 * a sentence.
 */
const show = async (page: Page, name: string, file: Buffer | string): Promise<void> => {
  const address = `/storage/hostile/${name}`
  const body = Buffer.from(file)
  held.set(address, body)
  const timeout = await patience(page)
  calls.length = 0
  page.on('dialog', (dialog) => {
    calls.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.route(`**${address}`, (route) =>
    body.length > 1_000_000
      ? route.continue({ url: `${evil}${address}` })
      : route.fulfill({
          body,
          headers: {
            'content-disposition': 'attachment',
            'content-type': name.endsWith('svg') ? 'image/svg+xml' : 'application/octet-stream',
          },
        }),
  )
  await openPreview(page, address)
  await expect(page.locator(ANSWERED).first()).toBeVisible({ timeout })
}

/** Nobody was called, nothing ran, and the page still works. */
const unharmed = async (page: Page): Promise<void> => {
  // Time for what a trick would start only now: one frame drawn in every window, and a round trip to the server.
  await page.evaluate(() => fetch('/healthz').then(() => new Promise((resolve) => requestAnimationFrame(resolve))))
  for (const frame of page.frames()) expect(await frame.evaluate(() => 'canary' in window)).toBe(false)
  expect(calls).toEqual([])
  expect(page.url()).toContain('/office')
  await expect(page.getByRole('link', { name: '下载文件' }).first()).toBeVisible()
}

test('script in an HTML part of a docx is not shown, not run', async ({ page }) => {
  await show(page, 'chunk.docx', hostile.docxWithHtml(evil))
  await expect(framed(page).getByText('正文仍然可读')).toBeVisible()
  await expect(framed(page).locator('#sheet').locator('iframe, script, form')).toHaveCount(0)
  await unharmed(page)
})

test('javascript: links, outside pictures and smuggled styles of a docx lead nowhere', async ({ page }) => {
  await show(page, 'links.docx', hostile.docxWithLinks(evil))
  await expect(framed(page).getByText('正文仍然可读')).toBeVisible()
  await framed(page).getByText('点我').click()
  await unharmed(page)
})

test('a document in which every word means ten others', async ({ page }) => {
  await show(page, 'entities.docx', hostile.docxWithEntities())
  await unharmed(page)
})

test('a ZIP bomb, honest or lying about its size, is named and not unpacked', async ({ page }) => {
  await show(page, 'bomb.docx', hostile.bomb())
  await expect(page.getByRole('heading', { name: '文件过大' })).toBeVisible()
  await show(page, 'liar.docx', hostile.bomb(1000))
  await expect(page.getByRole('heading', { name: '文件过大' })).toBeVisible()
  await unharmed(page)
})

test('formulas are shown with their saved result and never computed; their links ask first', async ({ page }) => {
  await show(page, 'formulas.xlsx', hostile.xlsxWithFormulas(evil))
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('gridcell', { name: '已保存的结果' })).toBeVisible()
  // 1+1 was saved as 40, so 40 it is.
  await expect(grid.getByRole('gridcell', { name: '40', exact: true })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: '<img src=x onerror=alert(1)>' })).toBeVisible()
  await grid.getByRole('gridcell', { name: '已保存的结果' }).click()
  await expect(page.locator('.sheet-cell code')).toHaveText(`=WEBSERVICE("${evil}/service")`)
  await grid.getByRole('gridcell', { name: '点我' }).click()
  await page.locator('.sheet-cell button').click()
  await expect(page.getByRole('alertdialog')).toContainText('此链接不安全，已拦截')
  await expect(page.getByRole('alertdialog').getByRole('link')).toHaveCount(0)
  await unharmed(page)
})

test('two cells at opposite corners of a sheet do not fill the memory', async ({ page }) => {
  await show(page, 'corners.xlsx', hostile.xlsxWithCorners())
  await unharmed(page)
})

test('an xlsx of 50 MB shows its first rows at once and can be scrolled', async ({ page }) => {
  const file = hostile.bigXlsx(50)
  expect(file.length).toBeGreaterThan(45_000_000)
  await show(page, 'big.xlsx', file)
  await expect(
    page
      .getByRole('gridcell')
      .filter({ hasText: /^\d{8}/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByText('以简单表格显示')).toBeVisible()
  await page.getByRole('grid').focus()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('gridcell', { selected: true })).toHaveAttribute('aria-rowindex', /^[2-9]\d$/)
  await unharmed(page)
})

test('a drawing with a script is a picture', async ({ page }) => {
  await show(page, 'script.svg', hostile.svgWithScript(evil))
  await expect(page.locator('.preview-picture img')).toBeVisible()
  await unharmed(page)
})

test('HTML in markdown loses everything that acts', async ({ page }) => {
  await show(page, 'html.md', hostile.markdownWithHtml(evil))
  await expect(framed(page).getByRole('heading', { name: '标题仍然可读' })).toBeVisible()
  await expect(
    framed(page).locator('#sheet').locator('script, iframe, form, link, [onerror], [onload], [ontoggle], a[href^="javascript"]'),
  ).toHaveCount(0)
  await framed(page).getByText('script link').click()
  await unharmed(page)
})

test('scripts and opening links of a pdf do nothing; a link on the page asks first', async ({ page }) => {
  await show(page, 'script.pdf', hostile.pdfWithScript(evil))
  await expect(page.locator('.pdf-text')).toContainText('Readable text')
  await unharmed(page)
  await page.locator('.pdf-link').first().click()
  await expect(page.getByRole('alertdialog')).toContainText(`${evil}/uri`)
  await unharmed(page)
})

for (const name of ['report.docx', 'followup.xlsx', 'briefing.pptx', 'safety.pdf'])
  test(`half of ${name} is said to be damaged`, async ({ page }) => {
    const file = fixture(name)
    await show(page, `half-${name}`, file.subarray(0, file.length / 2))
    await expect(page.getByRole('heading', { name: '文件已损坏或不完整' })).toBeVisible()
    await unharmed(page)
  })

test('a picture that calls itself a document, an empty file and a missing one', async ({ page }) => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await show(page, 'picture.docx', png)
  await expect(page.getByRole('heading', { name: '内容与扩展名不符' })).toBeVisible()
  await show(page, 'empty.csv', '')
  await expect(page.getByRole('heading', { name: '文件为空' })).toBeVisible()
  await show(page, 'half.png', png.subarray(0, 30))
  await expect(page.getByRole('heading', { name: '文件已损坏或不完整' })).toBeVisible()
  // A stranger is not told whether there is such a file.
  await openPreview(page, '/storage/nowhere/none.docx')
  await expect(page.getByRole('heading', { name: '需要登录' })).toBeVisible()
  await signIn(page)
  await openPreview(page, '/storage/nowhere/none.docx')
  await expect(page.getByRole('heading', { name: '找不到文件' })).toBeVisible()
  await expect(page.getByRole('link', { name: '回到后台' })).toHaveAttribute('href', '/admin')
  await unharmed(page)
  // Whatever is asked for that is not there: without a type we know, or no file of ours at all.
  for (const url of ['/storage/nowhere/none', '/elsewhere/none.docx', 'none.docx', 'https://example.org/a.docx']) {
    await openPreview(page, url)
    await expect(page.getByRole('heading', { name: '找不到文件' })).toBeVisible()
    await expect(page.getByText('请从附件或数据文件列表重新打开')).toBeVisible()
  }
})

test('a page without these guards would be caught', async ({ browser }) => {
  calls.length = 0
  // A window that was used before keeps the guards of the page that stood in it.
  const page = await browser.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.setContent(hostile.script(evil))
  await expect.poll(() => calls).toContain('/html.png')
  expect(await page.evaluate(() => 'canary' in window)).toBe(true)
  await page.close()
})

test('an address that is no stored file of this site is not opened', async ({ page }) => {
  calls.length = 0
  for (const url of [
    `${evil}/storage/a.docx`,
    '//127.0.0.1/storage/a.md',
    'javascript:alert(1)',
    '/admin/index/logout',
    '/storage/../admin/index/index',
    'data:text/html,x',
  ]) {
    await openPreview(page, url)
    await expect(page.getByRole('heading', { name: '找不到文件' })).toBeVisible()
  }
  expect(calls).toEqual([])
})
