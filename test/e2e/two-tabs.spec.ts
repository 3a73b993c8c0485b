import { expect, test } from '@playwright/test'
import { envelope, signIn, stored } from './shell-kit.ts'

test('two tabs whose token runs out together both go on, in one session', async ({ context }) => {
  const tabs = [await context.newPage(), await context.newPage()]
  await signIn(tabs[0]!)
  await tabs[0]!.goto('/admin/job')
  await expect(tabs[0]!.locator('.shell-main')).toBeVisible()
  await tabs[1]!.goto('/admin/department')
  await expect(tabs[1]!.locator('.shell-main')).toBeVisible()
  const before = await stored<{ token: string; refreshToken: string }>(tabs[0]!, 'adminInfo')
  // The server would say so by the clock: whoever still comes with the first token is told that it has run out.
  await context.route('**/admin/**', async (route) => {
    const isOld = route.request().headers()['batoken'] === before.token
    await (isOld ? route.fulfill(envelope(null, 409)) : route.continue())
  })
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) {
    await expect(tab.locator('.shell-main')).toBeVisible()
    await expect(tab).not.toHaveURL(/login/)
  }
  const [one, other] = await Promise.all(tabs.map((tab) => stored<{ token: string; refreshToken: string }>(tab, 'adminInfo')))
  expect(one!.token).not.toBe(before.token)
  expect(one).toEqual(other)
  const sessions = await tabs[0]!.request.get('/admin/profile/sessions', { headers: { server: '1', batoken: one!.token } })
  const { data } = (await sessions.json()) as { data: { list: { current: boolean }[]; stopped: object | null } }
  expect(data.list.filter((s) => s.current)).toHaveLength(1)
  expect(data.stopped).toBeNull()
})
