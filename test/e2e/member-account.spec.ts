import { expect, type Page, test } from '@playwright/test'
import { signIn } from './list-kit.ts'
import { codeSentTo, fitsWidth, mailOf, memberSession, nameOf, newMember, openMember } from './member-kit.ts'
import { noAdvice } from './page-kit.ts'
import { PASSWORD, stored, toast } from './shell-kit.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Entries in both ledgers, written where they are written in life: in the back office. */
const giveEntries = async (page: Page, member: number, count: number) => {
  const admin = await signIn(page.request)
  const add = async (ledger: string, change: number, memo: string) => {
    const { code, msg } = await admin.call(`/admin/user.${ledger}/add`, { member, change, memo })
    expect(code, msg).toBe(1)
  }
  await add('moneyLog', 1234.5, '随访交通补助')
  await add('moneyLog', -34.5, '文献传递服务')
  for (let i = 1; i <= count; i++) await add('scoreLog', 10, `第 ${i} 次培训`)
}

test('C-03 overview and ledgers: figures, the week in bars, and pages that the address remembers', async ({ page, request }) => {
  const { id, username } = await newMember(request)
  await giveEntries(page, id, 12)
  await openMember(page, '/user', username, 'en')
  await expect(page).toHaveURL(/\/user\/account\/overview$/)
  await expect(page.locator('.overview-figure').nth(0)).toContainText('1,200.00')
  await expect(page.locator('.overview-figure').nth(1)).toContainText('120')
  const week = page.locator('.week').first()
  await expect(week.locator('li')).toHaveCount(7)
  await expect(week.locator('li').last()).toContainText('+1,200')
  await expect(week).toContainText('+1,200 in total')

  await page.getByRole('link', { name: 'Points' }).click()
  await expect(page.locator('.ledger tbody tr')).toHaveCount(10)
  await expect(page.locator('.ledger tbody tr').first()).toContainText('第 12 次培训')
  await expect(page.locator('.ledger tbody tr').first()).toContainText('+10')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.locator('.ledger tbody tr')).toHaveCount(2)
  await expect(page).toHaveURL(/\/integral\?page=2$/)
  await page.reload()
  await expect(page.locator('.ledger tbody tr')).toHaveCount(2)
  await page.goBack()
  await expect(page.locator('.ledger tbody tr')).toHaveCount(10)
  await page.getByRole('link', { name: 'Balance' }).click()
  await expect(page.locator('.ledger tbody tr').first()).toContainText('−34.50')
  await expect(page.locator('.ledger tbody tr').last()).toContainText('+1,234.50')
})

test('C-03 V-04 the profile: picture checked before it is sent, all fields saved, leaving unsaved asks', async ({ page, request }) => {
  const { username } = await newMember(request)
  await openMember(page, '/user/account/profile', username)
  const picker = page.locator('input[type=file]')
  const uploads: string[] = []
  page.on('request', (r) => r.url().includes('/upload') && uploads.push(r.url()))
  await picker.setInputFiles({ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
  await expect(toast(page, 'error').last()).toContainText('上传文件的数据不完整')
  await picker.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(toast(page, 'error').last()).toContainText('不允许上传此类型的文件')
  await picker.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await expect(toast(page, 'error').last()).toContainText('上传文件的大小超出允许范围')
  expect(uploads).toEqual([])
  await picker.setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.locator('.profile-avatar [role=alert]')).toContainText('不允许上传此类型的文件')
  await picker.setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: png })
  await expect(page.locator('.profile-avatar img')).toBeVisible()

  await page.getByLabel('昵称').fill('')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请输入昵称')).toBeVisible()
  await page.getByLabel('昵称').fill('林医生')
  await page.getByLabel('女', { exact: true }).check()
  await page.getByLabel('生日').fill('1988-02-29')
  await page.getByLabel('签名').fill('CRP <0.5')
  await page.getByRole('link', { name: '账户概览' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, 'success').last()).toContainText('资料已保存')
  await expect(page.locator('.member-who')).toContainText('林医生')
  await expect(page.locator('.member-who img')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('签名')).toHaveValue('CRP <0.5')
  await expect(page.getByLabel('生日')).toHaveValue('1988-02-29')
  expect(await stored(page, 'userInfo')).toMatchObject({ nickname: '林医生', gender: 2, motto: 'CRP <0.5' })
})

