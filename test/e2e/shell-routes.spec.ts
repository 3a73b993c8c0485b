import { expect, test } from '@playwright/test'
import { openMember } from './member-kit.ts'
import { addMenus, envelope, menuNode, openAdmin, PASSWORD, seed, signIn, tab, toast } from './shell-kit.ts'

const chinese = '数据管理与质控系统'

test('R-01 the home page is printed HTML with the Chinese title, inside #app, and works in English too', async ({ page, request }) => {
  const html = await (await request.get('/', { headers: { accept: 'text/html' } })).text()
  expect(html).toMatch(/<div id="app">.*数据管理与质控系统/s)
  await page.goto('/')
  await expect(page).toHaveTitle(chinese)
  await expect(page.locator('#app h1')).toHaveText(chinese)
  await page.getByRole('button', { name: 'EN' }).click()
  await expect(page).toHaveTitle('Data Management & Quality Control System')
  await page.reload()
  await expect(page.locator('#app h1')).toHaveText('Data Management & Quality Control System')
})

test('R-02 /office and /word are the document preview', async ({ page }) => {
  for (const path of ['/office', '/word']) {
    await page.goto(path)
    await expect(page).toHaveTitle(`文档预览 - ${chinese}`)
  }
  // Only what is stored here: a link can neither show a stranger's page under our name nor any other address of ours.
  for (const url of ['https://example.com/a.pdf', '/favicon.svg']) {
    await page.goto(`/office?${new URLSearchParams({ url })}`)
    await expect(page.getByRole('heading', { name: '找不到文件' })).toBeVisible()
    await expect(page.locator('iframe, .preview img')).toHaveCount(0)
  }
})

test('R-03 R-10 the admin signs in at /admin/login and lands on the dashboard', async ({ page }) => {
  await page.goto('/admin/login')
  await expect(page).toHaveTitle(`后台登录 - ${chinese}`)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.locator('.greeting')).toContainText('欢迎回来')
})

test('R-04 R-10 the member signs in at /user/login and sees the member center', async ({ page }) => {
  await page.goto('/user/login')
  await expect(page).toHaveTitle(`会员登录 - ${chinese}`)
  await page.getByRole('button', { name: '注册账号' }).click()
  await expect(page.getByRole('heading', { name: '注册会员' })).toBeVisible()
  await page.getByRole('button', { name: '已有账号，去登录' }).click()
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expect(page.getByRole('heading', { name: '找回密码' })).toBeVisible()
  await page.getByRole('button', { name: '返回登录' }).click()
  await page.getByLabel('账号').fill('member')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/account\/overview$/)
  await expect(page).toHaveTitle(`会员中心 - ${chinese}`)
})

test('R-05 R-10 an unknown path goes to /404', async ({ page }) => {
  await page.goto('/nowhere/at/all')
  await expect(page).toHaveURL('/404')
  await expect(page).toHaveTitle(`页面不存在 - ${chinese}`)
  await signIn(page)
  // The last two are called like a folder and like a resource: no page of anybody, with every right or without.
  for (const nowhere of ['nowhere', 'study-project', 'study.project']) {
    await page.goto(`/admin/${nowhere}`)
    await expect(page).toHaveURL('/404')
  }
})

test('R-06 R-10 a page of an area that is not in my menu shows 401', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { as: 'cardiology' })
  await expect(page.locator('.side-menu')).not.toContainText('菜单规则')
  await page.goto('/admin/auth/rule')
  await expect(page).toHaveURL('/401')
  await expect(page).toHaveTitle(`没有访问权限 - ${chinese}`)
})

test('R-07 /admin goes through its loading route', async ({ page }) => {
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  await openAdmin(page, '/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  expect(seen).toContain('/admin/loading')
})

test('R-07 R-08 /user goes through its loading route, without a session to the sign-in', async ({ page }) => {
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  await page.goto('/user')
  await expect(page).toHaveURL('/user/login')
  await openMember(page, '/user', 'member')
  await expect(page).toHaveURL(/\/user\/account\/overview$/)
  expect(seen).toContain('/user/loading')
})

test('R-08 an unregistered path waits on the loading route and arrives with its query', async ({ page }) => {
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  await openAdmin(page, '/admin/department?quick_search=%E5%BF%83')
  await expect(page).toHaveURL(/\/admin\/department\?quick_search=%E5%BF%83/)
  const loading = seen.find((path) => path.startsWith('/admin/loading/')) ?? ''
  expect(JSON.parse(decodeURIComponent(loading.replace('/admin/loading/', '')))).toEqual({
    path: '/admin/department',
    query: { quick_search: '心' },
  })
})

test('R-08 the sign-in leads back to the page that was asked for', async ({ page }) => {
  await page.goto('/admin/department')
  await expect(page).toHaveURL('/admin/login?to=%2Fadmin%2Fdepartment')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/\/admin\/department$/)
})

test('R-09 an old #/admin address is recognised', async ({ page }) => {
  await page.goto('/#/admin/login')
  await expect(page).toHaveURL('/admin/login')
})

test('R-10 the loading screen has its own title', async ({ page }) => {
  await signIn(page)
  await page.route('**/admin/index/index', () => {})
  await page.goto('/admin')
  await expect(page).toHaveTitle(`加载中 - ${chinese}`)
})

