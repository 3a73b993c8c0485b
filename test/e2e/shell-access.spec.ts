import { expect, test } from '@playwright/test'
import { noFindings } from './page-kit.ts'
import { openAdmin } from './shell-kit.ts'

type Index = {
  data: {
    adminInfo: { super: boolean; b_rules: Record<string, unknown> }
    menus: { children: { name: string; children: { name: string }[] }[] }[]
  }
}
/** The two checks of a control: whichever fails alone takes it away. */
const without: Record<string, (body: Index) => void> = {
  'whose node is missing from my menu': ({ data }) => {
    for (const { children } of data.menus)
      for (const entry of children)
        if (entry.name === 'department') entry.children = entry.children.filter((b) => b.name.endsWith('/index'))
  },
  'whose rule I do not hold': ({ data }) => {
    data.adminInfo.super = false
    data.adminInfo.b_rules = { 'department/index': true, department: true }
  },
}
for (const [why, take] of Object.entries(without))
  test(`P-03 a button ${why} is not on the page`, async ({ page }) => {
    await page.route('**/admin/index/index', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as Index
      take(body)
      await route.fulfill({ response, json: body })
    })
    await openAdmin(page, '/admin/department')
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    for (const name of ['新建', '回收站', /^编辑/, /^删除/])
      await expect(page.locator('.list-page').getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByTestId('drag-handle')).toHaveCount(0)
  })

test('P-03 what somebody may not do has no tab, and a log no story that its reader may not read', async ({ page }) => {
  await openAdmin(page, '/admin/control/version/1', { as: 'auditor', lang: 'en' })
  const tabs = page.locator('.shell-page:visible .record-tabs').getByRole('tab')
  await expect(tabs).toHaveText(['Overview', 'History'])
  await page.goto('/admin/control/set/1')
  await expect(tabs).toHaveText(['Overview', 'Overrides', 'History'])
  await page.goto('/admin/security/sensitiveLog?filter=resource:IN:user.user')
  await page.getByRole('grid').getByRole('row').nth(1).dblclick()
  const detail = page.getByRole('dialog')
  await expect(detail.locator('ins')).toContainText('•')
  await expect(detail.getByRole('heading', { name: 'History' })).toHaveCount(0)
})

test('P-03 what is published is not offered to be deleted', async ({ page }) => {
  await openAdmin(page, '/admin/study/dictionary', { as: 'datamanager' })
  await expect(page.getByRole('button', { name: '编辑 HTN-2026 v1' })).toBeVisible()
  await expect(page.getByRole('button', { name: '删除 HTN-2026 v1' })).toHaveCount(0)
})

test('P-03 what is kept in codes is read in words: the forms of a version, the variable of a query', async ({ page }) => {
  await openAdmin(page, '/admin/study/dictionary/1?tab=overview', { as: 'datamanager' })
  const shown = page.locator('.shell-page:visible').getByRole('tabpanel')
  await expect(shown.locator('dt:text-is("表单") + dd')).toHaveText(/^人口学/)
  await page.goto('/admin/query/1?tab=overview')
  await expect(shown.locator('dt:text-is("字段") + dd')).toHaveText(/\p{Script=Han}/u)
})

for (const path of ['/', '/admin/login', '/user/login', '/404', '/401', '/office']) {
  test(`${path} has no accessibility violation`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    await expect(page.locator('.block-loader')).toHaveCount(0)
    await noFindings(page)
  })
}

for (const layoutMode of ['Classic', 'Default', 'Streamline', 'Double']) {
  test(`the ${layoutMode} layout has no accessibility violation`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openAdmin(page, '/admin/dashboard', { layout: { layoutMode } })
    await expect(page.locator('.greeting')).toBeVisible()
    await expect(page.locator('.block-loader')).toHaveCount(0)
    await noFindings(page)
  })
}

test('settings drawer and palette have no accessibility violation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await page.getByRole('button', { name: 'Interface settings' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await noFindings(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await noFindings(page)
})
