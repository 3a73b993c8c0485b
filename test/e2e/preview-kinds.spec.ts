import { expect, test } from '@playwright/test'
import { noSeriousFindings } from './page-kit.ts'
import { fixture, framed, openPreview, preview, stored } from './preview-kit.ts'

test('R-02 a real docx is shown with its table, picture and pages, and searched', async ({ page }) => {
  await preview(page, '监查报告.docx', fixture('report.docx'))
  await expect(page).toHaveTitle(/^文档预览/)
  const document = framed(page)
  await expect(document.getByText('第三次监查访视报告')).toBeVisible()
  await expect(document.getByRole('cell', { name: '偏高，已提出质疑' })).toBeVisible()
  await expect(document.locator('td[colspan="4"]')).toHaveText('合计 2 次访视，缺失 0 项')
  const picture = document.locator('section img').first()
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  await expect(document.locator('section footer').nth(1)).toHaveText('第 2 页')
  // The writer left no page breaks but one: the rest is cut to pages here.
  await expect(page.locator('.tool-of')).toHaveText('/ 4')
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page.getByLabel('页码')).toHaveValue('2')

  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: '在文档中查找' }).fill('质疑')
  await expect(page.locator('.tool-find output')).toHaveText('1 / 3')
  await page.keyboard.press('Enter')
  await expect(page.locator('.tool-find output')).toHaveText('2 / 3')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '放大' }).click()
  await expect(page.getByRole('button', { name: '实际大小' })).toHaveText('110%')
  await document.getByRole('link', { name: '研究方案' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('https://example.org/protocol')
  await noSeriousFindings(page)
})

test('R-02 a real xlsx is shown with sheets, merged cells, dates and number formats', async ({ page }) => {
  await preview(page, '随访.xlsx', fixture('followup.xlsx'))
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('gridcell', { name: '2026年4月1日' })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: '1,234.50' })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: '91.0%' }).first()).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: '2026-07-01' }).first()).toBeVisible()
  await expect(grid.locator('[aria-colspan="7"]').last()).toHaveText('心内科随访记录汇总')

  // The head stays, the last row comes into view; a formula without a saved result shows none.
  await grid.focus()
  await page.keyboard.press('Control+End')
  await expect(grid.getByRole('gridcell', { name: 'SH-0120' })).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: '访视日期' })).toBeVisible()
  await expect(grid.locator('.grid-row')).not.toHaveCount(124)

  await page.getByRole('tab', { name: '合并与图片' }).click()
  await expect(page.getByRole('gridcell', { name: '合并 A1:B3' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '0.3', exact: true })).toBeVisible()
  const picture = page.locator('.grid-picture')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(360)
  await page.getByRole('tab', { name: '空表' }).click()
  await expect(page.getByText('此工作表为空。')).toBeVisible()
  await noSeriousFindings(page)
})

test('R-02 documents written by LibreOffice are shown', async ({ page }) => {
  await preview(page, '会议纪要.docx', fixture('minutes.docx'))
  const document = framed(page)
  await expect(document.getByText('数据核查会会议纪要')).toBeVisible()
  await expect(document.getByRole('cell', { name: '合计 224 例' })).toBeVisible()
  const picture = document.locator('section img').first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240)

  await openPreview(page, (await stored(page.request, '检验台账.xlsx', fixture('ledger.xlsx')))!)
  await expect(page.locator('[aria-colspan="4"]')).toHaveText('检验台账（中心实验室）')
  for (const name of ['2026-03-09', '97.5%', '42']) await expect(page.getByRole('gridcell', { name, exact: true })).toBeVisible()
  await expect(page.locator('.grid-picture')).toBeVisible()
  await page.getByRole('tab', { name: '备注' }).click()
  await expect(page.getByRole('gridcell', { name: '复检样本另附说明' })).toBeVisible()

  await openPreview(page, (await stored(page.request, '培训.pptx', fixture('training.pptx')))!)
  await expect(document.getByText('数据录入培训')).toBeVisible()
  await expect(document.getByText('双人录入')).toBeAttached()
  await expect(page.locator('.tool-of')).toHaveText('/ 2')

  await openPreview(page, (await stored(page.request, '会议纪要.pdf', fixture('minutes.pdf')))!)
  await expect(page.locator('.pdf-text').first()).toContainText('数据核查会会议纪要')
})

