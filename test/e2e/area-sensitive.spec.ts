import { expect, test } from '@playwright/test'
import { add, choose, drawer, field, find, inEnglish, openArea, press, remove } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-11 a field is put under watch and masked; a change is read, rolled back, and a newer one is not lost', async ({
  page,
  request,
}) => {
  const client = await signIn(request)
  const [nickname, username] = [fresh('员'), fresh('m').slice(0, 15)]
  const member = await add(client, 'user.user', { username, nickname, group: 1, password: 'secret-123', motto: '原来的签名' })
  // A try that ended half-way left its rule; there can be one per field.
  const left = await client.call<{ list: { id: number }[] }>('/admin/security.sensitive/index?quick_search=motto')
  if (left.data.list.length)
    await remove(
      client,
      'security.sensitive',
      left.data.list.map((r) => r.id),
    )
  await openArea(page, '/admin/security/sensitive')
  await page.getByRole('button', { name: '新建' }).click()
  await expect(field(page, 'field').getByRole('combobox')).toBeDisabled()
  await choose(page, 'resource', '会员')
  await choose(page, 'field', '签名')
  await field(page, 'title').locator('input').fill(fresh('规则'))
  await field(page, 'mask').getByRole('switch').click()
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, '签名')).toContainText('会员')
  await noSeriousFindings(page)

  const rules = await client.call<{ list: { id: number; name: string }[] }>('/admin/auth.rule/index')
  const reads = rules.data.list.filter((r) => /^user(\/user(\/index)?)?$/.test(r.name)).map((r) => r.id)
  const group = await add(client, 'auth.group', { name: fresh('组'), scope: 'all', rules: reads })
  const clerk = fresh('c').slice(0, 15)
  await add(client, 'auth.admin', { username: clerk, nickname: clerk, groups: [group.id], password: 'secret-123' })
  const masked = await (await signIn(request, clerk)).call<{ list: { motto: string }[] }>(`/admin/user.user/index?quick_search=${username}`)
  expect(masked.data.list[0]!.motto).toBe('••••••')

  const edit = (motto: string) => client.call('/admin/user.user/edit', { id: member.id, motto })
  await edit('第二个签名')
  await edit('第三个签名')
  await page.goto(`/admin/security/sensitiveLog?filter=record:IN:${member.id}`)
  const older = rowOf(page, '原来的签名').filter({ hasText: '第二个签名' })
  await expect(older).toContainText('编辑')
  await noSeriousFindings(page)
  await older.getByRole('button', { name: /^回滚/ }).click()
  await press(page, '回滚')
  await expect(drawer(page).locator('.form-trouble')).toContainText('之后又被修改过')
  await press(page, '取消')
  await rowOf(page, '第三个签名').first().getByRole('button', { name: /^回滚/ }).click()
  await expect(drawer(page)).toContainText('第二个签名')
  await press(page, '回滚')
  await expect(drawer(page)).toHaveCount(0)
  expect((await find(client, 'user.user', username))['motto']).toBe('第二个签名')
  await remove(client, 'security.sensitive', [(await find(client, 'security.sensitive', 'motto')).id])
})

test('AA-11 in English', async ({ page }) => inEnglish(page, '/admin/security/sensitiveLog', 'Sensitive changes'))
