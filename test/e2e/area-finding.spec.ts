import { expect, test } from '@playwright/test'
import { drawer, field, inEnglish, openArea, press } from './area-kit.ts'
import { signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

test.describe.configure({ mode: 'serial' })
test.slow()

const PATH = '/admin/finding?filter=state:IN:new,fixing&filter=field:%3C%3E:sbp'
const WORDS = {
  'zh-cn': {
    keys: '快捷键',
    own: '在问题的行上',
    accept: '接受',
    back: '退回待处理',
    query: '提质疑',
    exclude: '标为误报',
    fixing: '更正中',
    none: /所选记录目前都不能执行/,
    some: /条记录目前不能执行/,
    search: '快速搜索',
    all: '全选本页',
    take: /^改为选择全部/,
    task: /^将作为后台任务对全部/,
    asked: '已提交为后台任务，完成后会通知您',
  },
  en: {
    keys: 'Keys',
    own: 'On a row of Findings',
    accept: 'Accept',
    back: 'Put back',
    query: 'Raise a query',
    exclude: 'Mark as false positive',
    fixing: 'Being corrected',
    none: /is not possible for the selected records now$/,
    some: /they are left out/,
    search: 'Quick search',
    all: 'Select all on this page',
    take: /^Take all/,
    task: /^Done as a task to all/,
    asked: 'Asked for as a task; you will be told when it is done',
  },
} as const

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]
  test(`findings are gone through by keyboard: letters act on the focused row or on what is chosen (${lang})`, async ({
    page,
    request,
  }) => {
    const client = await signIn(request)
    const states = async (ids: readonly number[]) => {
      const { data } = await client.call<{ list: { id: number; state: string }[] }>('/admin/finding/index?limit=200')
      return data.list.filter(({ id }) => ids.includes(id)).map(({ state }) => state)
    }
    await openArea(page, PATH, { lang })
    const shown = page.locator('.dg-body [role=row]')
    await expect(shown.nth(2)).toBeVisible()
    const ids = await shown.evaluateAll((list) => list.slice(0, 3).map((row) => row.getAttribute('data-key')))
    const row = (at: number) => page.locator(`.dg-body [data-key="${ids[at]}"]`)
    const cell = (at: number) => row(at).locator('[data-c="2"]')
    // Away from the rows the letters mean nothing.
    await page.locator('h1').click()
    await page.keyboard.press('a')
    await expect(page.locator('.ant-drawer-open')).toHaveCount(0)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: words.keys })
    await expect(keys.getByRole('heading', { name: words.own })).toBeVisible()
    await expect(keys.locator('dl > div').filter({ hasText: words.accept }).locator('kbd').first()).toHaveText('A')
    await noSeriousFindings(page, '.keys-panel')
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)

    await cell(0).focus()
    await page.keyboard.press('j')
    await expect(cell(1)).toBeFocused()
    await page.keyboard.press('a')
    await expect(drawer(page).getByText(words.accept, { exact: true }).first()).toBeVisible()
    await seen(page, WORDS)
    await page.keyboard.press('Escape')
    await expect(page.locator('.ant-drawer-open')).toHaveCount(0)
    await expect(cell(1)).toBeFocused()
    await page.keyboard.press('k')
    await expect(cell(0)).toBeFocused()

    // What is not in correction cannot be given back; nothing is asked for it.
    await page.keyboard.press('z')
    await expect(page.getByText(words.none)).toBeVisible()
    await page.keyboard.press('w')
    await expect(row(0)).toContainText(words.fixing)
    // Two of three are in correction: the third is left out, and one reason is given for both.
    await page.keyboard.press('j')
    await page.keyboard.press('w')
    await expect(row(1)).toContainText(words.fixing)
    for (const at of [0, 1, 2]) {
      await cell(at).focus()
      await page.keyboard.press(' ')
    }
    await page.keyboard.press('z')
    await expect(page.getByText(words.some)).toBeVisible()
    await field(page, 'reason').locator('textarea').fill('tried by keyboard')
    const answer = page.waitForResponse((r) => r.url().includes('/admin/finding/giveBack'))
    await press(page, words.back)
    const sent = (await answer).request().postDataJSON() as { ids: number[] }
    expect(sent.ids).toHaveLength(2)
    await expect.poll(() => states(sent.ids)).toEqual(['new', 'new'])

    // The question says whom it goes to; what is no fault is excluded with a reason. Both leave the row in place.
    await cell(0).focus()
    for (const [key, verb] of [
      ['q', words.query],
      ['x', words.exclude],
    ] as const) {
      await page.keyboard.press(key)
      await expect(drawer(page).getByText(verb, { exact: true }).first()).toBeVisible()
      await expect(drawer(page).getByRole('textbox').first()).toBeVisible()
      await seen(page, WORDS)
      await page.keyboard.press('Escape')
      await expect(page.locator('.ant-drawer-open')).toHaveCount(0)
      await expect(cell(0)).toBeFocused()
    }

    await page.keyboard.press('f')
    await expect(page.locator('.filter-bar :focus')).toHaveCount(1)
    await cell(0).focus()
    await page.keyboard.press('/')
    await expect(page.getByLabel(words.search).first()).toBeFocused()

    // Accepted until a day: after it the finding asks for a decision again.
    await cell(2).focus()
    await page.keyboard.press('a')
    await field(page, 'reason').locator('textarea').fill('tried until a day')
    await field(page, 'until').getByRole('textbox').fill('2099-12-31')
    await field(page, 'until').getByRole('textbox').press('Enter')
    const accepted = page.waitForResponse((r) => r.url().includes('/admin/finding/accept'))
    await press(page, words.accept)
    expect((await accepted).request().postDataJSON()).toMatchObject({ until: '2099-12-31', reason: 'tried until a day' })
    await expect.poll(() => states([Number(ids[2])])).toEqual(['accepted'])

    // All that the filter finds, and not only what the page shows: one reason, as a task.
    await openArea(page, '/admin/finding?filter=state:IN:new', { lang })
    await page.getByRole('checkbox', { name: words.all }).check()
    await page.getByRole('button', { name: words.take }).click()
    await page.locator('.selection-bar').getByRole('button', { name: words.accept }).click()
    await expect(drawer(page).getByText(words.task)).toBeVisible()
    await seen(page, WORDS)
    await field(page, 'reason').locator('textarea').fill('one reason for all')
    const wished = page.waitForResponse((r) => r.url().includes('/admin/bulk/ask'))
    await press(page, words.accept)
    const wish = (await wished).request().postDataJSON() as { act: object; count: number }
    expect(wish.act).toMatchObject({ verb: 'act', action: 'accept', input: { reason: 'one reason for all' } })
    expect(wish.count).toBeGreaterThan(10)
    // No worker is here to do it.
    await expect(page.getByText(words.asked)).toBeVisible()
  })
}

test('the list of findings offers seven filters at hand', async ({ page }) => {
  await openArea(page, '/admin/finding')
  await expect(page.locator('.filter-bar .chip')).toHaveCount(7)
  // It opens with what waits, the most serious first; cleared, it is everything.
  const view = (name: string) => page.getByRole('group', { name: '常用视图' }).getByRole('button', { name, exact: true })
  await expect(view('待处理')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.dg-body [role=row]').first()).toContainText('阻断')
  await noSeriousFindings(page)
  await view('全部').click()
  await expect(page).toHaveURL(/order=severity/)
  await expect(view('全部')).toHaveAttribute('aria-pressed', 'true')
})

test('the list of findings in English and on a phone', async ({ page }) => {
  await inEnglish(page, '/admin/finding', 'Findings')
})
