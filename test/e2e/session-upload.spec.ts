import { expect, type Page, test } from '@playwright/test'
import { newMember, openMember } from './member-kit.ts'
import { fresh } from './page-kit.ts'
import { envelope, openAdmin, stored } from './shell-kit.ts'

type Session = { token: string; refreshToken: string }
type Audience = {
  name: 'admin' | 'user'
  door: string
  header: string
  store: string
  path: string
  open(page: Page): Promise<void>
  choose(page: Page): Promise<void>
  arrived(page: Page): Promise<void>
}
/** A picture of its own for each upload: equal content is stored once. */
const png = () =>
  Buffer.concat([
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
    Buffer.from(fresh('x')),
  ])
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png() })

const admin: Audience = {
  name: 'admin',
  door: '/admin/ajax/upload',
  header: 'batoken',
  store: 'adminInfo',
  path: '/admin/routine/attachment',
  open: async (page) => {
    await openAdmin(page, '/admin/routine/attachment', { lang: 'en' })
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
  },
  choose: (page) => page.locator('input[type=file]').setInputFiles(picture('session.png')),
  arrived: (page) => expect(page.locator('.toast[data-kind=success]')).toContainText('1 file uploaded'),
}
const member: Audience = {
  name: 'user',
  door: '/api/ajax/upload',
  header: 'ba-user-token',
  store: 'userInfo',
  path: '/user/account/profile',
  open: async (page) => {
    const { username } = await newMember(page.request)
    await openMember(page, '/user/account/profile', username, 'en')
  },
  choose: (page) => page.locator('input[type=file]').setInputFiles(picture('session.png')),
  arrived: (page) => expect(page.locator('.profile-avatar img')).toBeVisible(),
}

const isDoor = (door: string) => (url: URL) => url.pathname === door
const ended = (page: Page) => page.getByText('Your session has ended')

for (const who of [admin, member]) {
  test(`M-02 an upload of the ${who.name} that breaks off speaks of the network, and can be sent again`, async ({ page, context }) => {
    await who.open(page)
    const door = isDoor(who.door)
    await page.route(door, (route) => route.abort('connectionreset'))
    await who.choose(page)
    const trouble = page.getByText('The connection broke off before the file had arrived; try again')
    await expect(trouble).toBeVisible()
    await expect(page.getByText('Server exception!')).toHaveCount(0)
    await context.setOffline(true)
    await who.choose(page)
    await expect(page.getByText('You are disconnected!')).toBeVisible()
    await context.setOffline(false)
    await page.unroute(door)
    await who.choose(page)
    await who.arrived(page)
  })

  test(`T-01 C-01 an upload of the ${who.name} whose token has run out is sent again with a new one, under the rules of every call`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const limits: number[] = []
      Object.assign(window, { limits })
      const send = XMLHttpRequest.prototype.send
      XMLHttpRequest.prototype.send = function (...body) {
        limits.push(this.timeout)
        return send.apply(this, body)
      }
    })
    await who.open(page)
    const before = await stored<Session>(page, who.store)
    let refreshes = 0
    page.on('request', (r) => void (r.url().includes('/api/common/refreshToken') && (refreshes += 1)))
    await page.route(isDoor(who.door), (route) => route.fulfill(envelope(null, 409, 'expired')), { times: 1 })
    const answered = page.waitForResponse(
      async (r) => isDoor(who.door)(new URL(r.url())) && ((await r.json()) as { code: number }).code === 1,
    )
    await who.choose(page)
    const answer = await answered
    expect(await answer.json()).toEqual({ code: 1, msg: expect.any(String), time: expect.any(Number), data: { file: expect.anything() } })
    await who.arrived(page)
    const after = await stored<Session>(page, who.store)
    expect(refreshes).toBe(1)
    expect(after.token).not.toBe(before.token)
    expect(await answer.request().allHeaders()).toMatchObject({
      'think-lang': 'en',
      server: 'true',
      group: '0',
      [who.header]: after.token,
    })
    expect(new URL(answer.url()).origin).toBe(new URL(page.url()).origin)
    expect(await page.evaluate(() => (window as unknown as { limits: number[] }).limits)).toEqual([0, 0])
  })

  test(`T-02 an upload of the ${who.name} whose session cannot be renewed leads to the sign-in, and back`, async ({ page }) => {
    await who.open(page)
    await page.route('**/api/common/refreshToken', (route) => route.fulfill(envelope(null, 0, 'gone')))
    await page.route(isDoor(who.door), (route) => route.fulfill(envelope(null, 409, 'expired')))
    await who.choose(page)
    await expect(page).toHaveURL(`/${who.name}/login?to=${encodeURIComponent(who.path)}`)
    await expect(ended(page)).toBeVisible()
    expect(await stored<Session>(page, who.store)).toMatchObject({ token: '', refreshToken: '' })
  })

  test(`T-03 an upload of the ${who.name} whose session was ended elsewhere leads to the sign-in`, async ({ page }) => {
    await who.open(page)
    const { token, refreshToken } = await stored<Session>(page, who.store)
    // Signed out in another browser: the answer is the server's own.
    const out = await page.request.post(who.name === 'admin' ? '/admin/index/logout' : '/api/user/logout', {
      headers: { server: '1', [who.header]: token },
      data: { refresh_token: refreshToken },
    })
    expect(((await out.json()) as { code: number }).code).toBe(1)
    const answered = page.waitForResponse((r) => isDoor(who.door)(new URL(r.url())))
    await who.choose(page)
    expect(await (await answered).json()).toMatchObject({ code: 302 })
    await expect(page).toHaveURL(`/${who.name}/login?to=${encodeURIComponent(who.path)}`)
    await expect(ended(page)).toBeVisible()
    expect(await stored<Session>(page, who.store)).toMatchObject({ token: '' })
  })
}
