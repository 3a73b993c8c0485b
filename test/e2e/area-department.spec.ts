import { expect, test } from '@playwright/test'
import { add, choose, drawer, fill, find, inEnglish, openArea, press } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-08 a department is added to the tree with its head; its people are counted, found and moved', async ({ page, request }) => {
  const client = await signIn(request)
  const [from, to, code] = [fresh('甲'), fresh('乙'), fresh('D')]
  await openArea(page, '/admin/department')
  await page.getByRole('button', { name: '新建' }).click()
  await choose(page, 'parentId', '内科')
  await fill(page, 'name', from)
  await fill(page, 'code', code)
  await choose(page, 'head', '数据管理员甲')
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, from)).toContainText('数据管理员甲')
  await noSeriousFindings(page)

  const here = await find(client, 'department', code)
  await add(client, 'department', { name: to, code: fresh('E'), parentId: here.id })
  const group = await add(client, 'auth.group', { name: fresh('组'), scope: 'department', rules: [] })
  const nickname = fresh('人')
  await add(client, 'auth.admin', {
    username: fresh('p').slice(0, 15),
    nickname,
    groups: [group.id],
    department: here.id,
    password: 'secret-123',
  })
  await page.getByRole('button', { name: '刷新' }).click()
  await page.getByRole('link', { name: `人员 ${from}: 1` }).click()
  await expect(page).toHaveURL(/auth\/admin\?filter=department/)
  await expect(rowOf(page, nickname)).toBeVisible()

  await page.getByLabel(`选择 ${nickname}`).check()
  await page.getByRole('button', { name: '调动科室' }).click()
  await choose(page, 'toDepartment', to)
  await expect(drawer(page)).toContainText(`不再看到：${from}`)
  await expect(drawer(page)).toContainText(`新看到：${to}`)
  await expect(drawer(page)).toContainText('重新登录')
  await press(page, '调动科室')
  await expect(drawer(page)).toHaveCount(0)
  expect((await find(client, 'department', code))['people']).toBe(0)
})

test('AA-08 in English', async ({ page }) => inEnglish(page, '/admin/department', 'Departments'))

test('a department with people is not deleted, and the refusal says who they are', async ({ page, request }) => {
  const client = await signIn(request)
  const [name, nickname] = [fresh('满'), fresh('人')]
  const { id } = await add(client, 'department', { name, code: fresh('F') })
  const group = await add(client, 'auth.group', { name: fresh('组'), scope: 'self', rules: [] })
  await add(client, 'auth.admin', {
    username: fresh('q').slice(-12).replace(/^\d/, 'q'),
    nickname,
    groups: [group.id],
    department: id,
    password: 'secret-123',
  })
  await openArea(page, '/admin/department')
  await rowOf(page, name)
    .getByRole('button', { name: `删除 ${name}` })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText('将移入回收站，可以恢复')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(page.locator('.toast[data-kind=error]')).toContainText(
    `“${name}”还不能删除：管理员中有 1 条记录的“科室”指向它（${nickname}）`,
  )
  await expect(rowOf(page, name)).toBeVisible()
})
