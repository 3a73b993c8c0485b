import { expect, type Page, test } from '@playwright/test'
import { codeAt, stepOf } from '../../src/server/auth/totp.ts'
import { add, openArea } from './area-kit.ts'
import { signIn as client } from './list-kit.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { PASSWORD } from './shell-kit.ts'

/** The step before, this one and the next are all good: each code is used once, and nobody waits half a minute. */
const code = (secret: string, by: -1 | 0 | 1): string => codeAt(secret, stepOf(Date.now()) + by)
const noScrollbar = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)

test('I set my second step up, sign in with a code, and with a recovery code when the phone is lost', async ({ page, request }) => {
  const admin = await client(request)
  const { data } = await admin.call<{ list: { id: number; name: string }[] }>('/admin/auth.group/index?limit=100')
  const username = fresh('two').slice(0, 14)
  const groups = data.list.filter(({ name }) => name === '稽查组').map(({ id }) => id)
  await add(admin, 'auth.admin', { username, nickname: '王医生', password: PASSWORD, groups })

  await openArea(page, '/admin/profile', { as: username })
  const card = page.getByRole('region', { name: '双重验证' })
  await expect(card.getByText('未开启')).toBeVisible()
  await card.getByRole('button', { name: '开启双重验证' }).click()
  await card.getByLabel('当前密码').fill(PASSWORD)
  await card.getByRole('button', { name: '下一步' }).click()
  await expect(card.getByRole('img', { name: '身份验证器的二维码' })).toBeVisible()
  await noSeriousFindings(page)
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await card.getByLabel('验证码').fill('12')
  await card.getByRole('button', { name: '确认并开启' }).click()
  await expect(card.getByText('验证码不正确，或已经用过')).toBeVisible()
  await card.getByLabel('验证码').fill(code(secret, -1))
  await card.getByRole('button', { name: '确认并开启' }).click()
  await expect(card.locator('li')).toHaveCount(10)
  const recovery = (await card.locator('li').first().textContent()) ?? ''
  await card.getByRole('button', { name: '已保存，继续' }).click()
  await expect(card.getByText('还剩 10 个恢复码')).toBeVisible()

  const enter = async (given: string) => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/admin/login')
    await page.getByLabel('账号').fill(username)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByLabel('验证码').fill(given)
    await page.getByRole('button', { name: '登录' }).click()
  }
  await enter('000')
  await expect(page.getByText('验证码不正确，或已经用过')).toBeVisible()
  await noSeriousFindings(page)
  await page.getByLabel('验证码').fill(code(secret, 0))
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await enter(recovery)
  await expect(page).toHaveURL(/\/admin\/dashboard/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/profile')
  await expect(card.getByText('还剩 9 个恢复码')).toBeVisible()
  await card.getByRole('button', { name: '关闭双重验证' }).click()
  await noScrollbar(page)
  await noSeriousFindings(page)
  await card.getByLabel('当前密码').fill(PASSWORD)
  await card.getByLabel('验证码').fill(code(secret, 1))
  await card.getByRole('button', { name: '关闭双重验证' }).click()
  await expect(card.getByText('未开启')).toBeVisible()
})

test('the second step speaks English', async ({ page, request }) => {
  const admin = await client(request)
  const { data } = await admin.call<{ list: { id: number; name: string }[] }>('/admin/auth.group/index?limit=100')
  const username = fresh('eng').slice(0, 14)
  const groups = data.list.filter(({ name }) => name === '稽查组').map(({ id }) => id)
  await add(admin, 'auth.admin', { username, nickname: 'Wang', password: PASSWORD, groups })
  await page.setViewportSize({ width: 390, height: 844 })
  await openArea(page, '/admin/profile', { as: username, lang: 'en' })
  const card = page.getByRole('region', { name: 'Second step' })
  await card.getByRole('button', { name: 'Switch the second step on' }).click()
  await card.getByLabel('Current password').fill(PASSWORD)
  await card.getByRole('button', { name: 'Next' }).click()
  await expect(card.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await noScrollbar(page)
  await noSeriousFindings(page)
})
