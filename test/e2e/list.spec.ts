import { expect, type Locator, test } from '@playwright/test'
import { addJob, fresh, open, rowOf, signIn } from './list-kit.ts'
import { noFindings } from './page-kit.ts'

test('A-06 delete asks with the words of the specification; Cancel keeps the row, Delete removes it', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  const row = rowOf(page, job.name)
  await expect(row.getByRole('button', { name: `Edit ${job.name}` })).toBeVisible()
  await row.getByRole('button', { name: `Delete ${job.name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure to delete the selected record?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Delete ${job.name}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('No records match')).toBeVisible()
})

test('after a question the focus is where it was, and after a deletion on the next row', async ({ page, request }) => {
  const client = await signIn(request)
  const prefix = fresh('Focus ')
  for (const n of [1, 2]) await addJob(client, `${prefix}${n}`)
  await open(page, client, `/admin/job?q=${encodeURIComponent(prefix)}`)
  const button = (n: number) => page.getByRole('button', { name: `Delete ${prefix}${n}` })
  await button(2).click()
  await page.keyboard.press('Escape')
  await expect(button(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, `${prefix}2`)).toHaveCount(0)
  await expect(rowOf(page, `${prefix}1`).locator(':focus')).toHaveCount(1)
})

test('the line shows where a row will land: below the whole branch, and nowhere in another one', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/department', 'zh-cn')
  const dragOver = async (to: Locator) => {
    const handle = (await rowOf(page, '临床研究中心').getByTestId('drag-handle').boundingBox())!
    const target = (await to.boundingBox())!
    await page.mouse.move(handle.x + 5, handle.y + 10)
    await page.mouse.down()
    await page.mouse.move(handle.x + 9, handle.y + 20, { steps: 4 })
    await page.mouse.move(target.x + 120, target.y + target.height / 2, { steps: 4 })
  }
  const marked = (how: string) => page.locator(`.dg-row[data-drop="${how}"]`)
  await dragOver(page.locator('.dg-row[aria-level="1"]').filter({ hasText: '内科' }))
  await expect(marked('below')).toContainText('肾内科')
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(page.locator('.dg-row[data-drop]')).toHaveCount(0)
  await dragOver(rowOf(page, '心血管内科'))
  await expect(marked('never')).toContainText('心血管内科')
  await expect(marked('below')).toHaveCount(0)
  await page.mouse.move(5, 5)
  await page.mouse.up()
})

test('A-06 rows are reordered by dragging and by Alt+arrow, and the order stays', async ({ page, request }) => {
  const client = await signIn(request)
  const [c, b, a] = [await addJob(client), await addJob(client), await addJob(client)]
  await open(page, client, '/admin/job')
  const order = async () =>
    (await page.locator('.dg-row [data-c="1"]').allTextContents()).filter((t) => [a, b, c].some((j) => j.name === t))
  await expect.poll(order).toEqual([a.name, b.name, c.name])
  const sent = page.waitForRequest((r) => r.url().includes('/admin/job/sortable'))
  await rowOf(page, a.name).hover()
  await rowOf(page, a.name).getByTestId('drag-handle').dragTo(rowOf(page, c.name))
  expect((await sent).postDataJSON()).toEqual({ id: a.id, targetId: c.id })
  await expect.poll(order).toEqual([b.name, c.name, a.name])
  await page.reload()
  await expect.poll(order).toEqual([b.name, c.name, a.name])
  await rowOf(page, b.name).getByText(b.name).click()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(order).toEqual([c.name, b.name, a.name])
  await page.reload()
  await expect.poll(order).toEqual([c.name, b.name, a.name])
})

test('R-13 A-10 a row carried into another branch is refused with a message of 3 s; the tree indents by 20', async ({ page, request }) => {
  const client = await signIn(request)
  // How long something stays is asked for, not measured: a busy machine sees it late.
  await page.addInitScript(() => {
    const { setTimeout: later } = window
    const asked: unknown[] = []
    const noting = (...given: Parameters<typeof later>) => {
      asked.push(given[1])
      return later(...given)
    }
    Object.assign(window, { asked, setTimeout: noting })
  })
  await open(page, client, '/admin/department', 'zh-cn')
  const calls: string[] = []
  page.on('request', (r) => void (r.url().includes('/sortable') && calls.push(r.url())))
  const child = rowOf(page, '心血管内科')
  await child.hover()
  // Its own parent stands right above: a target out of sight would have to be scrolled to, past what other tests have added.
  await child.getByTestId('drag-handle').dragTo(page.getByRole('row').filter({ has: page.getByText('内科', { exact: true }) }))
  const message = page.getByText('移动位置超出了可移动范围')
  await expect(message).toBeVisible()
  expect(calls).toEqual([])
  const left = async (name: string) => (await page.getByText(name, { exact: true }).boundingBox())!.x
  expect((await left('心血管内科')) - (await left('医学影像科'))).toBe(20)
  expect(await page.evaluate(() => Reflect.get(window, 'asked') as unknown)).toContain(3000)
  await expect(message).toHaveCount(0)
})

test('A-10 every other dialog is at least 340 × 140 and stands 15 px from the top', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const client = await signIn(request)
  await open(page, client, '/admin/job')
  const stands = async (name: string) => {
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    const box = (await dialog.boundingBox())!
    expect(box.y, name).toBe(15)
    expect(box.width, name).toBeGreaterThanOrEqual(340)
    expect(box.height, name).toBeGreaterThanOrEqual(140)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await stands('Keys')
  await page.keyboard.press('Control+k')
  await stands('Search pages, records and actions')
  await page.getByRole('button', { name: 'Terminal' }).click()
  for (const name of ['Terminal settings', 'Package manager']) {
    await page.getByRole('button', { name }).click()
    await stands(name)
  }
  await page.goto('/admin/profile')
  await page.getByRole('button', { name: 'Choose an existing file' }).click()
  await stands('Choose attachments')
  await page.goto('/admin/crud/table')
  await page.getByRole('button', { name: 'Start from a table' }).click()
  await page.getByRole('combobox', { name: 'Start from a table' }).selectOption('job')
  const designer = page.getByRole('dialog', { name: 'Design a table' })
  await designer.getByLabel('Resource name').fill('dialog.place')
  await designer.getByRole('button', { name: 'Preview SQL' }).click()
  await stands('Preview SQL')
})

test('A-10 the question is at least 340 × 140 and stands 15 px from the top', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  await rowOf(page, job.name)
    .getByRole('button', { name: `Delete ${job.name}` })
    .click()
  const box = (await page.getByRole('alertdialog').boundingBox())!
  expect(box.y).toBe(15)
  expect(box.width).toBeGreaterThanOrEqual(340)
  expect(box.height).toBeGreaterThanOrEqual(140)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('filters, sort and page live in the address: a link and the back button show the same list', async ({ page, request }) => {
  const client = await signIn(request)
  const prefix = fresh('Order ')
  const [many, few] = [`${prefix}2`, `${prefix}1`]
  await addJob(client, few, { category: 'research', headcount: 2 })
  await addJob(client, many, { category: 'research', headcount: 9 })
  await addJob(client, `${prefix}3`)
  await open(page, client, `/admin/job?q=${encodeURIComponent(prefix)}`)
  const shows = (names: string[]) => expect(page.locator('.dg-row [data-c="1"]')).toHaveText(names)
  await shows([`${prefix}3`, many, few])
  await page.getByRole('button', { name: 'Category' }).click()
  await page.getByLabel('Research').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/filter=category%3AIN%3Aresearch/)
  await expect(page.getByRole('button', { name: /Category is one of Research/ })).toBeVisible()
  await shows([many, few])
  await page.getByRole('columnheader', { name: 'Headcount' }).click()
  await expect(page).toHaveURL(/order=headcount%2Casc/)
  await expect(page.getByRole('columnheader', { name: 'Headcount' })).toHaveAttribute('aria-sort', 'ascending')
  await shows([few, many])
  await page.reload()
  await shows([few, many])
  await page.goBack()
  await expect(page).not.toHaveURL(/order=/)
  await shows([many, few])
  await page.goBack()
  await expect(page).not.toHaveURL(/filter=/)
  await shows([`${prefix}3`, many, few])
})

test('an inline switch shows its new state at once and goes back when the server refuses', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  const button = rowOf(page, job.name).getByRole('switch')
  await expect(button).toHaveAttribute('aria-checked', 'true')
  await button.click()
  await expect(button).toHaveAttribute('aria-checked', 'false')
  await expect
    .poll(async () => (await client.call<{ row: { status: boolean } }>(`/admin/job/edit?id=${job.id}`)).data.row.status)
    .toBe(false)
  // What somebody else changes meanwhile is not overwritten unseen. Earlier, the list might have seen it already.
  await page.route('**/admin/job/edit', async (route) => {
    await client.call('/admin/job/edit', { id: job.id, headcount: 9 })
    await route.continue()
  })
  await button.click()
  await expect(page.getByText(/merge and save again/)).toBeVisible()
  await expect(button).toHaveAttribute('aria-checked', 'false')
  expect((await client.call<{ row: { status: boolean } }>(`/admin/job/edit?id=${job.id}`)).data.row.status).toBe(false)
})

test('a switch that decides over other fields is not changed from the list', async ({ page, request }) => {
  await open(page, await signIn(request), '/admin/auth/group', 'zh-cn')
  const row = rowOf(page, '稽查组')
  await expect(row.getByRole('switch', { name: '启用 稽查组' })).toBeVisible()
  await expect(row.getByRole('switch', { name: /全部权限/ })).toHaveCount(0)
})

test('the recycle bin gives back what was deleted, and deletes for good', async ({ page, request }) => {
  const client = await signIn(request)
  const [kept, gone] = [await addJob(client), await addJob(client)]
  await client.call(`/admin/job/del?ids=${kept.id},${gone.id}`, undefined, 'DELETE')
  await open(page, client, '/admin/job')
  await page.getByRole('button', { name: 'Recycle bin' }).click()
  await expect(page).toHaveURL(/bin=1/)
  await rowOf(page, kept.name)
    .getByRole('button', { name: `Restore ${kept.name}` })
    .click()
  await expect(rowOf(page, kept.name)).toHaveCount(0)
  await rowOf(page, gone.name)
    .getByRole('button', { name: `Delete for good ${gone.name}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(rowOf(page, gone.name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(rowOf(page, kept.name)).toBeVisible()
})

test('M-03 a refusal is said in its own words, a success says "Operation successful"', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  await page.route('**/admin/job/del**', (route) =>
    route.fulfill({ json: { code: 0, msg: 'Somebody still needs it', time: 0, data: null } }),
  )
  const remove = async () => {
    await rowOf(page, job.name)
      .getByRole('button', { name: `Delete ${job.name}` })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await expect(page.getByText('Somebody still needs it')).toBeVisible()
  await page.unroute('**/admin/job/del**')
  await remove()
  await expect(page.getByText('Operation successful')).toBeVisible()
})

test('the keyboard reaches everything: arrows, Space chooses, Enter opens, Shift chooses a range', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/job')
  const cell = (row: number, column: number) => page.locator(`[data-r="${row}"] [data-c="${column}"]`)
  await cell(0, 1).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(cell(1, 2)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page
    .getByRole('row')
    .nth(5)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await cell(1, 2).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText(/^Edit:/)).toBeVisible()
})

test('several rows are deleted together, and the keyboard goes on in the list', async ({ page, request }) => {
  const client = await signIn(request)
  const shared = fresh('Together ')
  for (const n of [1, 2, 3]) await addJob(client, `${shared} ${n}`)
  await open(page, client, `/admin/job?q=${encodeURIComponent(shared)}`)
  for (const n of [1, 2]) await rowOf(page, `${shared} ${n}`).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Operation successful')).toBeVisible()
  await expect(page.locator('.dg-row')).toHaveCount(1)
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1)
})

test('a switch is only where it means something', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/auth/rule')
  const row = (type: string) => page.getByRole('row').filter({ has: page.getByText(type, { exact: true }) })
  await expect(row('Folder').first().getByRole('switch')).toHaveCount(1)
  await page.goto('/admin/auth/rule?q=sms')
  await expect(row('Menu item').first().getByRole('switch')).toHaveCount(2)
})

