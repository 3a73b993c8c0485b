import { expect, test } from '@playwright/test'
import { type Client, signIn as client } from './list-kit.ts'
import { fresh, noSeriousFindings, paperOf } from './page-kit.ts'
import { openAdmin } from './shell-kit.ts'

const departmentId = async (me: Client, name: string): Promise<number | undefined> =>
  (await me.call<{ list: { id: number }[] }>(`/admin/department/index?quick_search=${encodeURIComponent(name)}`)).data.list[0]?.id

test('AA-16 the data manager sees their own operations, also the refused ones, and what each changed', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const me = await client(request, 'datamanager')
  const name = fresh('日志岗位')
  const [cardiology, endocrine] = await Promise.all(['心血管内科', '内分泌科'].map((name) => departmentId(me, name)))
  const { data } = await me.call<{ row: { id: number } }>('/admin/job/add', {
    name,
    code: fresh('L').toUpperCase().slice(0, 20),
    headcount: 2,
    department: cardiology,
  })
  await me.call('/admin/job/edit', { id: data.row.id, headcount: 5, department: endocrine })
  await me.call('/admin/job/edit', { id: data.row.id, headcount: -1 })
  await openAdmin(page, '/admin/auth/log', { as: 'datamanager' })
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').filter({ hasText: name }).first()).toBeVisible()
  await expect(grid.getByRole('row').filter({ hasText: '系统管理员' })).toHaveCount(0)
  for (const name of [/^新建/, /^编辑/, /^删除/]) await expect(page.locator('.shell-main').getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('search').getByRole('textbox').fill(name)
  await expect(page).toHaveURL(/q=/)
  const edit = grid.getByRole('row').filter({ hasText: name }).filter({ hasText: '编辑' }).filter({ hasText: '完成' })
  await expect(edit).toContainText('岗位')
  await expect(edit).toContainText('编制人数: 2 → 5')
  await expect(edit).toContainText('所属科室: 心血管内科 → 内分泌科')
  const at = edit.locator('time')
  await expect(at).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await expect(at).toHaveAttribute('title', /前|刚/)
  // On the reader's clock.
  const told = await at.evaluate((time: HTMLTimeElement) => [time.dateTime, time.textContent])
  expect(Date.parse(`${told[1]?.replace(' ', 'T')}+08:00`)).toBe(Math.floor(Date.parse(told[0] ?? '') / 1000) * 1000)
  await edit.dblclick()
  const detail = page.getByRole('dialog')
  const line = detail.getByRole('row').filter({ hasText: '编制' })
  await expect(line.getByRole('cell')).toHaveText(['2', '5'])
  await noSeriousFindings(page)
  await detail.getByRole('button', { name: /^(Close|关闭)$/ }).click()
  await expect(detail).toHaveCount(0)
  await page.getByRole('search').getByRole('textbox').fill('')
  await expect(page).not.toHaveURL(/q=/)
  await page.getByRole('button', { name: '结果' }).click()
  await page.getByLabel('被拒绝').check()
  await page.getByRole('button', { name: '应用' }).click()
  const refused = grid.getByRole('row').filter({ hasText: '提交的内容有误' }).first()
  await expect(refused).toContainText('被拒绝')
  await refused.dblclick()
  await expect(detail).toContainText('有问题的字段')
  await expect(detail).toContainText('提交的内容没有保存')
})

test('AA-16 the auditor sees everybody’s, in English, and nobody can change any', async ({ page, request }) => {
  const me = await client(request, 'datamanager')
  const name = fresh('Logged job ')
  await me.call('/admin/job/add', { name, code: fresh('L').toUpperCase().slice(0, 20), headcount: 1 })
  await openAdmin(page, '/admin/auth/log', { as: 'auditor', lang: 'en' })
  await page.getByRole('search').getByRole('textbox').fill(name)
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('数据管理员甲')
  await expect(row).toContainText('New')
  await expect(row).toContainText('Jobs')
  await noSeriousFindings(page)
  await row.dblclick()
  await expect(page.getByRole('dialog')).toContainText('What changed')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('AA-16 a page of twenty stands on a laptop without scrolling, and sign-ins can be left out', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const me = await client(request)
  for (let i = 0; i < 20; i++) await me.call('/admin/job/edit', { id: 1, headcount: 100 + i })
  await openAdmin(page, '/admin/auth/log?limit=20&filter=kind:IN:work')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row')).toHaveCount(21)
  await expect(page.locator('.pager')).toBeInViewport({ ratio: 1 })
  const [frame, last] = [await grid.boundingBox(), await grid.getByRole('row').last().boundingBox()]
  expect(last!.y + last!.height).toBeLessThanOrEqual(frame!.y + frame!.height)
  await expect(grid).not.toContainText('登录')
})

test('AA-16 at 1440 px in English the filters stand on one line, and the changes have room', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page, '/admin/auth/log', { as: 'auditor', lang: 'en' })
  const grid = page.getByRole('grid')
  const [changes, actions] = [grid.getByRole('columnheader', { name: 'Changes' }), grid.getByRole('columnheader', { name: 'Actions' })]
  await expect(changes).toBeVisible()
  const [from, to] = [await changes.boundingBox(), await actions.boundingBox()]
  expect(to!.x - from!.x).toBeGreaterThan(270)
  const bar = page.locator('.shell-page:visible .filter-bar')
  expect((await bar.boundingBox())?.height).toBeLessThan(40)
  // The list with the longest names of filters, one of them set: those that do not fit wait behind the menu.
  await page.goto('/admin/finding')
  await expect(bar.locator('.chip[data-on]')).toHaveCount(1)
  await expect(bar.getByRole('button', { name: 'More filters' })).toBeVisible()
  expect((await bar.boundingBox())?.height).toBeLessThan(40)
})

test('AA-16 on paper everything that changed is printed, with names, and no address is broken', async ({ page, request }) => {
  const me = await client(request)
  const name = fresh('印')
  const { data } = await me.call<{ row: { id: number } }>('/admin/job/add', {
    name,
    code: fresh('P').toUpperCase().slice(0, 20),
    headcount: 2,
    duties: `${'很长的职责'.repeat(30)}末尾`,
    department: await departmentId(me, '心血管内科'),
  })
  await openAdmin(page, `/admin/auth/log?filter=record:LIKE:${data.row.id}&q=${encodeURIComponent(name)}`)
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('+')
  await expect(row).not.toContainText('末尾')
  const paper = (await paperOf(page)).join('').normalize('NFKC').replaceAll(/\s/g, '')
  expect(paper).toContain('末尾')
  expect(paper).toMatch(/所属科室:.→心血管内科/)
  await page.emulateMedia({ media: 'print' })
  await expect(row).toContainText('末尾')
  const lines = await row.locator('.cell-whole').evaluateAll((all) => all.map((cell) => cell.getClientRects().length))
  expect(lines.length).toBeGreaterThan(1)
  expect(new Set(lines)).toEqual(new Set([1]))
})
