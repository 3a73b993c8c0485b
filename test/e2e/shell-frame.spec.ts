import { expect, type Page, test } from '@playwright/test'
import { newMember, openMember } from './member-kit.ts'
import { addMenus, menuNode, openAdmin, stored, tab } from './shell-kit.ts'

type Config = { layout: Record<string, unknown>; lang: { defaultLang: string } }
type Tabs = { tabsView: { path: string; query: string; params: Record<string, string> }[]; tabFullScreen: boolean }

const open = async (page: Page, folder: string, name: string) => {
  const menu = page.locator('.side-menu')
  if (!(await menu.getByText(name, { exact: true }).isVisible())) await menu.getByText(folder, { exact: true }).click()
  await menu.getByText(name, { exact: true }).click()
  // A second click before the page has come would take the place of the first.
  await expect(page.locator('.tab[data-active=true]')).toContainText(name)
}

/** Whoever leaves before the dashboard has come leaves no tab of it behind. */
const openDashboard = async (page: Page) => {
  await openAdmin(page, '/admin/dashboard')
  await expect(tab(page, '/admin/dashboard')).toHaveAttribute('data-active', 'true')
}

test('A-01 one tab per path; a further visit updates its query; pages without the flag get none', async ({ page }) => {
  await openDashboard(page)
  await open(page, '组织机构', '科室')
  await expect(tab(page, '/admin/department')).toHaveAttribute('data-active', 'true')
  await open(page, '组织机构', '岗位')
  await page.evaluate(() => history.back())
  await expect(page.locator('.tab')).toHaveCount(3)
  await page.goto('/admin/department?quick_search=x')
  await expect(tab(page, '/admin/department')).toHaveAttribute('data-active', 'true')
  await expect(page.locator('.tab')).toHaveCount(3)
  await expect
    .poll(async () => (await stored<Tabs>(page, 'storeTabViewConfig')).tabsView.find((t) => t.path === '/admin/department')?.query)
    .toContain('quick_search=x')
  expect((await stored<Tabs>(page, 'storeTabViewConfig')).tabsView.some((t) => t.path.includes('loading'))).toBe(false)
})

test('A-01 a tab keeps the params of its address, and a further visit brings them up to date', async ({ page, baseURL }) => {
  const url = `${baseURL}/favicon.svg`
  await addMenus(page, [menuNode(9001, 'outside', { menu_type: 'iframe', url })])
  await openDashboard(page)
  const paramsOf = async (path: string) =>
    (await stored<Tabs | null>(page, 'storeTabViewConfig'))?.tabsView.find((t) => t.path === path)?.params
  await expect.poll(() => paramsOf('/admin/dashboard')).toEqual({})
  await page.locator('.side-menu').getByText('outside').click()
  const path = `/admin/iframe/${encodeURIComponent(url)}`
  await expect(tab(page, path)).toHaveAttribute('data-active', 'true')
  await expect.poll(() => paramsOf(path)).toEqual({ url })
  // As an older visit might have left it.
  await page.evaluate(() => {
    const tabs = JSON.parse(localStorage.getItem('storeTabViewConfig') ?? '{}') as Tabs
    for (const one of tabs.tabsView) one.params = { url: 'old' }
    localStorage.setItem('storeTabViewConfig', JSON.stringify(tabs))
  })
  await page.reload()
  await expect(page.locator('iframe')).toBeVisible()
  await expect.poll(() => paramsOf(path)).toEqual({ url })
  await expect(page.locator('.tab')).toHaveCount(2)
})

test('A-02 tabs close one, others and all; the last one stays; middle click and context menu work', async ({ page }) => {
  await openDashboard(page)
  await open(page, '组织机构', '科室')
  await open(page, '组织机构', '岗位')
  await open(page, '权限管理', '管理员')
  await expect(page.locator('.tab')).toHaveCount(4)
  await tab(page, '/admin/auth/admin').getByRole('button', { name: '关闭 管理员' }).click()
  await expect(page).toHaveURL(/\/admin\/job/)
  await tab(page, '/admin/department').click({ button: 'middle' })
  await expect(page.locator('.tab')).toHaveCount(2)
  await open(page, '权限管理', '管理员')
  await expect(page).toHaveURL(/\/admin\/auth\/admin/)
  await tab(page, '/admin/job').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他标签' }).click()
  await expect(page.locator('.tab')).toHaveCount(1)
  await expect(page).toHaveURL(/\/admin\/job/)
  await expect(page.locator('.tab-close')).toHaveCount(0)
  await open(page, '权限管理', '管理员')
  await expect(page).toHaveURL(/\/admin\/auth\/admin/)
  await tab(page, '/admin/job').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部标签' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await expect(page.locator('.tab')).toHaveCount(1)
})

