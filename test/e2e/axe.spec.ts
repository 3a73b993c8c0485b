import { expect, test as base, type Page } from '@playwright/test'
import { areas, pages } from '../../src/areas/registry.ts'
import { actionsOf, ruleBase } from '../../src/kernel/index.ts'
import { noSeriousFindings } from './page-kit.ts'
import { openAdmin, PASSWORD, tab } from './shell-kit.ts'

/** One window for all the pages that a worker takes: to load the product anew for each was a third of the walk. */
const test = base.extend<object, { shown: Page }>({
  shown: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: `http://127.0.0.1:${process.env['E2E_PORT']}`, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await openAdmin(page, '/admin/dashboard')
      await use(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
})
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

// Each page is looked at alone, so any worker may take the next.
test.describe.configure({ mode: 'parallel' })

type Node = { type: string; path: string; menu_type: string; children?: Node[] }

const pathsOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((n) => (n.type === 'menu' && n.menu_type === 'tab' ? [n.path] : pathsOf(n.children ?? [])))

const has = (actions: readonly string[], action: string) => actions.includes(action)

/** The settings page has a button of its own for what is added; a waiver is asked for on the page of its study. */
const addedElsewhere = new Set(['routine.config', 'study.waiver'])

/** Read from the definitions, so that every page is a test of its own and a new area is walked through without being named here. */
const walked = [
  ...pages.map(({ page }) => ({ path: page, hasForm: false })),
  ...areas
    .filter((area) => area.menu)
    .map((area) => ({ path: ruleBase(area.name), hasForm: !addedElsewhere.has(area.name) && has(actionsOf(area), 'add') })),
]

/** Waits until nothing is loading: a skeleton has no names yet. */
const settled = async (page: Page) => {
  // A page that is still on its way has nothing busy in it either.
  await expect(page.locator('.shell-main :is(h1, h2, [role=grid], form)').filter({ visible: true }).first()).toBeVisible()
  // Tabs that were opened before may stand behind it.
  await expect(page.locator('.block-loader, .shell-main [aria-busy=true], .shell-main .skeleton').filter({ visible: true })).toHaveCount(0)
}

test('the walk below knows every page of the menu', async ({ page }) => {
  const login = await page.request.post('/admin/index/login', {
    headers: { server: '1' },
    data: { username: 'admin', password: PASSWORD, keep: true },
  })
  const { data } = (await login.json()) as { data: { userInfo: { token: string } } }
  const index = await page.request.get('/admin/index/index', { headers: { server: '1', batoken: data.userInfo.token } })
  const menu = pathsOf(((await index.json()) as { data: { menus: Node[] } }).data.menus)
  const known = walked.map(({ path }) => path)
  // Other tests may have a generated table in the menu while this one looks.
  expect(known.filter((path) => !menu.includes(path))).toEqual([])
  expect(known.length).toBeGreaterThan(15)
  expect(walked.filter(({ hasForm }) => hasForm).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['department', 'job', 'auth/admin', 'auth/group', 'auth/rule', 'user/user', 'sms/template']),
  )
})

for (const { path, hasForm } of walked)
  test(`the page ${path} ${hasForm ? 'and the form behind its “new” are' : 'is'} free of serious accessibility problems`, async ({
    shown: page,
  }) => {
    await go(page, `/admin/${path}`)
    // What was shown before leaves in the same step in which the tab of this page becomes the active one.
    await expect(tab(page, `/admin/${path}`)).toHaveAttribute('data-active', 'true')
    await settled(page)
    await noSeriousFindings(page)
    if (!hasForm) return
    // Clinical data has its list beside the forms; an empty one offers the first record as well.
    await page.locator('.list-header, .clinical-panes').getByRole('button', { name: /^新建/ }).first().click()
    await expect(page.locator('.record-form, .designer').filter({ visible: true })).toBeVisible()
    await expect(page.locator('[aria-busy=true], .skeleton').filter({ visible: true })).toHaveCount(0)
    // The page around it was looked at above.
    await noSeriousFindings(page, '.ant-drawer-open, .designer')
  })

test('the search of everything is too', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox').last()).toBeVisible()
  await noSeriousFindings(page)
})
