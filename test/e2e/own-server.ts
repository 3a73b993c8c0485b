import { spawn, type ChildProcess } from 'node:child_process'
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { Answer, Call as Options } from '../server.ts'
import type { Call, Row } from '../study-kit.ts'
import { PASSWORD, seed } from './shell-kit.ts'

export type Lang = 'zh-cn' | 'en'
export type Person = { call: Call; info: Record<string, unknown> & { id: number }; kind: 'admin' | 'member' }
type Signed = { userInfo: Person['info'] & { token: string } }

/** A server of its own on its own copy of the demo hospital, with a worker that stays, for the tests of this file. */
export const ownServer = (env: Record<string, string> = {}) => {
  let child: ChildProcess
  let base = ''
  const windows: BrowserContext[] = []
  test.beforeAll(async () => {
    child = spawn(process.execPath, ['test/e2e/serve.ts'], { env: { ...process.env, E2E_PORT: '0', E2E_WORKER: '1', ...env } })
    base = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (address: Buffer) => resolve(address.toString().trim()))
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
  })
  // An open page goes on asking its server while other tests run.
  test.afterEach(async () => {
    for (const context of windows.splice(0)) await context.close()
  })
  test.afterAll(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  })

  const calling =
    (header: Record<string, string>): Call =>
    async <T>(path: string, { method, query, body, headers = {} }: Options = {}) => {
      const response = await fetch(`${base}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { server: '1', ...header, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { ...((await response.json()) as Answer<T>), status: response.status }
    }
  const signIn = async (username: string): Promise<Person> => {
    const { data } = await calling({})<Signed>('/admin/index/login', { body: { username, password: PASSWORD, keep: true } })
    return { call: calling({ batoken: data.userInfo.token }), info: data.userInfo, kind: 'admin' }
  }
  const memberIn = async (username: string): Promise<Person> => {
    const body = { tab: 'login', username, password: PASSWORD, keep: true }
    const { data } = await calling({})<Signed>('/api/user/checkIn', { body })
    return { call: calling({ 'ba-user-token': data.userInfo.token }), info: data.userInfo, kind: 'member' }
  }
  /** A window of this person’s own. */
  const windowOf = async (browser: Browser, { info, kind }: Person, lang: Lang): Promise<Page> => {
    const context = await browser.newContext()
    windows.push(context)
    const page = await context.newPage()
    await seed(page, { [kind === 'admin' ? 'adminInfo' : 'userInfo']: info, storeConfig_v2: { lang: { defaultLang: lang } } })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    page.setDefaultTimeout(30_000)
    return page
  }
  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(`${base}${path}`)
    await expect(page.locator('h1').first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
  }
  return { address: () => base, signIn, memberIn, windowOf, open }
}

export const only = async (call: Call, resource: string, search: object[] = []): Promise<Row> => {
  const { data } = await call<{ list: Row[] }>(`/admin/${resource}/index`, { query: { limit: '100', search: JSON.stringify(search) } })
  const [row] = data.list
  if (!row) throw new Error(`no ${resource}`)
  return row
}

export const fitsPhone = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}
export const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOT']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
