import { expect, test } from '@playwright/test'
import { choose, drawer, field, fill, find, inEnglish, openArea, press } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-18 a group gets rights and a data scope, an admin joins it, and sees exactly that', async ({ page, request }) => {
  const client = await signIn(request)
  const [group, nickname, username] = [fresh('组'), fresh('人'), fresh('a').slice(0, 15)]
  await openArea(page, '/admin/auth/group')
  await page.getByRole('button', { name: '新建' }).click()
  await fill(page, 'name', group)
  const tree = field(page, 'rules')
  await tree.getByRole('button', { name: '展开 组织机构' }).click()
  await tree.getByRole('button', { name: '展开 岗位' }).click()
  await tree
    .locator('.tree-line')
    .filter({ hasText: /^查看$/ })
    .first()
    .getByRole('checkbox')
    .check()
  const branch = tree.getByRole('checkbox', { name: '组织机构' })
  expect(await branch.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await field(page, 'scope').getByRole('radio', { name: '指定科室' }).check()
  await field(page, 'departments').getByRole('checkbox', { name: '内科', exact: true }).check()
  await noSeriousFindings(page, '.ant-drawer-open')
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)

  // The half-checked branch comes back as it was.
  await page.getByRole('button', { name: `编辑 ${group}` }).click()
  await expect(tree.getByText('已选 3 项')).toBeVisible()
  expect(await branch.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await press(page, '取消')

  await page.goto('/admin/auth/admin')
  await page.getByRole('button', { name: '新建' }).click()
  await fill(page, 'username', username)
  await fill(page, 'nickname', nickname)
  await fill(page, 'password', 'secret-123')
  await choose(page, 'groups', group)
  await page.keyboard.press('Escape')
  await choose(page, 'department', '心血管内科')
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, nickname)).toContainText(group)
  expect((await find(client, 'auth.group', group))['people']).toBe(1)

  const other = await (await page.context().browser()!.newContext()).newPage()
  await openArea(other, '/admin/job', { as: username })
  await expect(other.locator('.dg-row').first()).toBeVisible()
  await expect(other.getByRole('navigation').getByText('岗位').first()).toBeVisible()
  await expect(other.getByRole('button', { name: '新建' })).toHaveCount(0)
  await expect(other.getByRole('navigation').getByText('权限管理')).toHaveCount(0)
  await other.context().close()
})

test('AA-18 in English, with the tree of rights in English too', async ({ page }) => {
  await inEnglish(page, '/admin/auth/group', 'Groups')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Edit 稽查组' }).click()
  await expect(field(page, 'rules').getByText('Organisation')).toBeVisible()
})
