import { expect, test } from '@playwright/test'
import { add, openArea } from './area-kit.ts'
import { addJob, signIn } from './list-kit.ts'
import { fresh, noSeriousFindings, paperOf } from './page-kit.ts'
import { tab, toast } from './shell-kit.ts'

const phone = { width: 390, height: 844 }

test('the bell counts what is unread, opens it, marks it read; a kind can be switched off', async ({ page, request }) => {
  const client = await signIn(request)
  await client.call('/admin/notification/read', {})
  await request.get('/admin/job/exportExcel', { headers: { server: '1', batoken: client.token } }).then((answer) => answer.body())
  await expect.poll(async () => (await client.call<{ unread: number }>('/admin/notification/unread')).data.unread).toBe(1)
  await openArea(page, '/admin/job')
  const bell = page.getByRole('button', { name: '通知，1 条未读' })
  await bell.click()
  const panel = page.getByRole('dialog', { name: '通知' })
  await expect(panel.getByRole('button', { name: /“岗位”已导出/ }).first()).toBeVisible()
  await noSeriousFindings(page, '.news')
  await panel.getByRole('button', { name: '全部标为已读' }).click()
  await expect(page.getByRole('button', { name: '通知', exact: true })).toBeVisible()
  await panel.getByRole('button', { name: '通知设置' }).click()
  const exports = panel.getByRole('switch', { name: '导出完成' })
  await exports.click()
  await expect(exports).not.toBeChecked()
  await exports.click()
  await expect(exports).toBeChecked()
  await page.setViewportSize(phone)
  await expect(exports).toBeInViewport()
})

