import { expect, type Page, test } from '@playwright/test'
import { noSeriousFindings } from './page-kit.ts'
import { openAdmin } from './shell-kit.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** From the edge of the page to what stands in it, left and right. */
const margins = (page: Page, content: string): Promise<number[]> =>
  page.locator(content).evaluate((box) => {
    const { left, right } = box.getBoundingClientRect()
    return [left, innerWidth - right]
  })

test('every page stands 12 px from the edges of a phone', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  for (const [path, content] of [
    ['/admin/dashboard', '.greeting'],
    ['/admin/job', '.list-panel'],
    ['/admin/profile', '.profile-page > *:first-child'],
    ['/admin/routine/config', '.settings-page > *:first-child'],
    ['/admin/sms/config', '.singleton > *:first-child'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator(content)).toBeVisible()
    await expect.poll(() => margins(page, content), path).toEqual([12, 12])
  }
})

test('where there is no keyboard, nothing tells which keys to press', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  await expect(page.locator('.greeting')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: '展开菜单' }).click()
  await expect(page.locator('.aside-search')).toBeVisible()
  await expect(page.getByText('Ctrl K')).toHaveCount(2)
  for (const hint of await page.getByText('Ctrl K').all()) await expect(hint).toBeHidden()
})

test('the names of pages and lists are not cut', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  for (const path of ['/admin/crud/table', '/admin/routine/config', '/admin/security/sensitiveLog']) {
    await page.goto(path)
    for (const name of ['.header-title', '.list-title h1']) {
      await expect(page.locator(name)).not.toBeEmpty()
      expect(
        await page.locator(name).evaluate((head) => head.scrollWidth <= head.clientWidth && head.scrollHeight <= head.clientHeight + 1),
        `${name} of ${path}`,
      ).toBe(true)
    }
  }
})

test('in the designer fields are added and moved, and it can be left, whatever it is told', async ({ page }) => {
  await openAdmin(page, '/admin/crud/table', { lang: 'en' })
  await page.getByRole('button', { name: 'Design a table' }).click()
  const designer = page.getByRole('dialog', { name: 'Design a table' })
  await expect(designer).toBeVisible()
  expect(await designer.evaluate((box) => box.scrollWidth)).toBe(390)
  await designer.getByLabel('English title').fill('Cryotubes')
  await designer.getByRole('button', { name: 'Text', exact: true }).click()
  await designer.getByLabel('Chinese name').scrollIntoViewIfNeeded()
  await designer.getByRole('button', { name: 'Date', exact: true }).click()
  const order = designer.locator('.designer-card b')
  await designer.getByRole('button', { name: 'Move Date up' }).click()
  await expect(order).toHaveText(['Date', 'Text'])
  await designer.getByRole('button', { name: 'Move Date down' }).click()
  await expect(order).toHaveText(['Text', 'Date'])
  // Every kind is on the page: none is cut off in a box that scrolls on its own.
  expect(await designer.getByRole('navigation').evaluate((kinds) => kinds.scrollHeight - kinds.clientHeight)).toBe(0)
  const leave = designer.getByRole('button', { name: 'Close' })
  await expect(leave).toBeInViewport({ ratio: 1 })
  await noSeriousFindings(page, 'dialog.designer')
  await leave.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(designer).toHaveCount(0)
})

test('a tag in a card is read whole, however long its words', async ({ page }) => {
  await openAdmin(page, '/admin/auth/group', { lang: 'en' })
  await expect(page.locator('.card').first()).toBeVisible()
  await expect(page.locator('.card .tag').filter({ hasText: 'Own department and below' })).toBeVisible()
  const cut = await page
    .locator('.card .tag span')
    .evaluateAll((all) => all.filter((text) => text.scrollWidth > text.clientWidth && text.clientWidth > 0).map((text) => text.textContent))
  expect(cut).toEqual([])
})
