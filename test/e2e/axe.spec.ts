import { expect, test, type Page } from '@playwright/test'
import { noSeriousFindings } from './office-kit.ts'
import { openAdmin, signIn } from './shell-kit.ts'

type Node = { type: string; name: string; path: string; menu_type: string; component: string; children?: Node[] }

const pagesOf = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((n) => (n.type === 'menu' && n.menu_type === 'tab' ? [n] : pagesOf(n.children ?? [])))

/** Every page of the menu as the server knows it: a new area is walked through without being named here. */
const menuOf = async (page: Page): Promise<Node[]> => {
  const login = await page.request.post('/admin/index/login', {
    headers: { server: '1' },
    data: { username: 'admin', password: 'secret-123', keep: true },
  })
  const { data } = (await login.json()) as { data: { userInfo: { token: string } } }
  const index = await page.request.get('/admin/index/index', { headers: { server: '1', batoken: data.userInfo.token } })
  return pagesOf(((await index.json()) as { data: { menus: Node[] } }).data.menus)
}

/** Waits until nothing is loading: a skeleton has no names yet. */
const settled = async (page: Page) => {
  await expect(page.locator('.shell-main')).toBeVisible()
  await expect(page.locator('.block-loader')).toHaveCount(0)
  await expect(page.locator('.shell-main [aria-busy=true], .shell-main .skeleton')).toHaveCount(0)
}

test('every page of the menu, and the form behind every “add”, is free of serious accessibility problems', async ({ page }) => {
  test.setTimeout(600_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const menu = await menuOf(page)
  expect(menu.length).toBeGreaterThan(15)
  await signIn(page)
  const found: string[] = []
  const forms: string[] = []
  const look = async (where: string) => {
    await noSeriousFindings(page).catch((error: Error) =>
      found.push(
        `${where}: ${
          error.message
            .split('\n')
            .filter((l) => /^[+-]? *\+? *"/.test(l))
            .join(' ') || error.message.slice(0, 400)
        }`,
      ),
    )
  }
  for (const { path, name, children = [] } of menu) {
    await page.goto(`/admin/${path}`)
    await settled(page)
    await look(path)
    // The menu says where something can be added; the settings page has a button of its own for it.
    if (!children.some((c) => c.name === `${name}/add`) || name === 'routine/config') continue
    await page.locator('.list-header').getByRole('button', { name: /^新建/ }).click()
    await expect(page.locator('.record-form, .designer')).toBeVisible()
    await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
    await look(`${path} + add`)
    forms.push(path)
  }
  expect(forms).toEqual(expect.arrayContaining(['department', 'job', 'auth/admin', 'auth/group', 'auth/rule', 'user/user', 'sms/template']))
  expect(found).toEqual([])
})

test('the pages before and beside the office are too', async ({ page }) => {
  for (const path of ['/', '/admin/login', '/user/login', '/404', '/401']) {
    await page.goto(path)
    await expect(page.locator('#app')).not.toBeEmpty()
    await noSeriousFindings(page)
  }
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox').last()).toBeVisible()
  await noSeriousFindings(page)
})
