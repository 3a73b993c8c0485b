import { expect, test } from '@playwright/test'
import { type Client, fresh, open, signIn } from './list-kit.ts'
import { paperOf } from './page-kit.ts'

const prefix = fresh('bulk')
let client: Client

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request }) => {
  client = await signIn(request)
  for (let at = 0; at < 130; at += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => client.call('/admin/test.everyKind/add', { string: `${prefix} ${at + i}`, integer: at + i })),
    )
})

test('A-07 ten rows a page at first, sizes 10, 15, 20, 50 and 100, seven page buttons', async ({ page }) => {
  await open(page, client, `/admin/test/everyKind?q=${prefix}`)
  await expect(page.locator('.dg-row')).toHaveCount(10)
  await expect(page.locator('.pager-pages [data-page]')).toHaveCount(7)
  await expect(page.getByText('130 records')).toBeVisible()
  expect(await page.getByLabel('Rows per page').locator('option').allTextContents()).toEqual(
    ['10', '15', '20', '50', '100'].map((n) => `${n} / page`),
  )
  await page.getByRole('button', { name: 'Page 13' }).click()
  await expect(page).toHaveURL(/page=13/)
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page).toHaveURL(/limit=50/)
  await expect(page).not.toHaveURL(/page=/)
  await expect(page.locator('.dg-row')).toHaveCount(50)
})

test('A-08 column width and visibility are kept under the table’s id; no column gets narrower than 40', async ({ page }) => {
  await open(page, client, `/admin/test/everyKind?q=${prefix}`)
  const header = page.getByRole('columnheader', { name: 'Field number' })
  const grip = (await header.locator('.dg-grip').boundingBox())!
  await page.mouse.move(grip.x + 4, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x - 400, grip.y + 10, { steps: 5 })
  await page.mouse.up()
  expect((await header.boundingBox())!.width).toBe(40)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Field integer' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Field integer' })).toHaveCount(0)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('table.test.everyKind') ?? '{}'))).toEqual({
    width: { number: 40 },
    hidden: ['integer'],
    shown: [],
    order: [],
    pinned: [],
  })
  await page.reload()
  await expect(page.locator('.dg-row').first()).toBeVisible()
  expect((await page.locator('[data-column="number"]').boundingBox())!.width).toBe(40)
  await expect(page.getByRole('columnheader', { name: 'Field integer' })).toHaveCount(0)
})

test('A-09 from 100 rows on only those in view are in the document, and each can be reached', async ({ page }) => {
  await open(page, client, `/admin/test/everyKind?q=${prefix}&limit=100&order=integer,asc`)
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '101')
  await expect(page.getByText(`${prefix} 0`, { exact: true })).toBeVisible()
  expect(await page.locator('.dg-row').count()).toBeLessThan(50)
  await grid.evaluate((g) => g.scrollTo(0, g.scrollHeight))
  await expect(page.getByText(`${prefix} 99`, { exact: true })).toBeVisible()
  await page.getByText(`${prefix} 99`, { exact: true }).click()
  await grid.evaluate((g) => g.scrollTo(0, 0))
  await expect(page.getByText(`${prefix} 0`, { exact: true })).toBeVisible()
  // The focused row is still there although it is out of view, and the keyboard goes on from it.
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`${prefix} 98`, { exact: true })).toBeVisible()
})

test('A-09 pictures wait until 20 ms after the last scroll event', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('table.test.everyKind', JSON.stringify({ width: {}, hidden: [], shown: ['image'] })))
  await open(page, client, `/admin/test/everyKind?q=${prefix}&limit=100`)
  const placeholders = await page.getByRole('grid').evaluate(async (grid) => {
    let most = 0
    for (let i = 0; i < 20; i++) {
      grid.scrollTop += 180
      await new Promise(requestAnimationFrame)
      most = Math.max(most, grid.querySelectorAll('.dg-later').length)
    }
    return most
  })
  expect(placeholders).toBeGreaterThan(0)
  await expect(page.locator('.dg-later')).toHaveCount(0)
})

test('rows stand in the document in their order, so that they are read aloud one after the other', async ({ page }) => {
  await open(page, client, `/admin/test/everyKind?q=${prefix}&limit=100&order=integer,asc`)
  const rows = () => page.locator('.dg-row').evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))))
  const inOrder = async () => {
    const all = await rows()
    return all.length > 10 && all.every((row, i) => i === 0 || row > all[i - 1]!)
  }
  await expect.poll(inOrder).toBe(true)
  for (const top of [1200, 400, 99_999]) {
    await page.getByRole('grid').evaluate((grid, to) => grid.scrollTo({ top: to }), top)
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(10)
    await expect.poll(inOrder).toBe(true)
  }
  // The cell that has the focus keeps it while the rows around it change places.
  const cell = page.locator('.dg-row').last().getByRole('gridcell').nth(2)
  await cell.click()
  const held = await page.evaluate(() => document.activeElement?.closest('[data-r]')?.getAttribute('data-r'))
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 0 }))
  await expect.poll(inOrder).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.closest('[data-r]')?.getAttribute('data-r'))).toBe(held)
})

test('every row of a long page is on paper, and the head of the table is on every sheet', async ({ page }) => {
  await open(page, client, `/admin/test/everyKind?q=${prefix}&limit=100`)
  await expect(page.locator('.dg-row').first()).toBeVisible()
  expect(await page.locator('.dg-row').count()).toBeLessThan(100)
  const sheets = await paperOf(page)
  // A name may go on in the next line of its cell.
  const found = new Set(
    sheets
      .join('')
      .replaceAll(/\s/g, '')
      .match(new RegExp(`${prefix}\\d+`, 'g')),
  )
  expect(found.size).toBe(100)
  expect(sheets.length).toBeGreaterThan(1)
  for (const sheet of sheets) expect(sheet).toMatch(/Field\s*string/)
  await expect.poll(() => page.locator('.dg-row').count()).toBeLessThan(100)
})