test('a sheet is read, assigned, checked by cell and imported; on a phone too', async ({ page }) => {
  const code = fresh('IMP').toUpperCase()
  const csv = `岗位名称,编号,编制人数\n导入甲,${code}-1,3\n导入乙,${code}-1,many\n导入丙,${code}-2,\n`
  await openArea(page, '/admin/job')
  await page.getByRole('button', { name: '导入' }).click()
  const drawer = page.getByRole('dialog', { name: '导入岗位' })
  await drawer.locator('input[type=file]').setInputFiles({ name: '岗位.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(drawer.getByText('还没有对应必填字段：岗位编码')).toBeVisible()
  await drawer.getByLabel('“编号”填入的字段').selectOption({ label: '岗位编码 *' })
  await drawer.getByRole('button', { name: '检查' }).click()
  // Both mistakes of the row at once: the file is mended once.
  await expect(drawer.getByText('共 3 行：2 行可以导入，1 行有问题（2 处）。')).toBeVisible()
  await expect(drawer.locator('td[data-bad]')).toHaveText([`${code}-1与文件第 2 行相同，请换一个`, 'many请输入整数'])
  await noSeriousFindings(page, '.import-drawer')
  await page.setViewportSize(phone)
  await expect(drawer.getByRole('button', { name: '换一个文件' })).toBeInViewport()
  // What is wrong is seen without a guess that the table goes on beyond the edge.
  await drawer.locator('td[data-bad]').last().scrollIntoViewIfNeeded()
  const bad = await drawer.locator('td[data-bad]').last().boundingBox()
  expect(bad!.x + bad!.width).toBeLessThanOrEqual(phone.width)
  await page.setViewportSize({ width: 1280, height: 720 })
  await drawer.getByRole('button', { name: '只导入没有问题的 2 行' }).click()
  await expect(toast(page, 'success')).toContainText('已导入 2 行')
  await expect(page.getByRole('row').filter({ hasText: `${code}-2` })).toBeVisible()
})

test('an import is all or nothing: what was taken since the check is named by its row, and nothing is written', async ({
  page,
  request,
}) => {
  const client = await signIn(request)
  const code = fresh('ALL').toUpperCase()
  // Heads and options in the other language are understood.
  const csv = `岗位名称,Code,Category,所属科室\nAll one,${code}-1,临床,心血管内科\nAll two,${code}-2,Clinical,\n`
  await openArea(page, '/admin/job', { lang: 'en' })
  await page.getByRole('button', { name: 'Import' }).click()
  const drawer = page.getByRole('dialog', { name: /^Import/ })
  await drawer.locator('input[type=file]').setInputFiles({ name: 'jobs.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await drawer.getByRole('button', { name: 'Check' }).click()
  await expect(drawer.getByRole('status').first()).toContainText('2')
  await add(client, 'job', { name: 'Quicker', code: `${code}-2` })
  await drawer.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Row 3 was refused and nothing was imported: Already in use; choose another')
  const { data } = await client.call<{ total: number }>(`/admin/job/index?quick_search=${code}-1`)
  expect(data.total).toBe(0)
})

test('a view of a group is there for its other members, and for nobody else', async ({ browser, baseURL }) => {
  const name = fresh('Shared ')
  const as = async (who: string) => {
    const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    await openArea(page, '/admin/study/subject', { as: who, lang: 'en' })
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await expect(page.locator('.view-panel')).toBeVisible()
    return page
  }
  const mine = await as('cardiology')
  await mine.keyboard.press('Escape')
  await mine.locator('.dg-head [data-column=code]').click()
  await expect(mine).toHaveURL(/order=code/)
  await mine.getByRole('button', { name: 'Views', exact: true }).click()
  await mine.getByLabel('Save this view as…').fill(name)
  await mine.getByLabel('For my group').check()
  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mine.getByRole('button', { name: `View: ${name}` })).toBeVisible()
  const other = await as('respiratory')
  await other.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(other).toHaveURL(/order=code/)
  await other.getByRole('button', { name: `View: ${name}` }).click()
  // Only who saved it removes it.
  await expect(other.getByRole('button', { name: `Remove the view “${name}”` })).toHaveCount(0)
  const stranger = await as('datamanager')
  await expect(stranger.locator('.view-panel')).not.toContainText(name)
  for (const page of [mine, other, stranger]) await page.context().close()
})

test('the history of a record says why it was changed', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await add(client, 'job', { name: fresh('Why '), code: fresh('WHY'), headcount: 1 })
  const reason = 'Budget of 2027'
  await request.post('/admin/job/edit', {
    headers: { server: '1', batoken: client.token, 'x-reason': encodeURIComponent(reason) },
    data: { id: job.id, headcount: 4 },
  })
  await openArea(page, `/admin/job?view=${job.id}`, { lang: 'en' })
  await expect(page.locator('.history-entry').first()).toContainText(reason)
  await expect(page.locator('.history-entry').first()).toContainText('4')
})

test('what is no sheet is refused in words', async ({ page }) => {
  await openArea(page, '/admin/job', { lang: 'en' })
  await page.getByRole('button', { name: 'Import' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
  await expect(page.getByRole('alert').getByText('Choose a CSV or an Excel file.')).toBeVisible()
})

test('one field of several records is set at once and undone; so is a deletion', async ({ page, request }) => {
  const client = await signIn(request)
  const code = fresh('BULK').toUpperCase()
  for (const n of [1, 2]) await add(client, 'job', { name: `${code} ${n}`, code: `${code}-${n}`, headcount: n })
  await openArea(page, `/admin/job?q=${code}`)
  const row = (n: number) => page.getByRole('row').filter({ hasText: `${code}-${n}` })
  for (const n of [1, 2]) await row(n).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '批量修改' }).click()
  await page.getByLabel('要修改的字段').selectOption({ label: '编制人数' })
  await page.locator('[data-field=headcount] input').fill('77')
  await noSeriousFindings(page, '.record-form')
  await page.getByRole('button', { name: '修改 2 条' }).click()
  await expect(row(1)).toContainText('77')
  await toast(page, 'success').getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('已撤销')).toBeVisible()
  await expect(row(1)).not.toContainText('77')
  await page.getByRole('button', { name: '取消选择' }).click()
  await row(2).getByRole('button', { name: /^删除/ }).click()
  await page.getByRole('button', { name: '删除', exact: true }).last().click()
  await expect(row(2)).toHaveCount(0)
  await toast(page, 'success').getByRole('button', { name: '撤销' }).click()
  await expect(row(2)).toBeVisible()
})

test('columns move and stay in place, several columns sort, and a view keeps all of it', async ({ page }) => {
  const name = fresh('视图')
  await openArea(page, '/admin/job')
  const head = () => page.locator('.dg-head [data-column]')
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('button', { name: '上移“岗位编码”' }).click()
  await page.getByRole('button', { name: '固定“类别”' }).click()
  await page.keyboard.press('Escape')
  await expect(head().nth(0)).toHaveAttribute('data-column', 'category')
  await expect(head().nth(1)).toHaveAttribute('data-column', 'code')
  await page.locator('[data-column=category]').click()
  await page.locator('[data-column=code]').click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/order=category%2Casc%3Bcode%2Casc/)
  await expect(page.locator('[data-column=code] .dg-place')).toHaveText('2')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.getByRole('button', { name: '视图', exact: true }).click()
  await page.getByLabel('保存当前视图为…').fill(name)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('button', { name: `视图：${name}` })).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('table.job'))
  await page.reload()
  await expect(head().nth(0)).toHaveAttribute('data-column', 'category')
  await page.getByRole('button', { name: `视图：${name}` }).click()
  await page.getByRole('button', { name: '默认视图' }).click()
  await expect(head().nth(0)).toHaveAttribute('data-column', 'name')
  await expect(page).not.toHaveURL(/order=/)
  await page.getByRole('button', { name: '视图', exact: true }).click()
  await noSeriousFindings(page, '.view-panel')
  await page.getByRole('button', { name: `移除视图“${name}”` }).click()
  await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('? shows the keys of what is on screen, not while somebody types; tabs are pinned from their menu', async ({ page }) => {
  await openArea(page, '/admin/job')
  await page.getByLabel('快速搜索').press('?')
  await expect(page.getByRole('dialog', { name: '快捷键' })).toHaveCount(0)
  await openArea(page, '/admin/job')
  await page.locator('h1').click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  await expect(keys.getByRole('heading', { name: '列表' })).toBeVisible()
  await expect(keys.getByRole('heading', { name: '表单' })).toHaveCount(0)
  await noSeriousFindings(page, '.keys-panel')
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await openArea(page, '/admin/department')
  await tab(page, '/admin/department').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '固定标签' }).click()
  await expect(page.locator('.tab').first()).toHaveAttribute('data-path', '/admin/department')
  await expect(tab(page, '/admin/department').locator('.tab-close')).toHaveCount(0)
})

