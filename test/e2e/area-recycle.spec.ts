import { expect, test } from '@playwright/test'
import { add, choose, drawer, field, fill, find, inEnglish, openArea, press, remove, rowMenu } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-10 what stands in the way of a restore is a choice: with the parent, or under another code', async ({ page, request }) => {
  const client = await signIn(request)
  const [top, leaf, job, code] = [fresh('旧部'), fresh('旧组'), fresh('旧岗'), fresh('K')]
  const parent = await add(client, 'department', { name: top, code: fresh('T') })
  const child = await add(client, 'department', { name: leaf, code: fresh('L'), parentId: parent.id })
  await remove(client, 'department', [parent.id, child.id])
  const old = await add(client, 'job', { name: job, code })
  await remove(client, 'job', [old.id])
  await add(client, 'job', { name: `${job}新`, code })

  await openArea(page, `/admin/security/recycleLog?q=${encodeURIComponent(leaf)}`)
  await expect(rowOf(page, leaf)).toContainText('科室')
  await noSeriousFindings(page)
  await page.getByRole('button', { name: `恢复 ${leaf}` }).click()
  const dialog = page.getByRole('dialog', { name: '恢复' })
  await expect(dialog.getByRole('alert')).toContainText(`上级“${top}”还在回收站`)
  await noSeriousFindings(page)
  await dialog.getByRole('radio', { name: `连同上级“${top}”一起恢复` }).check()
  await dialog.getByRole('button', { name: '按所选方式恢复' }).click()
  await expect(rowOf(page, leaf)).toHaveCount(0)
  expect((await find(client, 'department', leaf))['parentId']).toBe(parent.id)

  await page.getByRole('textbox', { name: '快速搜索' }).fill(job)
  await page.getByRole('button', { name: `恢复 ${job}`, exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(`${job}新`)
  await dialog.getByRole('textbox').fill(`${code}-A`)
  await dialog.getByRole('button', { name: '按所选方式恢复' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await find(client, 'job', `${code}-A`))['name']).toBe(job)
})

test('AA-10 one person asks for the end of a record, another agrees; the rule says who and when', async ({ page, request }) => {
  const client = await signIn(request)
  const [job, username] = [fresh('废岗'), fresh('s').slice(0, 15)]
  await add(client, 'auth.admin', { username, nickname: username, groups: [1], password: 'secret-123' })
  const row = await add(client, 'job', { name: job, code: fresh('X') })
  await remove(client, 'job', [row.id])
  await openArea(page, `/admin/security/recycleLog?q=${encodeURIComponent(job)}`)
  await page.getByRole('button', { name: `申请彻底删除 ${job}` }).click()
  await press(page, '申请彻底删除')
  await expect(field(page, 'reason').getByRole('alert')).toBeVisible()
  await fill(page, 'reason', '重复录入')
  await press(page, '申请彻底删除')
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: `申请彻底删除 ${job}` })).toHaveCount(0)

  const requests = `/admin/approval?q=${encodeURIComponent(job)}`
  await page.goto(requests)
  await expect(rowOf(page, job)).toContainText('待批准')
  // Nobody agrees to their own request; they may take it back.
  await expect(page.getByRole('button', { name: `批准并执行 ${job}` })).toHaveCount(0)
  await noSeriousFindings(page)

  const second = await (await page.context().browser()!.newContext()).newPage()
  await openArea(second, requests, { as: username })
  await second.getByRole('button', { name: `批准并执行 ${job}` }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: '批准并执行' }).click()
  await expect(rowOf(second, job)).toContainText('已批准')
  await second.context().close()
  const { data } = await client.call<{ total: number }>(`/admin/security.recycleLog/index?quick_search=${encodeURIComponent(job)}`)
  expect(data.total).toBe(0)

  await page.goto('/admin/security/recycle')
  await page.getByRole('button', { name: '新建' }).click()
  await choose(page, 'resource', '全部字段')
  await fill(page, 'title', fresh('规则'))
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  const rule = await find(client, 'security.recycle', 'test.everyKind')
  expect(rule).toMatchObject({ days: 30, approval: true })
  // Nor does one person end such a rule: the form says what to do instead.
  const title = String(rule['title'])
  await page.getByRole('button', { name: `编辑 ${title}` }).click()
  await field(page, 'approval').getByRole('switch').click()
  await press(page, '保存')
  await expect(drawer(page)).toContainText('需要第二人同意')
  await drawer(page).getByRole('button', { name: '取消', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await rowMenu(page, title, '申请取消双人批准')
  await fill(page, 'reason', '试用结束')
  await press(page, '申请取消双人批准')
  await expect(drawer(page)).toHaveCount(0)
  const agreeing = await signIn(request, username)
  const asked = await find(agreeing, 'approval', title)
  expect(asked).toMatchObject({ action: 'loosen', state: 'requested' })
  expect((await agreeing.call('/admin/approval/approve', { ids: [asked.id] })).code).toBe(1)
  await remove(client, 'security.recycle', [rule.id])
})

test('AA-10 in English', async ({ page }) => inEnglish(page, '/admin/security/recycleLog', 'Recycle bin'))
