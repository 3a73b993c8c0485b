import { expect, test } from '@playwright/test'
import { choose, drawer, field, fill, find, inEnglish, openArea, press, remove } from './area-kit.ts'
import { fresh, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-19 an embedded page is put into the menu, appears at once, opens, is sorted, and goes', async ({ page, request }) => {
  const client = await signIn(request)
  const [title, name] = [fresh('页'), fresh('x')]
  await openArea(page, '/admin/auth/rule')
  await page.getByRole('button', { name: '新建' }).click()
  await choose(page, 'parentId', '工作台')
  await fill(page, 'title', title)
  await fill(page, 'titleEn', `${title} page`)
  await fill(page, 'name', name)
  await fill(page, 'path', name)
  await field(page, 'menuType').getByRole('radio', { name: '外部链接' }).check()
  await expect(field(page, 'url')).toBeVisible()
  await field(page, 'menuType').getByRole('radio', { name: '内嵌页面' }).check()
  await fill(page, 'url', 'nonsense')
  await press(page, '保存')
  await expect(field(page, 'url').locator('.form-error')).toBeVisible()
  await noSeriousFindings(page, '.ant-drawer-open')
  await fill(page, 'url', `${new URL(page.url()).origin}/healthz`)
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)

  const menu = page.getByRole('navigation').first()
  await menu.getByText('工作台').click()
  await expect(menu.getByText(title)).toBeVisible()
  await menu.getByText(title).click()
  await expect(page).toHaveURL(/\/admin\/iframe\//)

  const rule = await find(client, 'auth.rule', name)
  const { data } = await client.call<{ list: { id: number; parentId: number | null }[] }>('/admin/auth.rule/index')
  const siblings = data.list.filter((r) => r.parentId === rule['parentId'])
  expect(siblings[0]!.id).toBe(rule.id)
  await client.call('/admin/auth.rule/sortable', { id: rule.id, targetId: siblings.at(-1)!.id })
  await page.goto('/admin/auth/rule')
  await expect(page.getByRole('treegrid')).toBeVisible()
  const order = (await client.call<{ list: { id: number; parentId: number | null }[] }>('/admin/auth.rule/index')).data.list
  expect(order.findLast((r) => r.parentId === rule['parentId'])!.id).toBe(rule.id)
  await remove(client, 'auth.rule', [rule.id])
})

test('AA-19 in English', async ({ page }) => {
  await inEnglish(page, '/admin/auth/rule', 'Menu rules')
  await expect(page.getByText('Organisation').first()).toBeVisible()
})