test('A-02 whoever closes a tab and comes back before the next page is drawn has it again', async ({ page }) => {
  await openDashboard(page)
  await open(page, '组织机构', '岗位')
  await open(page, '权限管理', '管理员')
  await tab(page, '/admin/job').click({ button: 'right' })
  const closeOthers = page.getByRole('menuitem', { name: '关闭其他标签' })
  await expect(closeOthers).toBeVisible()
  await closeOthers.evaluate(async (item: HTMLElement) => {
    item.click()
    // No task ends between the two, so that nothing is drawn.
    for (let turn = 0; turn < 1000 && location.pathname !== '/admin/job'; turn += 1) await Promise.resolve()
    document.querySelector<HTMLElement>('nav a[href="/admin/auth/admin"]')?.click()
  })
  await expect(page).toHaveURL('/admin/auth/admin')
  await expect(page.locator('.tab[data-active=true]')).toContainText('管理员')
})

test('the tab bar is one stop for the keyboard: arrows move, Enter opens, Delete closes', async ({ page }) => {
  await openAdmin(page, '/admin/department')
  await expect(tab(page, '/admin/department')).toBeVisible()
  await page.goto('/admin/job')
  await expect(tab(page, '/admin/job')).toHaveAttribute('data-active', 'true')
  const name = (path: string) => tab(page, path).locator('.tab-name')
  await expect(page.locator('.tab-bar button[tabindex="0"]')).toHaveCount(1)
  await name('/admin/job').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(name('/admin/department')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/department/)
  await page.keyboard.press('Delete')
  await expect(tab(page, '/admin/department')).toHaveCount(0)
  await expect(name('/admin/job')).toBeFocused()
  await expect(page).toHaveURL(/job/)
})

test('A-02 a kept page comes back as it was left, a reloaded one starts anew', async ({ page }) => {
  await openDashboard(page)
  await open(page, '组织机构', '科室')
  const search = page.locator('.shell-page:visible input').first()
  await search.fill('心血管')
  await expect.poll(() => decodeURIComponent(page.url())).toContain('心血管')
  // The address alone would bring the words back: the box itself is marked, to be known again.
  await search.evaluate((box) => (box.dataset['kept'] = 'yes'))
  await open(page, '组织机构', '岗位')
  await tab(page, '/admin/department').click()
  await expect(search).toHaveValue('心血管')
  await expect(search).toHaveAttribute('data-kept', 'yes')
  await tab(page, '/admin/department').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '重新加载' }).click()
  await expect(search).not.toHaveAttribute('data-kept', 'yes')
  await expect(search).toBeVisible()
})

test('A-03 full screen hides everything but the page, survives a reload, and Escape ends it', async ({ page }) => {
  await openDashboard(page)
  await tab(page, '/admin/dashboard').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '全屏显示' }).click()
  await expect(page.locator('.shell-header')).toHaveCount(0)
  await page.reload()
  await expect(page.locator('.greeting')).toBeVisible()
  await expect(page.locator('.shell-aside')).toHaveCount(0)
  expect((await stored<Tabs>(page, 'storeTabViewConfig')).tabFullScreen).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.locator('.shell-header')).toBeVisible()
})

test('A-04 the four layouts change live and are kept; defaults are Classic, 240, slide-right, never dark', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { layout: { isDark: true } })
  const shell = page.locator('.shell')
  await expect(shell).toHaveAttribute('data-mode', 'Classic')
  await expect.poll(async () => Math.round((await page.locator('.shell-aside').boundingBox())?.width ?? 0)).toBe(240)
  await expect(page.locator('.shell-page')).toHaveAttribute('data-animation', 'slide-right')
  await page.getByRole('button', { name: '界面设置' }).click()
  for (const mode of ['Default', 'Streamline', 'Double']) {
    await page.locator(`.layout-picker [data-mode=${mode}]`).click()
    await expect(shell).toHaveAttribute('data-mode', mode)
  }
  await page.getByRole('switch', { name: '只展开一个目录' }).click()
  await page.reload()
  await expect(shell).toHaveAttribute('data-mode', 'Double')
  expect((await stored<Config>(page, 'storeConfig_v2')).layout).toMatchObject({ menuUniqueOpened: true, isDark: false, menuWidth: 240 })
})