test('a tab is pinned and unpinned by keys alone, and stays through a reload; where there are no tabs, ? names no key of theirs', async ({
  page,
}) => {
  await openArea(page, '/admin/job')
  await openArea(page, '/admin/department')
  const pinned = tab(page, '/admin/department')
  const name = pinned.getByRole('button')
  // The menu follows a key in the next frame; a key before that is one too few.
  const down = async (item: string) => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: item })).toBeFocused()
  }
  await name.first().focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '重新加载' })).toBeFocused()
  await down('全屏显示')
  await down('固定标签')
  await page.keyboard.press('Enter')
  await expect(page.locator('.tab').first()).toHaveAttribute('data-path', '/admin/department')
  await page.reload()
  await expect(pinned.locator('.icon')).toBeVisible()
  await expect(page.locator('.tab').first()).toHaveAttribute('data-path', '/admin/department')
  // The cross is gone, and so is the key that stands for it.
  await name.press('Delete')
  await expect(pinned).toHaveCount(1)
  await name.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '重新加载' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(name).toBeFocused()
  await name.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '重新加载' })).toBeFocused()
  await down('全屏显示')
  await down('取消固定')
  await page.keyboard.press('Enter')
  await expect(pinned.locator('.tab-close')).toHaveCount(1)
  await page.locator('h1').click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  await expect(keys.getByRole('heading', { name: '标签栏' })).toBeVisible()
  await page.setViewportSize(phone)
  await expect(keys.getByRole('heading', { name: '任何页面' })).toBeVisible()
  await expect(keys.getByRole('heading', { name: '标签栏' })).toHaveCount(0)
})

