import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'

type Envelope<T> = { code: number; msg: string; data: T }
export type Client = {
  token: string
  info: Record<string, unknown>
  call<T = unknown>(path: string, body?: unknown, method?: string): Promise<Envelope<T>>
}

/** Signed in over HTTP; the sign-in page has tests of its own. */
export const signIn = async (request: APIRequestContext, username = 'admin'): Promise<Client> => {
  const login = await request.post('/admin/index/login', {
    headers: { server: '1' },
    data: { username, password: 'secret-123', keep: true },
  })
  const answer = (await login.json()) as Envelope<{ userInfo: Record<string, unknown> & { token: string } }>
  expect(answer.code, answer.msg).toBe(1)
  const { userInfo } = answer.data
  const headers = { server: '1', batoken: userInfo.token }
  return {
    token: userInfo.token,
    info: userInfo,
    call: async <T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
      const response = await request.fetch(path, { method, headers, ...(body === undefined ? {} : { data: body }) })
      return (await response.json()) as Envelope<T>
    },
  }
}

export const open = async (page: Page, client: Client, path: string, lang: 'zh-cn' | 'en' = 'en'): Promise<void> => {
  await page.addInitScript(
    ([info, language]) => {
      localStorage.setItem('adminInfo', JSON.stringify(info))
      localStorage.setItem(
        'storeConfig_v2',
        JSON.stringify({ ...JSON.parse(localStorage.getItem('storeConfig_v2') ?? '{}'), lang: { defaultLang: language } }),
      )
    },
    [client.info, lang] as const,
  )
  await page.goto(path)
  await expect(page.locator('.list-page h1')).toBeVisible()
}

export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
export const toast = (page: Page, text: string | RegExp): Locator => page.getByText(text).last()

let made = 0
/** A name no other test uses: they share one server. */
export const fresh = (prefix: string): string => `${prefix}${process.pid.toString(36)}${(++made).toString(36)}${Date.now().toString(36)}`

export const addJob = async (client: Client, name = fresh('Job '), more: object = {}): Promise<{ id: number; name: string }> => {
  const code = fresh('J')
  const { code: ok, msg } = await client.call('/admin/job/add', { name, code, category: 'data', headcount: 3, ...more })
  expect(ok, msg).toBe(1)
  const { data } = await client.call<{ list: { id: number }[] }>(`/admin/job/index?quick_search=${code}`)
  return { id: data.list[0]!.id, name }
}