test('A-04 each colour of menu and top bar is chosen, seen at once, and kept', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await page.getByRole('button', { name: 'Interface settings' }).click()
  const chosen: Record<string, string> = {}
  const inputs = page.locator('.settings input[type=color]')
  await expect(inputs).toHaveCount(10)
  const names = [
    'menuBackground',
    'menuColor',
    'menuActiveBackground',
    'menuActiveColor',
    'menuTopBarBackground',
    'headerBarBackground',
    'headerBarTabColor',
    'headerBarHoverBackground',
    'headerBarTabActiveBackground',
    'headerBarTabActiveColor',
  ]
  for (const [at, name] of names.entries()) {
    chosen[name] = `#10${(at + 16).toString(16)}30`
    await inputs.nth(at).fill(chosen[name])
  }
  expect((await stored<Config>(page, 'storeConfig_v2')).layout).toMatchObject(chosen)
  const rgb = (hex = '') => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
  const seen = async () => {
    await expect(page.locator('.shell-aside')).toHaveCSS('background-color', rgb(chosen['menuBackground']))
    await expect(page.locator('.shell-header')).toHaveCSS('background-color', rgb(chosen['headerBarBackground']))
    await expect(page.locator('.tab[data-active=true]')).toHaveCSS('background-color', rgb(chosen['headerBarTabActiveBackground']))
    await expect(page.locator('.tab[data-active=true]')).toHaveCSS('color', rgb(chosen['headerBarTabActiveColor']))
    await expect(page.locator('.side-menu .ant-menu-item-selected')).toHaveCSS('background-color', rgb(chosen['menuActiveBackground']))
    await expect(page.locator('.side-menu .ant-menu-item-selected')).toHaveCSS('color', rgb(chosen['menuActiveColor']))
  }
  await seen()
  await page.reload()
  await expect(page.locator('.greeting')).toBeVisible()
  await seen()
})

test('A-05 the collapsed menu is 64 px, nothing on a small screen, and the layout comes back with the space', async ({ page }) => {
  // A menu that is still sliding open is not where it was when it was aimed at.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/dashboard', { layout: { layoutMode: 'Double' } })
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(async () => Math.round((await page.locator('.shell-aside').boundingBox())?.width ?? 0)).toBe(64)
  await page.setViewportSize({ width: 800, height: 700 })
  await expect(page.locator('.shell')).toHaveAttribute('data-mode', 'Classic')
  await expect(page.locator('.shell')).toHaveCSS('grid-template-columns', '0px 800px')
  expect(await stored(page, 'beforeResizeLayout')).toEqual({ layoutMode: 'Double', menuCollapse: true })
  await page.getByRole('banner').getByRole('button', { name: '展开菜单' }).click()
  await page.locator('.side-menu').getByText('组织机构').click()
  await page.locator('.side-menu').getByRole('link', { name: '科室' }).click()
  await expect(page).toHaveURL(/\/admin\/department/)
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect(page.locator('.shell')).toHaveAttribute('data-mode', 'Double')
  expect(await page.evaluate(() => localStorage.getItem('beforeResizeLayout'))).toBe(null)
})

test('A-11 the dashboard greets by the hour, and working time can rest', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-16T02:30:00Z') })
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await page.clock.runFor(3000)
  await expect(page.locator('.greeting')).toContainText('Good morning!')
  await expect(page.locator('.greeting')).toContainText('welcome back')
  await page.getByRole('button', { name: 'Take a break' }).click()
  await expect(page.locator('.working-time')).toContainText('On a break')
  expect(await stored<{ startPauseTime: number }>(page, 'workingTime')).toMatchObject({ date: '2026-11-16', pauseTime: 0 })
})

