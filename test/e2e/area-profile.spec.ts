import { expect, test } from '@playwright/test'
import { signIn as client } from './list-kit.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { openAdmin, PASSWORD } from './shell-kit.ts'

/** An account of its own: the test changes its password. */
const newAdmin = async (request: Parameters<typeof client>[0]): Promise<string> => {
  const me = await client(request)
  const { data } = await me.call<{ list: { id: number; name: string }[] }>('/admin/auth.group/index?limit=100')
  const username = fresh('me').slice(0, 14)
  const { code, msg } = await me.call('/admin/auth.admin/add', {
    username,
    nickname: '小张',
    password: PASSWORD,
    groups: [data.list.find((group) => group.name === '稽查组')!.id],
  })
  expect(code, msg).toBe(1)
  return username
}
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('AA-24 I change my details, my password and end a session elsewhere', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const username = await newAdmin(request)
  const elsewhere = await client(request, username)
  await openAdmin(page, '/admin/dashboard', { as: username })
  await page.locator('.shell-header .account, button.account').first().click()
  await page.getByRole('button', { name: '个人资料' }).last().click()
  await expect(page).toHaveURL(/\/admin\/profile$/)

  const account = page.getByRole('region', { name: '个人资料' })
  await account.locator('input[type=file]').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: png })
  await expect(account.locator('.upload-picture img')).toBeVisible()
  await account.locator('[data-field=nickname] input').fill('张医生')
  await account.locator('[data-field=email] input').fill('zhang@example.org')
  await account.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '张医生' })).toBeVisible()
  await expect(page.locator('.activity li').first()).toContainText('管理员')

  const sessions = page.getByRole('region', { name: '登录的设备' })
  await expect(sessions.locator('li')).toHaveCount(2)
  await expect(sessions.getByText('当前设备')).toHaveCount(1)
  await sessions.getByRole('button', { name: '结束' }).click()
  await expect(sessions.locator('li')).toHaveCount(1)
  expect((await elsewhere.call('/admin/profile/index')).code).not.toBe(1)

  const password = page.getByRole('region', { name: '修改密码' })
  const fill = async (old: string, next: string, again = next) => {
    await password.locator('[data-field=oldPassword] input').fill(old)
    await password.locator('[data-field=newPassword] input').fill(next)
    await password.locator('[data-field=again] input').fill(again)
    await password.getByRole('button', { name: '修改密码' }).click()
  }
  await fill(PASSWORD, 'other-456', 'other-457')
  await expect(password.getByRole('alert')).toHaveText('两次输入的新密码不一致')
  await fill('wrong-pass-1', 'other-456')
  await expect(password.getByRole('alert')).toBeVisible()
  await fill(PASSWORD, 'other-456')
  await expect(password.locator('[data-field=oldPassword] input')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '张医生' })).toBeVisible()
  await noSeriousFindings(page)
})

test('AA-24 in English on a phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/profile', { as: await newAdmin(request), lang: 'en' })
  await expect(page.getByRole('heading', { name: 'My details' })).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await noSeriousFindings(page)
})

test('while my details are sent nothing can be typed that would be lost with the answer', async ({ page, request }) => {
  await openAdmin(page, '/admin/profile', { as: await newAdmin(request) })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/admin/profile/edit', async (route) => {
    await held
    await route.continue()
  })
  const name = page.locator('[data-field=nickname] input')
  await name.fill('已发送')
  await name.press('Enter')
  await expect(page.locator('.sheet > [inert]')).toHaveCount(1)
  await page.keyboard.type('，多打的字')
  answer()
  await expect(page.locator('.sheet > [inert]')).toHaveCount(0)
  await expect(name).toHaveValue('已发送')
  await expect(name).toBeFocused()
})

test('a session that was ended because its token was copied is told where sessions are listed', async ({ page, request }) => {
  const username = await newAdmin(request)
  await page.route('**/admin/profile/sessions', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, stopped: { at: '2026-11-16T08:00:00Z', ip: '192.0.2.7' } } },
    })
  })
  await openAdmin(page, '/admin/profile', { as: username })
  await expect(page.getByRole('region', { name: '登录的设备' }).getByRole('status')).toContainText('192.0.2.7')
})
