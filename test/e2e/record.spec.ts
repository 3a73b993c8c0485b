import { expect, test, type Page } from '@playwright/test'
import { design } from '../design.ts'
import { add, drawer, fill, press } from './area-kit.ts'
import { addJob, type Client, fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { openAdmin, signIn as signInPage, stored, tab } from './shell-kit.ts'
import { switchTo } from './walked-in.ts'

const department = async (client: Client): Promise<{ id: number; name: string }> => {
  const name = fresh('科')
  const { id } = await add(client, 'department', { name, code: fresh('R') })
  return { id, name }
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const part = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

/** Somebody who holds the rules of this pattern and no others. */
const someone = async (client: Client, rules: RegExp): Promise<string> => {
  const { data } = await client.call<{ list: { id: number; name: string }[] }>('/admin/auth.rule/index')
  const group = await add(client, 'auth.group', {
    name: fresh('组'),
    scope: 'all',
    rules: data.list.filter((r) => rules.test(r.name)).map((r) => r.id),
  })
  const username = fresh('r').slice(-12).replace(/^\d/, 'r')
  await add(client, 'auth.admin', { username, nickname: username, groups: [group.id], password: 'secret-123' })
  return username
}

test('R-08 a shared link to a record opens cold for whoever may see the list alone, without what they may not do', async ({
  page,
  request,
}) => {
  const client = await signIn(request)
  const { id, name } = await department(client)
  const reader = await someone(client, /^(org|department|department\/index|job|job\/index)$/)
  await openAdmin(page, `/admin/department/${id}?tab=jobs`, { as: reader })
  await expect(heading(page, name)).toBeVisible()
  await expect(page).toHaveURL(`/admin/department/${id}?tab=jobs`)
  await expect(page).toHaveTitle(new RegExp(`^${name}`))
  await expect(page.getByRole('tab')).toHaveText(['概览', '岗位', '修改记录'])
  await expect(part(page, '岗位')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: /编辑|新建|删除/ })).toHaveCount(0)
  await page.goto(`/admin/department?view=${id}`)
  await expect(drawer(page)).toContainText(name)
  await expect(drawer(page)).toContainText('修改记录')
})

test('what is not there, or not for this person, is said in words with a way back', async ({ page, request, browser }) => {
  const client = await signIn(request)
  await openAdmin(page, '/admin/department/999999')
  await expect(page.getByRole('heading', { name: '看不到这条记录' })).toBeVisible()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: '返回科室' }).click()
  await expect(page).toHaveURL('/admin/department')
  await page.goto('/admin/department/not-a-number')
  await expect(page).toHaveURL('/404')
  const reader = await someone(client, /^(org|job|job\/index)$/)
  const other = await browser.newPage()
  await signInPage(other, { as: reader })
  await other.goto('/admin/department/1')
  await expect(other).toHaveURL('/401')
  await other.close()
})