test('R-02 footnotes of a docx are numbered through it and stand below the page that refers to them; bullets are bullets', async ({
  page,
}) => {
  await preview(page, '方案.docx', fixture('protocol.docx'))
  const document = framed(page)
  await expect(document.locator('[data-footnote="5"]').first()).toBeAttached()
  const pages = await document.locator('section').evaluateAll((sections) =>
    (sections as HTMLElement[]).map((section) => ({
      asked: [...section.querySelectorAll<HTMLElement>('article [data-footnote]')].map((r) => r.textContent),
      told: [...section.querySelectorAll<HTMLLIElement>(':scope > ol.notes > li')].map((note) => String(note.value)),
      height: section.offsetHeight,
    })),
  )
  expect(pages.flatMap((p) => p.asked)).toEqual(['1', '2', '3', '4', '5'])
  for (const { asked, told } of pages) expect(told).toEqual(asked)
  expect(pages.filter((p) => p.told.length > 0).length).toBeGreaterThan(1)
  // A4 at 96 to the inch: no page has grown beyond its paper.
  for (const { height } of pages) expect(height).toBeLessThanOrEqual(1125)
  // The words of a note begin where its line does, not a tab later.
  const [line, words] = await Promise.all([
    document.locator('li[data-footnote="1"]').boundingBox(),
    document.getByText('见伦理批件').boundingBox(),
  ])
  expect(words!.x - line!.x).toBeLessThan(8)
  const bullet = await document
    .getByText('知情同意', { exact: true })
    .evaluate((words) => getComputedStyle(words.closest('p')!, '::before').content)
  expect(bullet).toContain('•')
})

test('R-02 a real pptx is shown slide by slide', async ({ page }) => {
  await preview(page, 'briefing.pptx', fixture('briefing.pptx'), 'en')
  const document = framed(page)
  await expect(document.getByText('数据质量季度汇报')).toBeVisible()
  await expect(document.getByText('广州')).toBeVisible()
  await expect(page.locator('.tool-of')).toHaveText('/ 3')
  await page.getByLabel('Page number').fill('3')
  await page.keyboard.press('Enter')
  await expect(document.getByText('入组曲线')).toBeInViewport()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('searchbox').fill('缺失率')
  await expect(page.locator('.tool-find output')).toHaveText('1 / 1')
})

test('R-02 a real pdf is shown with Chinese text that can be searched', async ({ page }) => {
  await preview(page, '安全性.pdf', fixture('safety.pdf'))
  await expect(page.locator('.pdf-page[data-drawn]').first()).toBeVisible()
  await expect(page.locator('.pdf-text').first()).toContainText('不良事件汇总报告')
  await expect(page.locator('.tool-of')).toHaveText('/ 3')
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox').fill('皮疹')
  await expect(page.locator('.tool-find output')).toHaveText('1 / 20')
  await page.getByRole('searchbox').fill('AE-60')
  await expect(page.locator('.tool-find output')).toHaveText('1 / 1')
  await expect(page.getByLabel('页码')).toHaveValue('3')
  await page.keyboard.press('Escape')
  await page.locator('.pdf-stage').focus()
  await page.keyboard.press('PageUp')
  await expect(page.getByLabel('页码')).toHaveValue('2')
  // Something is drawn: a white canvas would have one colour.
  const colours = await page
    .locator('.pdf-page[data-drawn] canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return new Set(new Uint32Array(data.buffer)).size
    })
  expect(colours).toBeGreaterThan(10)
  await noSeriousFindings(page)
})

test('a pdf with a password asks for it, says when it is wrong, and opens', async ({ page }) => {
  await preview(page, '机密.pdf', fixture('locked.pdf'))
  const field = page.getByLabel('文件密码')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入文件密码')).toBeVisible()
  await field.fill('guess')
  await page.keyboard.press('Enter')
  await expect(page.getByText('密码不正确，请重新输入')).toBeVisible()
  await noSeriousFindings(page)
  await field.fill('secret-123')
  await page.keyboard.press('Enter')
  await expect(page.locator('.pdf-text').first()).toContainText('Secret minutes')
})
