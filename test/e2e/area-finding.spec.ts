import { expect, test } from '@playwright/test'
import { drawer, field, inEnglish, openArea, press } from './area-kit.ts'
import { signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

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
  },
} as const

for (const lang of walkedIn('zh-cn')) {
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
    // The runs of the demo may still be going on: the list would grow under the keys.
    const runs = async () => {
      const { data } = await client.call<{ list: { id: number; state: string }[] }>('/admin/qc.run/index?limit=100')
      return data.list.filter(({ id }) => id <= 2).map(({ state }) => state)
    }
    await expect.poll(runs, { timeout: 60_000 }).toEqual(['done', 'done'])
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
    await noSeriousFindings(page)
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
      await noSeriousFindings(page)
      await page.keyboard.press('Escape')
      await expect(page.locator('.ant-drawer-open')).toHaveCount(0)
      await expect(cell(0)).toBeFocused()
    }

    await page.keyboard.press('f')
    await expect(page.locator('.filter-bar :focus')).toHaveCount(1)
    await cell(0).focus()
    await page.keyboard.press('/')
    await expect(page.getByLabel(words.search).first()).toBeFocused()
  })
}

test('the list of findings offers seven filters at hand', async ({ page }) => {
  await openArea(page, '/admin/finding')
  await expect(page.locator('.filter-bar .chip')).toHaveCount(7)
  await noSeriousFindings(page)
})

test('the list of findings in English and on a phone', async ({ page }) => {
  await inEnglish(page, '/admin/finding', 'Findings')
})