test('the export is a workbook', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/job')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a failed list says what happened and comes back on retry', async ({ page, request }) => {
  const client = await signIn(request)
  await page.route('**/admin/job/index**', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'req-4711' }, json: { code: 0, msg: 'x', time: 0, data: null } }),
  )
  await open(page, client, '/admin/job')
  await expect(page.getByRole('alert').getByText('Server internal error!')).toBeVisible()
  await expect(page.getByText(/req-4711/)).toBeVisible()
  await page.unroute('**/admin/job/index**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('a refresh that fails keeps the rows and says from when they are', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  await expect(rowOf(page, job.name)).toBeVisible()
  await page.route('**/admin/job/index?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Not refreshed: Server exception!' })
  await expect(notice).toBeVisible()
  await expect(rowOf(page, job.name)).toBeVisible()
  await page.unroute('**/admin/job/index?**')
  await notice.getByRole('button').click()
  await expect(notice).toHaveCount(0)
})

test('“today” means the reader’s day, not the server’s', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
  const found = (filter: string) => `/admin/job?q=${encodeURIComponent(job.name)}&filter=${encodeURIComponent(filter)}`
  await open(page, client, found(`createdAt:=:${today}`))
  await expect(rowOf(page, job.name)).toBeVisible()
  const sent = page.waitForRequest((r) => r.url().includes('/admin/job/index'))
  await page.goto(found('createdAt:RANGE:2026-01-02,2026-01-02'))
  const search = new URL((await sent).url()).searchParams.get('search')
  expect(search).toContain('2026-01-01T16:00:00.000Z,2026-01-02T15:59:59.999999Z')
  await expect(page.getByText('No records match')).toBeVisible()
})

