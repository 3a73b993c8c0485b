import { expect, test } from '@playwright/test'
import { choose, drawer, field, fill, find, inEnglish, openArea, press, remove } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-21 a rule joins the tree of the member centre and can be given to a group', async ({ page, request }) => {
  const client = await signIn(request)
  const [title, name] = [fresh('规则'), fresh('r')]
  await openArea(page, '/admin/user/rule')
  await page.getByRole('button', { name: '新建' }).click()
  await choose(page, 'parentId', '账户概览')
  await field(page, 'type').getByRole('radio', { name: '页面按钮' }).check()
  await expect(field(page, 'menuType')).toHaveCount(0)
  await fill(page, 'title', title)
  await fill(page, 'titleEn', `${title} en`)
  await fill(page, 'name', name)
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, title)).toContainText(name)
  await noSeriousFindings(page)

  await page.goto('/admin/user/group')
  await page.getByRole('button', { name: /^编辑/ }).first().click()
  const tree = field(page, 'rules')
  // A page that got a new button is half, not suddenly everything.
  const above = tree.getByRole('checkbox', { name: '账户概览' })
  await expect(above).toBeVisible()
  expect(await above.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await expect(tree.getByRole('checkbox', { name: title })).not.toBeChecked()
  await press(page, '取消')
  await remove(client, 'user.rule', [(await find(client, 'user.rule', name)).id])
})

test('AA-21 in English', async ({ page }) => inEnglish(page, '/admin/user/rule', 'Member rules'))