test('C-03 a new mail address needs the old one proved first; a first mobile needs the password', async ({ page, request }) => {
  const old = mailOf('old')
  const next = mailOf('next')
  const { username } = await newMember(request, { email: old })
  await openMember(page, '/user/account/profile', username)
  await page.getByRole('button', { name: '更换邮箱' }).click()
  const first = page.getByRole('form', { name: `第 1 步：验证 ${old}` })
  await expect(first.getByLabel('登录密码')).toBeFocused()
  await first.getByLabel('登录密码').fill('wrong-pass-1')
  await first.getByRole('button', { name: '获取验证码' }).click()
  await expect(first.locator('.field:has([name=password]) .field-error')).toHaveText('密码不正确')
  await first.getByLabel('登录密码').fill(PASSWORD)
  await first.getByRole('button', { name: '获取验证码' }).click()
  await first.getByLabel('邮件验证码').fill(await codeSentTo(request, old, 'user_email_verify'))
  await first.getByRole('button', { name: '下一步' }).click()
  const second = page.getByRole('form', { name: '第 2 步：验证新地址' })
  await second.getByLabel('新邮箱').fill(next)
  await second.getByRole('button', { name: '获取验证码' }).click()
  await second.getByLabel('邮件验证码').fill(await codeSentTo(request, next, 'user_change_email'))
  await second.getByRole('button', { name: '确认更换' }).click()
  await expect(page.locator('.address-line').first()).toContainText(next)

  const mobile = `138${String(Date.now()).slice(-8)}`
  await page.getByRole('button', { name: '绑定手机' }).click()
  const bind = page.getByRole('form', { name: '验证新地址' })
  await bind.getByLabel('登录密码').fill(PASSWORD)
  await bind.getByLabel('新手机号').fill(mobile)
  await bind.getByRole('button', { name: '获取验证码' }).click()
  await bind.getByLabel('短信验证码').fill(await codeSentTo(request, mobile, 'user_change_mobile'))
  await bind.getByRole('button', { name: '确认更换' }).click()
  await expect(page.locator('.address-line').last()).toContainText(mobile)
  expect((await memberSession(request, mobile)).code).toBe(1)
})

test('C-03 a change of password ends the other sessions and says so; a session elsewhere can be ended', async ({ page, request }) => {
  const { username } = await newMember(request)
  const elsewhere = (await memberSession(request, username)).data.userInfo.token
  const isAlive = async (token: string) => {
    const answer = await request.get('/api/user/index', { headers: { server: '1', 'ba-user-token': token } })
    return ((await answer.json()) as { code: number }).code === 1
  }
  await openMember(page, '/user/account/sessions', username)
  await expect(page.locator('.member-sessions li')).toHaveCount(2)
  await expect(page.getByText('本设备', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: /^结束/ }).click()
  await expect(page.locator('.member-sessions li')).toHaveCount(1)
  expect(await isAlive(elsewhere)).toBe(false)

  const another = (await memberSession(request, username)).data.userInfo.token
  await page.getByRole('link', { name: '修改密码' }).click()
  await expect(page.getByText('其他设备上的登录会立即失效')).toBeVisible()
  await page.getByLabel('当前密码').fill(PASSWORD)
  await page.getByLabel('新密码', { exact: true }).fill('a<b>cdef')
  await page.getByLabel('再次输入新密码').fill('other-1')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('密码为 6–32 个字符')).toBeVisible()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill('other-456')
  await page.getByLabel('再次输入新密码').fill('other-456')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(toast(page, 'success').last()).toContainText('其他设备已退出登录')
  expect(await isAlive(another)).toBe(false)
  await page.getByRole('link', { name: '个人资料' }).click()
  await expect(page.getByRole('heading', { name: '个人资料' })).toBeVisible()
  expect((await memberSession(request, username, 'other-456')).code).toBe(1)
})