test('A-01 a record opens from its name, has a tab of its own, and Escape leads back to the list as it was', async ({ page, request }) => {
  const client = await signIn(request)
  const [one, two] = [await department(client), await department(client)]
  await openAdmin(page, `/admin/department?q=${encodeURIComponent(one.name)}`)
  await page.getByRole('link', { name: one.name, exact: true }).click()
  await expect(heading(page, one.name)).toBeVisible()
  await expect(tab(page, `/admin/department/${one.id}`)).toContainText(one.name)
  await expect(page.getByRole('navigation', { name: '所在位置' })).toHaveText(`科室/${one.name}`)
  await page.keyboard.press('ArrowRight')
  await expect(part(page, /^人员/)).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/tab=people/)
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/tab=history/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/admin/department?q=${encodeURIComponent(one.name)}`)
  // By keyboard from the list; a second record has its own tab, and the first keeps its part.
  await page.getByLabel('快速搜索').fill(two.name)
  await rowOf(page, two.name).getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, two.name)).toBeVisible()
  await tab(page, `/admin/department/${one.id}`).click()
  await expect(page).toHaveURL(`/admin/department/${one.id}?tab=history`)
  await expect(heading(page, one.name)).toBeVisible()
  await page.reload()
  await expect(tab(page, `/admin/department/${two.id}`)).toContainText(two.name)
  await page.goto('/admin/department')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: two.name, exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(new RegExp(`/admin/department/${two.id}$`))
  await expect(page).toHaveURL('/admin/department')
})

test('lists on one page keep their own search, order and page, also in a link; a new record belongs to the one that is open', async ({
  page,
  request,
}) => {
  const client = await signIn(request)
  const here = await department(client)
  const group = await add(client, 'auth.group', { name: fresh('组'), scope: 'self', rules: [] })
  const person = fresh('人')
  const names = Array.from({ length: 12 }, () => fresh('岗'))
  for (const name of names) await add(client, 'job', { name, code: fresh('J'), department: here.id })
  const username = fresh('u').slice(-12).replace(/^\d/, 'u')
  await add(client, 'auth.admin', { username, nickname: person, groups: [group.id], department: here.id, password: 'secret-123' })
  await addJob(client)
  await openAdmin(page, `/admin/department/${here.id}`)
  await part(page, '岗位').click()
  await expect(page.locator('.pager-total')).toHaveText('共 12 条')
  await page.getByRole('columnheader', { name: '岗位名称' }).click()
  await page.getByRole('button', { name: '第 2 页' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await part(page, /^人员/).click()
  await expect(rowOf(page, person)).toBeVisible()
  await page.getByLabel('快速搜索').fill('nobody-at-all')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await part(page, '岗位').click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page).toHaveURL(/people\.q=nobody-at-all/)
  await expect(page).toHaveURL(/jobs\.page=2/)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: '岗位名称' })).toHaveAttribute('aria-sort', 'ascending')
  const made = fresh('新')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(drawer(page)).toContainText(here.name)
  await fill(page, 'name', made)
  await fill(page, 'code', fresh('K'))
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(page.locator('.pager-total')).toHaveText('共 13 条')
})

test('a record is edited and deleted on its page; the list and the title follow', async ({ page, request }) => {
  const client = await signIn(request)
  const { id, name } = await department(client)
  await openAdmin(page, `/admin/department/${id}`)
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await fill(page, 'name', `${name}二`)
  // What was read before must not pass for what is there now.
  await page.route('**/admin/department/read**', (route) => route.abort())
  await press(page, '保存')
  const outdated = page.getByRole('alert').filter({ hasText: '刷新失败' })
  await expect(outdated).toBeVisible()
  await expect(heading(page, name)).toBeVisible()
  await page.unroute('**/admin/department/read**')
  await outdated.getByRole('button', { name: '重试' }).click()
  await expect(heading(page, `${name}二`)).toBeVisible()
  await expect(outdated).toHaveCount(0)
  await expect(tab(page, `/admin/department/${id}`)).toContainText(`${name}二`)
  await part(page, '修改记录').click()
  await expect(page.getByRole('tabpanel')).toContainText('编辑')
  await page.getByRole('button', { name: `更多 ${name}二` }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(page).toHaveURL('/admin/department')
  await expect(tab(page, `/admin/department/${id}`)).toHaveCount(0)
})

test('A-13 Ctrl+K and the dashboard know the records that were opened; the next person does not', async ({ page, request }) => {
  const client = await signIn(request)
  const { id, name } = await department(client)
  await openAdmin(page, `/admin/department/${id}`)
  await expect(heading(page, name)).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(page.locator('.tile').filter({ hasText: name }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()
  // As if somebody else had signed in here.
  await page.evaluate(() => {
    const records = JSON.parse(localStorage.getItem('storeRecords') ?? '{}') as { owner: number }
    localStorage.setItem('storeRecords', JSON.stringify({ ...records, owner: records.owner + 1 }))
  })
  await page.goto('/admin/dashboard')
  await expect(page.locator('.tile').first()).toBeVisible()
  await expect(page.locator('.tab, .tile').filter({ hasText: name })).toHaveCount(0)
  expect(await stored<{ opened: unknown[] }>(page, 'storeRecords')).toMatchObject({ opened: [] })
})

test('a table that somebody else changes shows its new columns without a reload, and lets go of what is gone', async ({
  page,
  request,
}) => {
  const client = await signIn(request)
  const name = fresh('revised').replace(/[^a-z]/g, (c) => 'abcdefghij'[Number(c)] ?? 'x')
  const title = { kind: 'string', required: true, max: 50, search: true }
  const apply = async (fields: Record<string, Record<string, unknown>>, columns: string[], drop: string[] = []) => {
    const { code, msg } = await client.call('/admin/crud.table/apply', {
      ...design(name, fields, { list: { columns, sort: '-id' } }),
      drop,
    })
    expect(code, msg).toBe(1)
  }
  await apply({ title, amount: { kind: 'integer' } }, ['title', 'amount'])
  await client.call(`/admin/${name}/add`, { title: 'first', amount: 5 })
  await openAdmin(page, `/admin/${name}`)
  const head = (column: string) => page.getByRole('columnheader', { name: column })
  await expect(head('amount')).toBeVisible()
  await apply({ title, amount: { kind: 'integer' }, place: { kind: 'string' } }, ['title', 'place', 'amount'])
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(head('place')).toBeVisible()
  await head('amount').click()
  await expect(page).toHaveURL(/order=amount/)
  await apply({ title, place: { kind: 'string' } }, ['title', 'place'], ['amount'])
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(head('amount')).toHaveCount(0)
  await expect(page).toHaveURL(`/admin/${name}`)
  await expect(rowOf(page, 'first')).toBeVisible()
})

const PARTS = [
  ['department/1', ['overview', 'people', 'jobs', 'history']],
  ['auth/admin/1', ['overview', 'log', 'history']],
] as const

for (const [path, keys] of PARTS)
  for (const key of keys)
    test(`${path}, ${key} is free of serious accessibility problems, wide in English and narrow in Chinese`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openAdmin(page, `/admin/${path}?tab=${key}`, { lang: 'en' })
      await page.waitForURL(`**/admin/${path}?tab=${key}`)
      await expect(page.locator(`#tab-${key}`)).toHaveAttribute('aria-selected', 'true')
      const said = await page.locator(`#tab-${key}`).innerText()
      for (const [width, lang] of [
        [1440, 'en'],
        [390, 'zh-cn'],
      ] as const) {
        await switchTo(page, lang)
        await page.setViewportSize({ width, height: 900 })
        await expect(page.locator('.shell-main [aria-busy=true], .shell-main .skeleton')).toHaveCount(0)
        await noSeriousFindings(page)
        // Nothing hangs over the edge of a small window.
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      }
      await expect(page.locator(`#tab-${key}`)).not.toHaveText(said)
    })
