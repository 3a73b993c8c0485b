import { expect, type Page, test } from '@playwright/test'
import { codeSentTo, mailOf, memberSession, nameOf, newMember, PICTURE } from './member-kit.ts'
import { noAdvice } from './page-kit.ts'
import { envelope, PASSWORD, seed, stored, toast } from './shell-kit.ts'

const openPane = async (page: Page, pane: '注册账号' | '忘记密码') => {
  await page.goto('/user/login')
  await page.getByRole('button', { name: pane }).click()
}
/** What stands below a field. */
const fieldOf = (page: Page, name: string) => page.locator(`.field:has([name=${name}]) .field-error`)
const askForCode = async (page: Page, address: string, picture = PICTURE) => {
  await page.getByLabel(address.includes('@') ? '邮箱' : '手机', { exact: true }).fill(address)
  await page.getByLabel('图形验证码').fill(picture)
  await page.getByRole('button', { name: /获取/ }).click()
}

test('R-04 C-02 C-05 a visitor registers with the code from the mail and is a member at once', async ({ page, request }) => {
  const email = mailOf('new')
  const username = nameOf('n')
  await openPane(page, '注册账号')
  await askForCode(page, email, '9999')
  await expect(fieldOf(page, 'picture')).toContainText('验证码不正确或已失效')
  await expect(page.getByLabel('图形验证码')).toBeFocused()
  await expect(page.getByLabel('图形验证码')).toHaveValue('')
  await askForCode(page, email)
  await expect(toast(page, 'success').last()).toContainText('验证码没有发出：本系统还没有接通这项服务')
  await expect(page.getByRole('button', { name: /\d+ 秒后重发/ })).toBeDisabled()
  await expect(page.getByLabel('图形验证码')).toHaveCount(0)
  await expect(page.getByLabel('邮件验证码')).toBeFocused()

  await page.getByLabel('账号', { exact: true }).fill('member')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('邮件验证码').fill(await codeSentTo(request, email, 'user_register'))
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('已被使用，请换一个')).toBeVisible()
  await expect(page.getByLabel('账号', { exact: true })).toBeFocused()
  await page.getByLabel('账号', { exact: true }).fill(username)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/account\/overview$/)
  await expect(page.locator('.member-who')).toContainText(username)
  expect(await stored(page, 'userInfo')).toMatchObject({ username, email, money: '0.00', score: 0, gender: 0 })
})

test('R-04 C-03 a forgotten password is set anew with a code by SMS; the code is good for nothing else', async ({ page, request }) => {
  const mobile = `139${String(Date.now()).slice(-8)}`
  const { username } = await newMember(request, { mobile })
  await openPane(page, '忘记密码')
  await page.getByRole('button', { name: '手机' }).click()
  await askForCode(page, mobile)
  await expect(toast(page, 'success').last()).toContainText('若该地址已绑定账号')
  const code = await codeSentTo(request, mobile, 'user_retrieve_pwd')
  const other = await request.post('/api/user/checkIn', {
    headers: { server: '1' },
    data: { tab: 'register', registerType: 'mobile', mobile, username: nameOf('x'), password: PASSWORD, captcha: code },
  })
  expect(await other.json()).toMatchObject({ code: 0, msg: '验证码不正确或已失效，请检查或重新获取' })
  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('新密码', { exact: true }).fill('brand-new-1')
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(toast(page, 'success').last()).toContainText('密码已重置')
  await expect(page.getByRole('heading', { name: '会员登录' })).toBeVisible()
  expect((await memberSession(request, username, 'brand-new-1')).code).toBe(1)
  expect((await memberSession(request, username)).code).toBe(0)
})

test('C-05 an address without an account gets the same answer, and the sixth wrong code is refused like the first', async ({ page }) => {
  await openPane(page, '忘记密码')
  await askForCode(page, mailOf('nobody'))
  await expect(toast(page, 'success').last()).toContainText('若该地址已绑定账号')
  await page.getByLabel('新密码', { exact: true }).fill('brand-new-1')
  for (let i = 0; i < 6; i++) {
    await page.getByLabel('邮件验证码').fill(String(100_000 + i))
    const answered = page.waitForResponse('**/api/account/retrievePassword')
    await page.getByRole('button', { name: '重置密码' }).click()
    await answered
    await expect(fieldOf(page, 'captcha')).toContainText('验证码不正确或已失效，请检查或重新获取')
    await expect(page.getByLabel('邮件验证码')).toBeFocused()
  }
})

test('C-05 a refusal for sending too often shows the time left and lets go when it is over', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/Ems/send', (route) => route.fulfill(envelope({ retryAfter: 150 }, 0, '发送过于频繁，请 150 秒后再试')))
  await openPane(page, '注册账号')
  await askForCode(page, 'a@example.org')
  await expect(page.getByRole('alert')).toContainText('发送过于频繁')
  await expect(page.getByRole('button', { name: '请在 2:30 后再试' })).toBeDisabled()
  await page.clock.runFor(100_000)
  await expect(page.getByRole('button', { name: '50 秒后重发' })).toBeDisabled()
  await page.clock.runFor(51_000)
  await expect(page.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  await expect(page.getByLabel('图形验证码')).toBeVisible()
})

