import { expect, test, type Page } from '@playwright/test'
import { envelope } from './shell-kit.ts'

const answerLogin = (page: Page, refusals: { msg: string; data: unknown }[]) => {
  const sent: Record<string, unknown>[] = []
  return page
    .route('**/admin/index/login', (route) => {
      if (route.request().method() === 'GET') return route.fulfill(envelope({ captcha: false }))
      sent.push(route.request().postDataJSON() as Record<string, unknown>)
      const next = refusals.shift() ?? { msg: 'no', data: null }
      return route.fulfill(envelope(next.data, 0, next.msg))
    })
    .then(() => sent)
}
const fill = async (page: Page, account: string, password: string) => {
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

test('V-01 V-02 the form checks account and password before it sends, and the first error gets the focus', async ({ page }) => {
  const sent = await answerLogin(page, [])
  await page.goto('/admin/login')
  await fill(page, '1abc', 'secret-123')
  await expect(page.getByText('3–15 个字符')).toBeVisible()
  await expect(page.getByLabel('账号')).toBeFocused()
  await fill(page, 'abcdefghijklmnop', 'secret-123')
  await expect(page.getByText('3–15 个字符')).toBeVisible()
  await fill(page, 'admin', 'a<b>cdef')
  await expect(page.getByText('6–32 个字符')).toBeVisible()
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
  expect(sent).toEqual([])
})

test('R-03 a captcha is asked for after a failure only, and each try gets a new picture', async ({ page }) => {
  const sent = await answerLogin(page, [
    { msg: '账号或密码不正确', data: { captcha: true } },
    { msg: '验证码不正确', data: { captcha: true } },
  ])
  await page.goto('/admin/login')
  await expect(page.getByLabel('验证码', { exact: true })).toHaveCount(0)
  await fill(page, 'admin', 'secret-123')
  await expect(page.getByRole('alert')).toContainText('账号或密码不正确')
  const picture = page.getByAltText('验证码图片')
  await expect(picture).toHaveAttribute('src', /^\/api\/common\/captcha\?server=1&id=[0-9a-f-]{36}$/)
  const first = await picture.getAttribute('src')
  await page.getByLabel('验证码', { exact: true }).fill('2345')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert')).toContainText('验证码不正确')
  expect(first).toContain(String(sent[1]?.['captchaId']))
  await expect(picture).not.toHaveAttribute('src', first ?? '')
})

test('a captcha that is missing or wrong asks for the captcha, and the password stays', async ({ page }) => {
  await answerLogin(page, [{ msg: '请输入图中的验证码', data: { captcha: true, field: 'captcha' } }])
  await page.goto('/admin/login')
  await fill(page, 'admin', 'secret-123')
  await expect(page.getByRole('alert')).toContainText('请输入图中的验证码')
  await expect(page.getByLabel('验证码', { exact: true })).toBeFocused()
  await page.keyboard.type('2345')
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue('secret-123')
})

test('R-03 a lock-out shows the time left and lets go when it is over', async ({ page }) => {
  await page.clock.install()
  await answerLogin(page, [{ msg: 'locked', data: { retryAfter: 90 } }])
  await page.goto('/admin/login')
  await fill(page, 'admin', 'secret-123')
  await expect(page.getByRole('alert')).toContainText('请在 1:30 后再试')
  await expect(page.getByRole('button', { name: '登录' })).toBeDisabled()
  await page.clock.runFor(31_000)
  await expect(page.getByRole('alert')).toContainText('0:59')
  await page.clock.runFor(60_000)
  await expect(page.getByRole('button', { name: '登录' })).toBeEnabled()
})