test('what somebody may not do is not there', async ({ page, request }) => {
  const client = await signIn(request, 'auditor')
  await open(page, client, '/admin/job')
  await expect(page.locator('.dg-row').first()).toBeVisible()
  for (const name of ['New', 'Recycle bin']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
})

test('a phone shows cards with the same actions', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const client = await signIn(request)
  const job = await addJob(client, fresh('Phone '))
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  const card = page.getByRole('listitem').filter({ hasText: job.name })
  await expect(card.getByRole('button', { name: `Edit ${job.name}` })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

for (const path of ['/admin/job', '/admin/department', '/admin/auth/admin'])
  test(`axe finds nothing on ${path}`, async ({ page, request }) => {
    const client = await signIn(request)
    await open(page, client, path, 'zh-cn')
    await expect(page.locator('.dg-row').first()).toBeVisible()
    await noFindings(page, '.list-page')
  })

test('M-05 asking for a deletion without a chosen record says so; with one it is asked for', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  await rowOf(page, job.name).getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('Delete')
  await expect(page.locator('.toast[data-kind=info]')).toHaveText(/Choose at least one record/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Space')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog', { name: 'Are you sure to delete the selected record?' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Over HTTP as well.
  expect(await client.call('/admin/job/del', undefined, 'DELETE')).toMatchObject({ code: 0, msg: '请至少选择一条记录' })
})