test('R-11 the bar has no spinner, the block loader shows once and leaves after a second, texts come on demand', async ({ page }) => {
  const texts: string[] = []
  page.on('request', (request) => texts.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const seen = ((window as unknown as { seen: string[] }).seen = [] as string[])
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((c) => [...c.addedNodes, ...c.removedNodes])) {
        if (node instanceof HTMLElement && (node.className === 'block-loader' || node.id === 'nprogress')) {
          seen.push(`${node.isConnected ? '+' : '-'}${node.className || node.id}@${Math.round(performance.now())}`)
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/404')
  await expect(page.locator('h1')).toHaveText('页面不存在')
  const isLoginText = (path: string) => /\/login-[^/]+\.js/.test(path)
  expect(texts.filter(isLoginText)).toEqual([])
  await expect(page.locator('.block-loader')).toHaveCount(0)
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  const at = (mark: string) => Number(seen.find((s) => s.startsWith(mark))?.split('@')[1] ?? Number.NaN)
  expect(at('-block-loader') - at('+block-loader')).toBeGreaterThan(900)
  expect(seen.filter((s) => s.startsWith('+block-loader'))).toHaveLength(1)
  expect(seen.some((s) => s.startsWith('+nprogress'))).toBe(true)
  await expect(page.locator('.spinner')).toHaveCount(0)
  await page.goto('/admin/login')
  await expect(page.getByLabel('账号')).toBeVisible()
  expect(texts.filter(isLoginText)).not.toEqual([])
})

test('R-11 a second navigation shows the bar again and the block loader no more, and brings its texts', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  const isText = (path: string) => /\/area-[^/]+\.js/.test(path)
  await openAdmin(page, '/admin/dashboard')
  await expect(page.locator('.block-loader')).toHaveCount(0)
  await expect(page.locator('#nprogress')).toHaveCount(0)
  expect(files.filter(isText)).toEqual([])
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((c) => [...c.addedNodes]))
        if (node instanceof HTMLElement && (node.className === 'block-loader' || node.id === 'nprogress'))
          seen.push(node.id || node.className)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.locator('.side-menu').getByText('常规管理', { exact: true }).click()
  await page.locator('.side-menu').getByText('系统配置', { exact: true }).click()
  await expect(page).toHaveURL('/admin/routine/config')
  await expect(page.locator('.settings-page h1')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['nprogress'])
  await expect(page.locator('#nprogress')).toHaveCount(0)
  await expect(page.locator('.spinner')).toHaveCount(0)
  expect(files.filter(isText)).not.toEqual([])
})

test('whoever goes to a page and changes the language while it loads arrives there, not at the first page', async ({ page }) => {
  const held = new Set<() => void>()
  let isHolding = true
  // The first page and the one that is asked for are both on their way.
  await page.route(/\/assets\/(dashboard|page)-[^/]*\.js/, async (route) => {
    if (isHolding) await new Promise<void>((go) => held.add(go))
    await route.continue()
  })
  await signIn(page)
  await page.goto('/admin')
  const menu = page.locator('.side-menu')
  await menu.getByText('组织机构', { exact: true }).click()
  await menu.getByText('科室', { exact: true }).click()
  await expect.poll(() => held.size).toBeGreaterThan(1)
  await expect(page.locator('.loading-page')).toBeVisible()
  // The words of the new language come through.
  isHolding = false
  await page.getByRole('button', { name: '切换语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(menu.getByText('Organisation', { exact: true })).toBeVisible()
  for (const go of held) go()
  await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible()
  await expect(page).toHaveURL('/admin/department')
})

test('R-12 an iframe menu opens under its encoded address, and survives a reload', async ({ page, baseURL }) => {
  const url = `${baseURL}/favicon.svg?a=1&b=2`
  await addMenus(page, [menuNode(9001, 'outside', { menu_type: 'iframe', url })])
  await openAdmin(page, '/admin/dashboard')
  await page.locator('.side-menu').getByText('outside').click()
  await expect(page).toHaveURL(`/admin/iframe/${encodeURIComponent(url)}`)
  await expect(page.locator('iframe')).toHaveAttribute('src', url)
  await page.reload()
  await expect(page.locator('iframe')).toHaveAttribute('src', url)
  await page.goto(`/admin/iframe/${encodeURIComponent('https://example.com/phishing')}`)
  await expect(page).toHaveURL('/404')
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('R-13 navigation says why it did not happen', async ({ page }) => {
  await addMenus(page, [menuNode(9001, 'odd', { menu_type: null }), menuNode(9002, 'missing', { component: 'page:missing' })])
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  const menu = page.locator('.side-menu')
  await menu.getByText('odd').click()
  await expect(toast(page, 'error')).toContainText('the menu type is unrecognized')
  await menu.getByText('missing').click()
  await expect(toast(page, 'error').last()).toContainText('invalid route')
  await page.locator('.side-menu .ant-menu-item-selected').click()
  await expect(toast(page, 'info')).toContainText('Already at the navigation target')
  await expect(tab(page, '/admin/dashboard')).toBeVisible()
})

test('R-06 a member without a session is asked to sign in', async ({ page }) => {
  await seed(page, { userInfo: { id: 7, token: '' } })
  await page.route('**/api/user/checkIn', (route) => route.fulfill(envelope({ accountVerificationType: [], captcha: false })))
  await page.goto('/user/account/overview')
  await expect(page).toHaveURL(/\/user\/login/)
})

test('R-13 leaving a half-filled form on a page that is not kept is intercepted and said', async ({ page }) => {
  await page.route('**/admin/index/index', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"keepalive":"department"', '"keepalive":0') })
  })
  await openAdmin(page, '/admin/department', { lang: 'en' })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('half')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages, records and actions' }).fill('dashboard')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'warning')).toContainText('navigation guard intercepted')
  await expect(page).toHaveURL(/\/admin\/department/)
})
