import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openAdmin } from './shell-kit.ts'

test('P-03 a button whose node is missing from my menu is not on the page', async ({ page }) => {
  await page.route('**/admin/index/index', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = JSON.parse(text) as {
      data: {
        adminInfo: { super: boolean; b_rules: Record<string, unknown> }
        menus: { children: { name: string; children: { name: string }[] }[] }[]
      }
    }
    body.data.adminInfo.super = false
    body.data.adminInfo.b_rules = { 'department/index': true, department: true }
    for (const folder of body.data.menus)
      for (const entry of folder.children)
        if (entry.name === 'department') entry.children = entry.children.filter((b) => b.name.endsWith('/index'))
    await route.fulfill({ response, json: body })
  })
  await openAdmin(page, '/admin/department')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  for (const name of ['新建', /^编辑/, /^删除/]) await expect(page.locator('.list-page').getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByTestId('drag-handle')).toHaveCount(0)
})

const noViolations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`)).toEqual([])
}

for (const path of ['/', '/admin/login', '/user/login', '/404', '/401', '/office']) {
  test(`${path} has no accessibility violation`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    await expect(page.locator('.block-loader')).toHaveCount(0)
    await noViolations(page)
  })
}

for (const layoutMode of ['Classic', 'Default', 'Streamline', 'Double']) {
  test(`the ${layoutMode} layout has no accessibility violation`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openAdmin(page, '/admin/dashboard', { layout: { layoutMode } })
    await expect(page.locator('.greeting')).toBeVisible()
    await expect(page.locator('.block-loader')).toHaveCount(0)
    await noViolations(page)
  })
}

test('settings drawer and palette have no accessibility violation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await page.getByRole('button', { name: 'Interface settings' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await noViolations(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await noViolations(page)
})