test('R-04 registration has an address of its own, takes the focus, keeps what was typed, and Enter beside the picture sends the code', async ({
  page,
}) => {
  await openPane(page, '注册账号')
  await expect(page).toHaveURL(/pane=register/)
  await expect(page.getByLabel('邮箱', { exact: true })).toBeFocused()
  const email = mailOf('kept')
  await page.getByLabel('邮箱', { exact: true }).fill(email)
  await page.getByRole('button', { name: '手机' }).click()
  await expect(page.getByLabel('手机', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: '邮箱' }).click()
  await expect(page.getByLabel('邮箱', { exact: true })).toHaveValue(email)
  await page.getByLabel('图形验证码').fill(PICTURE)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('邮件验证码')).toBeFocused()
  await expect(page.getByText('请输入账号', { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: '注册会员' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '会员登录' })).toBeVisible()
})

test('V-01 V-02 V-03 the registration form says in words what is wrong before it sends, the first field gets the focus', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (r) => r.method() === 'POST' && sent.push(r.url()))
  await openPane(page, '注册账号')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  for (const text of ['请输入邮箱', '请输入验证码', '请输入账号', '请输入密码'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByLabel('邮箱', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: '手机' }).click()
  await page.getByLabel('手机', { exact: true }).fill('12345')
  await page.getByLabel('账号', { exact: true }).fill('1abc')
  await page.getByLabel('密码', { exact: true }).fill('a<b>cdef')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('请输入正确的手机号码')).toBeVisible()
  await expect(page.getByText('账号为 3–15 个字符')).toBeVisible()
  await expect(page.getByText('密码为 6–32 个字符')).toBeVisible()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('请输入图形验证码')).toBeVisible()
  expect(sent).toEqual([])
})

test('E-04 keep remembers the member’s account under ba_account, and the next visit finds it filled in', async ({ page, request }) => {
  const { username } = await newMember(request)
  const sent: unknown[] = []
  page.on('request', (r) => r.method() === 'POST' && r.url().endsWith('/checkIn') && sent.push(r.postDataJSON()))
  await page.goto('/user/login')
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('保持登录').check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/account\/overview$/)
  expect(sent).toMatchObject([{ tab: 'login', keep: true }])
  expect(await stored(page, 'ba_account')).toEqual({ user: username })
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/user\/login/)
  await expect(page.getByLabel('账号')).toHaveValue(username)
})

test('R-04 without a way to send codes the page says so; a closed member centre says that', async ({ page }) => {
  await page.route('**/api/user/checkIn', (route) => route.fulfill(envelope({ accountVerificationType: [], captcha: false })))
  await openPane(page, '注册账号')
  await expect(page.getByText('管理员尚未配置邮件或短信')).toBeVisible()
  await page.unroute('**/api/user/checkIn')
  await page.route('**/api/user/checkIn', (route) => route.fulfill(envelope(null, 0, '会员中心暂未开放')))
  await page.reload()
  await expect(page.getByText('会员中心暂未开放')).toBeVisible()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toHaveCount(0)
})

for (const lang of ['zh-cn', 'en'] as const) {
  test(`public pages have no accessibility findings (${lang})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await seed(page, { storeConfig_v2: { lang: { defaultLang: lang } } })
    for (const path of ['/admin/login', '/404', '/401']) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await noAdvice(page)
    }
    await page.goto('/user/login')
    await noAdvice(page)
    for (const [pane, back] of [
      [/注册账号|Create account/, /已有账号|I have an account/],
      [/忘记密码|Forgot/, /返回登录|Back to/],
    ] as const) {
      await page.getByRole('button', { name: pane }).click()
      await expect(page.getByAltText(/验证码图片|Captcha picture/)).toBeVisible()
      await noAdvice(page)
      await page.getByRole('button', { name: back }).click()
    }
  })
}

const NAMES = {
  'zh-cn': { mobile: '手机', account: '账号', password: '密码', email: '邮箱' },
  en: { mobile: 'Mobile', account: 'Account', password: 'Password', email: 'Email' },
} as const
for (const lang of ['zh-cn', 'en'] as const)
  test(`M-05 the four names of an account are shown where one is made (${lang})`, async ({ page }) => {
    const { mobile, account, password, email } = NAMES[lang]
    await seed(page, { storeConfig_v2: { lang: { defaultLang: lang } } })
    await page.goto('/user/login?pane=register')
    for (const name of [email, account, password]) await expect(page.getByLabel(name, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: mobile, exact: true }).click()
    for (const name of [mobile, account, password]) await expect(page.getByLabel(name, { exact: true })).toBeVisible()
    await expect(page.getByLabel(email, { exact: true })).toHaveCount(0)
  })
