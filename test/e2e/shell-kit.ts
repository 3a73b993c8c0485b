import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The same for every account of the demo hospital. */
export const PASSWORD = 'secret-123'

export type Options = { as?: string; lang?: 'zh-cn' | 'en'; layout?: Record<string, unknown> }
type Envelope<T = unknown> = { code: number; msg: string; time: number; data: T }

export const envelope = <T>(data: T, code = 1, msg = ''): { json: Envelope<T> } => ({ json: { code, msg, time: 0, data } })

/** A session as the sign-in page would leave it. */
export const signIn = async (page: Page, { as = 'admin', lang = 'zh-cn', layout = {} }: Options = {}): Promise<void> => {
  const answer = await page.request.post('/admin/index/login', {
    headers: { server: '1' },
    data: { username: as, password: PASSWORD, keep: true },
  })
  const { data } = (await answer.json()) as Envelope<{ userInfo: unknown }>
  await seed(page, { adminInfo: data.userInfo, storeConfig_v2: { layout, lang: { defaultLang: lang } } })
}

/** Writes local storage once, before the first script of the first page; a reload keeps what the app has made of it. */
export const seed = (page: Page, values: Record<string, unknown>): Promise<unknown> =>
  page.addInitScript((entries: [string, unknown][]) => {
    if (window.top !== window || sessionStorage.getItem('seeded')) return
    sessionStorage.setItem('seeded', '1')
    for (const [key, value] of entries) localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  }, Object.entries(values))

export const openAdmin = async (page: Page, path: string, options?: Options): Promise<void> => {
  await signIn(page, options)
  await page.goto(path)
  await expect(page.locator('.shell-main')).toBeVisible()
}

export const stored = <T>(page: Page, key: string): Promise<T> =>
  page.evaluate((k) => JSON.parse(localStorage.getItem(k) ?? 'null') as T, key)

export type Node = Record<string, unknown> & { children?: Node[] }

export const menuNode = (id: number, name: string, change: Node = {}): Node => ({
  id,
  pid: 0,
  type: 'menu',
  title: name,
  titles: { 'zh-cn': name, en: name },
  name,
  path: name,
  icon: 'tag',
  menu_type: 'tab',
  url: '',
  component: 'page:dashboard',
  keepalive: 0,
  extend: 'none',
  children: [],
  ...change,
})

/** The real menu with further entries behind it. */
export const addMenus = (page: Page, extra: Node[]): Promise<unknown> =>
  page.route('**/admin/index/index', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Envelope<{ menus: Node[] }>
    body.data.menus.push(...extra)
    await route.fulfill({ response, json: body })
  })

export const toast = (page: Page, kind: 'error' | 'success' | 'info' | 'warning') => page.locator(`.toast[data-kind=${kind}]`)
export const tab = (page: Page, path: string) => page.locator(`.tab[data-path="${path}"]`)