test('R-06 the menu is what the group holds; a page outside it is 401, an unknown one 404', async ({ page, request }) => {
  const admin = await signIn(request)
  const { data } = await admin.call<{ list: { id: number; name: string }[] }>('/admin/user.rule/index?limit=100')
  const rules = data.list.filter((r) => r.name === 'account/profile').map((r) => r.id)
  const link = {
    type: 'menu',
    title: '数据字典',
    titleEn: 'Data dictionary',
    name: nameOf('link'),
    menuType: 'link',
    url: 'https://example.org/',
  }
  const added = await admin.call<{ row?: { id: number } }>('/admin/user.rule/add', link)
  expect(added.code, added.msg).toBe(1)
  const { data: found } = await admin.call<{ list: { id: number; name: string }[] }>(`/admin/user.rule/index?limit=100`)
  rules.push(found.list.find((r) => r.name === link.name)!.id)
  const name = nameOf('group')
  expect((await admin.call('/admin/user.group/add', { name, rules })).code).toBe(1)
  const groups = await admin.call<{ list: { id: number }[] }>(`/admin/user.group/index?quick_search=${name}`)
  const { username } = await newMember(request, { group: groups.data.list[0]!.id })
  await openMember(page, '/user', username, 'en')
  await expect(page).toHaveURL(/\/user\/account\/profile$/)
  await expect(page.locator('.member-menu a')).toHaveText(['Data dictionary', 'Profile'])
  await expect(page.getByRole('link', { name: 'Data dictionary' })).toHaveAttribute('rel', 'noopener noreferrer')
  // Without the rule for it, an address cannot be changed: the button is not there.
  await expect(page.locator('.address-line')).toHaveCount(2)
  await expect(page.locator('.address-line button')).toHaveCount(0)
  await page.goto('/user/account/balance')
  await expect(page).toHaveURL('/401')
  await page.goto('/user/account/nowhere')
  await expect(page).toHaveURL('/404')
})

test('R-08 a member address waits on the loading route and arrives with its query', async ({ page, request }) => {
  const { username } = await newMember(request)
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  await openMember(page, '/user/account/balance?page=1&limit=20', username)
  await expect(page).toHaveURL(/\/user\/account\/balance\?page=1&limit=20$/)
  await expect(page.getByText('还没有余额变动')).toBeVisible()
  const loading = seen.find((path) => path.startsWith('/user/loading/')) ?? ''
  expect(JSON.parse(decodeURIComponent(loading.replace('/user/loading/', '')))).toEqual({
    path: '/user/account/balance',
    query: { page: '1', limit: '20' },
  })
})

test('a page whose figures cannot be fetched says why and tries again', async ({ page, request }) => {
  const { username } = await newMember(request)
  await page.route('**/api/account/sessions', (route) => route.fulfill({ status: 500, body: 'x' }))
  await openMember(page, '/user/account/sessions', username)
  await expect(page.getByRole('alert')).toContainText('服务器内部错误')
  await page.unroute('**/api/account/sessions')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.locator('.member-sessions li')).toHaveCount(1)
})

for (const [lang, width] of [
  ['zh-cn', 1440],
  ['en', 390],
] as const) {
  test(`every member page is free of accessibility findings and fits a window of ${width} (${lang})`, async ({ page, request }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    const { id, username } = await newMember(request, { email: mailOf('axe') })
    await giveEntries(page, id, 2)
    await openMember(page, '/user', username, lang)
    for (const name of ['overview', 'profile', 'changePassword', 'balance', 'integral', 'sessions']) {
      await page.locator(`.member-menu a[href="/user/account/${name}"]`).click()
      await expect(page).toHaveURL(new RegExp(`/${name}$`))
      await expect(page.locator('.member-main h1')).toBeVisible()
      await expect(page.locator('.member-main .skeleton')).toHaveCount(0)
      if (name === 'profile') await page.locator('.address-line button').first().click()
      await noAdvice(page)
      await fitsWidth(page)
    }
  })
}