test('on paper stand who printed it and when, the filters and exact times, and no controls', async ({ page }) => {
  await openArea(page, '/admin/job?filter=category:IN:clinical')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-line')).toHaveText(/^系统管理员 打印于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await expect(page.locator('.chip[data-on]')).toContainText('临床')
  for (const hidden of ['.list-tools', '.dg-check', '.dg-actions', '.chip:not([data-on])', '.quick-search', '.pager', '.shell-header'])
    await expect(page.locator(hidden).first()).toBeHidden()
  const time = page.locator('.cell-time').first()
  expect(await time.evaluate((cell) => getComputedStyle(cell, '::after').content)).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"$/)
  // Nor on the page of a study, whose next steps stand in it. Asked for anew: a navigation to another process can lose the paper.
  await page.emulateMedia({ media: 'screen' })
  await openArea(page, '/admin/study/project/1')
  await expect(page.getByText('入组与计划')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.shell-main .btn').filter({ visible: true })).toHaveCount(0)
})

test('on English paper the filters stand, words are whole and the widest column is the one with most to say', async ({ page, request }) => {
  const long = 'Words that are read one after the other. '.repeat(12)
  const name = fresh('Paper ')
  await add(await signIn(request), 'job', { name, code: fresh('P').toUpperCase(), duties: long })
  // Its own entry alone: what others do meanwhile would push it off the page.
  await openArea(page, `/admin/auth/log?limit=20&filter=outcome:IN:done&filter=kind:IN:work&q=${encodeURIComponent(name)}`, { lang: 'en' })
  await expect(page.locator('.dg-row')).toContainText([name])
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-line')).toHaveText(/^Printed by 系统管理员, /)
  await expect(page.locator('.chip[data-on]')).toContainText([/Outcome.*Done/, /Entry kind.*Work/])
  const heads = await page.locator('.dg-head-cell').evaluateAll((all) =>
    all.map((head) => {
      const title = head.querySelector('.dg-title')
      const range = document.createRange()
      if (title) range.selectNodeContents(title)
      return {
        id: head.getAttribute('data-column'),
        words: title?.textContent?.split(' ').length,
        lines: range.getClientRects().length,
        width: head.clientWidth,
      }
    }),
  )
  expect(heads.filter(({ words, lines }) => lines > (words ?? 0))).toEqual([])
  expect(heads.toSorted((a, b) => b.width - a.width)[0]?.id).toBe('changes')
})

test('the pages on paper are numbered', async ({ page }) => {
  await openArea(page, '/admin/auth/log?limit=100')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const sheets = await paperOf(page)
  expect(sheets.length).toBeGreaterThan(1)
  sheets.forEach((sheet, at) => expect(sheet).toMatch(new RegExp(`^${at + 1}\\D`)))
})

test('rows can be moved on a phone', async ({ page, request }) => {
  const client = await signIn(request)
  const prefix = fresh('Moved ')
  await addJob(client, `${prefix}2`)
  await addJob(client, `${prefix}1`)
  await page.setViewportSize(phone)
  await openArea(page, '/admin/job?limit=100')
  // Its own two rows: others are added and moved by other tests meanwhile.
  const order = async () => (await page.locator('.card-title').allTextContents()).filter((title) => title.startsWith(prefix))
  await expect.poll(order).toEqual([`${prefix}1`, `${prefix}2`])
  await page.getByRole('button', { name: `下移 ${prefix}1` }).click()
  await expect.poll(order).toEqual([`${prefix}2`, `${prefix}1`])
  await page.getByRole('button', { name: `上移 ${prefix}1` }).click()
  await expect.poll(order).toEqual([`${prefix}1`, `${prefix}2`])
})
