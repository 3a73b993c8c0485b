import { expect, test } from '@playwright/test'
import { add, choose, drawer, field, fill, find, inEnglish, openArea, press, rowMenu } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-20 a member joins a group; the balance is adjusted with a reason, before and after in sight', async ({ page, request }) => {
  const client = await signIn(request)
  const [group, nickname, username] = [fresh('分组'), fresh('会员'), fresh('u').slice(0, 15)]
  await openArea(page, '/admin/user/group')
  await page.getByRole('button', { name: '新建' }).click()
  await fill(page, 'name', group)
  await field(page, 'rules').getByRole('checkbox', { name: '账户概览' }).check()
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await page.goto('/admin/user/user')
  await page.getByRole('button', { name: '新建' }).click()
  await fill(page, 'username', username)
  await fill(page, 'nickname', nickname)
  await fill(page, 'password', 'secret-123')
  await choose(page, 'group', group)
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, nickname)).toContainText(group)
  await noSeriousFindings(page)
  expect((await find(client, 'user.group', group))['members']).toBe(1)

  await rowMenu(page, nickname, '调整余额')
  await field(page, 'change').locator('input').fill('-5')
  await expect(drawer(page)).toContainText('余额不能小于零')
  await field(page, 'change').locator('input').fill('120.5')
  await expect(drawer(page).locator('.balance')).toHaveText(/0\.00.*120\.50/)
  await fill(page, 'memo', '随访补助')
  await noSeriousFindings(page, '.ant-drawer-open')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: '继续编辑' }).click()
  await press(page, '调整余额')
  await expect(drawer(page).getByRole('status')).toContainText('已记入流水')
  await drawer(page).getByRole('button', { name: '查看流水' }).click()
  await expect(page).toHaveURL(/user\/moneyLog\?filter=member/)
  await expect(rowOf(page, '随访补助')).toContainText('120.50')
  expect((await find(client, 'user.user', username))['money']).toBe(120.5)
})

test('AA-20 ledgers are added to and never changed', async ({ page, request }) => {
  const client = await signIn(request)
  const member = await add(client, 'user.user', {
    username: fresh('w').slice(0, 15),
    nickname: fresh('员'),
    group: 1,
    password: 'secret-123',
  })
  const memo = fresh('培训')
  await add(client, 'user.scoreLog', { member: member.id, change: 20, memo })
  await openArea(page, `/admin/user/scoreLog?q=${encodeURIComponent(memo)}`)
  await expect(rowOf(page, memo)).toContainText('20')
  await expect(page.getByRole('button', { name: `编辑 ${memo}` })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `删除 ${memo}` })).toHaveCount(0)
})

test('AA-20 in English', async ({ page }) => inEnglish(page, '/admin/user/user', 'Members'))
