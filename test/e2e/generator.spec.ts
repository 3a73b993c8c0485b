import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { openAdmin } from './shell-kit.ts'

// The whole way from nothing to a row, twice: more steps than another test has.
test.setTimeout(150_000)

test('AA-17 from the empty designer to a saved row of the new area in under a minute', async ({ page }) => {
  await openAdmin(page, '/admin/crud/table')
  const from = Date.now()
  await page.getByRole('button', { name: '设计新表' }).click()
  const designer = page.getByRole('dialog', { name: '设计新表' })
  await expect(designer.getByRole('status').first()).toContainText('需要补充')
  await expect(designer.getByRole('button', { name: '生成', exact: true })).toBeDisabled()
  await designer.getByLabel('中文标题').fill('冻存管')
  await designer.getByLabel('英文标题').fill('Cryotubes')
  await designer.getByLabel('资源名称').fill('lab.cryotube')
  const palette = designer.getByRole('navigation', { name: '字段类型' })
  for (const kind of ['字符串', '下拉框', '整数', '日期']) await palette.getByRole('button', { name: kind, exact: true }).click()
  await designer.getByLabel('中文名称').fill('采集日期')
  // The last card goes up by keyboard; the mouse does the same by its handle.
  await designer
    .getByRole('button', { name: /采集日期/ })
    .first()
    .press('Alt+ArrowUp')
  await expect(designer.locator('.designer-card').nth(2)).toContainText('采集日期')
  await designer.getByRole('tab', { name: '实时预览' }).click()
  await expect(designer.getByRole('grid')).toContainText('选项一')
  expect(
    (await new AxeBuilder({ page }).include('dialog.designer').analyze()).violations.filter(
      (v) => v.impact === 'serious' || v.impact === 'critical',
    ),
  ).toEqual([])
  await designer.getByRole('button', { name: '预览 SQL' }).click()
  await expect(page.getByRole('dialog', { name: '预览 SQL' })).toContainText('CREATE TABLE "lab_cryotube"')
  await page.getByRole('dialog', { name: '预览 SQL' }).getByRole('button', { name: '关闭' }).click()
  await designer.getByRole('button', { name: '生成', exact: true }).click()
  await page.waitForURL('**/admin/lab/cryotube')
  await page.getByRole('button', { name: '新建第一条' }).click()
  await page.locator('[data-field="title"] input').fill('管 001')
  await page.locator('[data-field="title"] input').press('Enter')
  await expect(page.getByRole('grid')).toContainText('管 001')
  await expect(page.getByRole('link', { name: '冻存管' })).toBeVisible()
  expect(Date.now() - from).toBeLessThan(60_000)
})

test('AA-17 in English: starts from a table, asks before leaving, changes it later, drops it by typed name', async ({ page }) => {
  await openAdmin(page, '/admin/crud/table', { lang: 'en' })
  await page.getByRole('button', { name: 'Start from a table' }).click()
  await page.getByRole('combobox', { name: 'Start from a table' }).selectOption('job')
  const designer = page.getByRole('dialog', { name: 'Design a table' })
  await expect(designer.getByRole('list', { name: 'Fields' })).toContainText('headcount')
  await designer.getByLabel('English title').fill('Posts')
  await designer.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Discard')
  await page.getByRole('button', { name: 'Go on designing' }).click()
  await designer.getByLabel('Resource name').fill('post')
  await designer.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL('**/admin/post')
  await page.goto('/admin/crud/table')
  await page.getByRole('grid').getByText('post', { exact: true }).dblclick()
  await page.getByRole('button', { name: 'Change the design' }).click()
  const change = page.getByRole('dialog', { name: 'Design a table' })
  await change.getByRole('navigation', { name: 'Kinds of field' }).getByRole('button', { name: 'Colour' }).click()
  await change.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL('**/admin/post')
  await page.goto('/admin/crud/table')
  await page.getByRole('grid').getByText('post', { exact: true }).dblclick()
  const drop = page.getByRole('button', { name: 'Drop the table' })
  await expect(drop).toBeDisabled()
  await page.getByLabel(/Type the resource name post/).fill('post')
  await drop.click()
  await expect(page.getByRole('grid')).toContainText('Dropped')
})
