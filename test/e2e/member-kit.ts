import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { fresh, signIn } from './list-kit.ts'
import { PASSWORD, seed } from './shell-kit.ts'

/** The answer of every captcha picture in these tests. */
export const PICTURE = '2345'

export const nameOf = (prefix: string): string => fresh(prefix).replace(/\W/g, '').slice(0, 15)
export const mailOf = (prefix: string): string => `${fresh(prefix)}@example.org`

type Fields = { email?: string; mobile?: string; group?: number }

/** A member of its own for a test that changes it. */
export const newMember = async (request: APIRequestContext, fields: Fields = {}): Promise<{ id: number; username: string }> => {
  const admin = await signIn(request)
  const groups = await admin.call<{ list: { id: number }[] }>('/admin/user.group/index?limit=100&order=id,asc')
  const username = nameOf('m')
  const group = fields.group ?? groups.data.list[0]!.id
  const { code, msg } = await admin.call('/admin/user.user/add', { username, nickname: username, password: PASSWORD, group, ...fields })
  expect(code, msg).toBe(1)
  const { data } = await admin.call<{ list: { id: number }[] }>(`/admin/user.user/index?quick_search=${username}`)
  return { id: data.list[0]!.id, username }
}

/** The newest code that went to an address, read from the outbox as an admin would. */
export const codeSentTo = async (request: APIRequestContext, recipient: string, purpose: string): Promise<string> => {
  const admin = await signIn(request)
  let code = ''
  await expect
    .poll(async () => {
      const { data } = await admin.call<{ list: { body: string; purpose: string }[] }>(
        `/admin/message.outbox/index?quick_search=${encodeURIComponent(recipient)}`,
      )
      return (code = /\d{6}/.exec(data.list.find((m) => m.purpose === purpose)?.body ?? '')?.[0] ?? '')
    })
    .not.toBe('')
  return code
}

export const memberSession = async (request: APIRequestContext, username: string, password = PASSWORD) => {
  const answer = await request.post('/api/user/checkIn', {
    headers: { server: '1' },
    data: { tab: 'login', username, password, keep: true },
  })
  return (await answer.json()) as { code: number; msg: string; data: { userInfo: { token: string } } }
}

/** A session as the sign-in page would leave it. */
export const openMember = async (page: Page, path: string, username: string, lang: 'zh-cn' | 'en' = 'zh-cn'): Promise<string> => {
  const { code, msg, data } = await memberSession(page.request, username)
  expect(code, msg).toBe(1)
  await seed(page, { userInfo: data.userInfo, storeConfig_v2: { lang: { defaultLang: lang } } })
  await page.goto(path)
  await expect(page.locator('.member-main h1')).toBeVisible()
  return data.userInfo.token
}

/** Nothing sticks out of a narrow window. */
export const fitsWidth = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