const GREETINGS = {
  'zh-cn': ['夜深了，注意身体哦！', '早上好！', '上午好！', '中午好！', '下午好！', '晚上好！', '欢迎回来'],
  en: [
    'Late at night, pay attention to your body!',
    'Good morning!',
    'Good morning!',
    'Good noon!',
    'Good afternoon!',
    'Good evening!',
    'welcome back',
  ],
} as const
/** The first and the last hour of each band. */
const HOURS = [
  [0, 4],
  [5, 8],
  [9, 11],
  [12, 13],
  [14, 17],
  [18, 23],
]
for (const lang of ['zh-cn', 'en'] as const)
  for (const place of ['dashboard', 'member centre'] as const)
    test(`A-11 A-14 the ${place} greets with six sentences in ${lang}, each followed by welcome back`, async ({ page, request }) => {
      // Midnight in the time zone of these tests.
      const midnight = Date.parse('2026-11-16T00:00:00+08:00')
      await page.clock.install({ time: midnight })
      if (place === 'dashboard') await openAdmin(page, '/admin/dashboard', { lang })
      else await openMember(page, '/user/account/overview', (await newMember(request)).username, lang)
      const greeting = page.locator(place === 'dashboard' ? '.greeting h1' : '.overview-hello h1')
      const [welcome] = GREETINGS[lang].slice(-1)
      for (const [band, hours] of HOURS.entries())
        for (const hour of hours) {
          await page.clock.setSystemTime(midnight + hour * 3_600_000 + 60_000)
          // The page looks at the clock now and then.
          await page.clock.runFor(61_000)
          await expect(greeting.locator('span')).toHaveText([GREETINGS[lang][band] ?? '', welcome ?? ''])
        }
    })

test('A-13 the language changes everywhere at once, without a reload and without losing what was typed', async ({ page }) => {
  await openAdmin(page, '/admin/department')
  const search = page.locator('.shell-page:visible input').first()
  await search.fill('心血管')
  await page.evaluate(() => ((window as unknown as { alive: boolean }).alive = true))
  await page.getByRole('button', { name: '切换语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(tab(page, '/admin/department')).toContainText('Departments')
  await expect(page).toHaveTitle('Departments - Data Management & Quality Control System')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(search).toHaveValue('心血管')
  expect(await page.evaluate(() => (window as unknown as { alive: boolean }).alive)).toBe(true)
  expect((await stored<Config>(page, 'storeConfig_v2')).lang.defaultLang).toBe('en')
})

test('the palette finds pages by pinyin initials and runs actions', async ({ page }) => {
  await openDashboard(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: '搜索页面、记录与操作' })
  await expect(field).toBeFocused()
  await field.fill('gly')
  await expect(page.getByRole('option').first()).toContainText('管理员')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/admin\/auth\/admin/)
  await expect(tab(page, '/admin/auth/admin')).toContainText('管理员')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索页面、记录与操作' }).fill('english')
  await page.keyboard.press('Enter')
  await expect(tab(page, '/admin/auth/admin')).toContainText('Admin')
})

test('E-04 P-01 the storage keys hold plain values; the group is 0 when none is chosen, then the chosen one on every call', async ({
  page,
}) => {
  const groups: (string | undefined)[] = []
  page.on('request', (request) => request.url().includes('/admin/index/index') && groups.push(request.headers()['group']))
  await openDashboard(page)
  await expect(page.locator('.greeting')).toBeVisible()
  expect(groups).toEqual(['0'])
  const keys = await page.evaluate(() => Object.keys(localStorage))
  for (const key of ['adminInfo', 'storeConfig_v2', 'storeTabViewConfig', 'workingTime']) expect(keys).toContain(key)
  expect(await stored(page, 'adminInfo')).toMatchObject({ id: 1, username: 'admin', super: true, b_rules: expect.anything() })
  await page.locator('.department').click()
  await page.locator('.ant-dropdown:visible').getByRole('menuitem').nth(1).click()
  const group = await page.evaluate(() => localStorage.getItem('group'))
  expect(group).toMatch(/^[1-9]\d*$/)
  // P-01: from now on every call says it.
  const asked = page.waitForRequest('**/admin/job/index?**')
  await open(page, '组织机构', '岗位')
  expect((await asked).headers()['group']).toBe(group)
})

test('E-04 keep remembers the account name under ba_account, never the password', async ({ page }) => {
  await page.goto('/admin/login')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('secret-123')
  await page.getByLabel('保持登录').check()
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  expect(await stored(page, 'ba_account')).toEqual({ admin: 'admin' })
})

test('going offline is told, and so is coming back', async ({ page, context }) => {
  await openDashboard(page)
  await context.setOffline(true)
  await expect(page.locator('.offline')).toContainText('网络已断开')
  await context.setOffline(false)
  await expect(page.locator('.offline')).toContainText('网络已恢复')
  await expect(page.locator('.offline')).toHaveCount(0)
})
