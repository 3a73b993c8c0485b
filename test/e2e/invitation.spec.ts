import { expect, test } from '@playwright/test'
import { drawer, fill, openArea, press } from './area-kit.ts'
import { codeSentTo, mailOf, nameOf, PICTURE } from './member-kit.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { PASSWORD, seed } from './shell-kit.ts'
import { shot } from './own-server.ts'

const TEAM = '/admin/study/project/1?tab=team'

test('AA-01 somebody without an account follows a link, registers, accepts, and is in the team', async ({ page, browser, request }) => {
  const name = fresh('来客')
  await openArea(page, TEAM)
  const invitations = page.getByRole('region', { name: '团队邀请' })
  // Two lists on one page, and no two buttons of one name.
  await expect(page.getByRole('button', { name: '新建', exact: true })).toHaveCount(0)
  await invitations.getByRole('button', { name: '邀请', exact: true }).click()
  await fill(page, 'name', name)
  await press(page, '保存')
  const row = invitations.getByRole('row').filter({ hasText: name })
  // Its state is in sight at once, and so is the next step.
  await row.getByText(name).scrollIntoViewIfNeeded()
  await expect(row.getByText('待接受')).toBeInViewport()
  await row.getByRole('button', { name: '发出邀请', exact: true }).click()
  await press(page, '发出邀请')
  const link = await drawer(page).getByRole('textbox', { name: '团队邀请' }).inputValue()
  expect(link).toMatch(/\/invitation#\d+\.[\w-]{43}$/)
  await shot(page, 'invitation-issued')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await expect(visitor.locator('.invitation-facts')).toContainText('高血压随访队列')
  await expect(visitor).toHaveURL(/\/invitation$/)
  await noSeriousFindings(visitor)
  await shot(visitor, 'invitation-visitor')
  await visitor.getByRole('link', { name: '没有账号，先注册' }).click()
  await expect(visitor.getByText('注册后回到邀请')).toBeVisible()
  const email = mailOf('guest')
  await visitor.getByLabel('邮箱', { exact: true }).fill(email)
  await visitor.getByLabel('图形验证码').fill(PICTURE)
  await visitor.getByRole('button', { name: /获取/ }).click()
  await visitor.getByLabel('账号', { exact: true }).fill(nameOf('g'))
  await visitor.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await visitor.getByLabel('邮件验证码').fill(await codeSentTo(request, email, 'user_register'))
  await visitor.getByRole('button', { name: '注册', exact: true }).click()
  await visitor.getByRole('button', { name: '接受邀请' }).click()
  await expect(visitor.getByRole('heading', { name: '您已加入“高血压随访队列”' })).toBeVisible()
  await visitor.getByRole('link', { name: '进入会员中心' }).click()
  await expect(visitor).toHaveURL(/\/user\/account\/overview$/)

  await openArea(page, TEAM)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('已接受')
})

test('AA-01 a link that no longer works says so on a phone, in English', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/user/login')
  await seed(page, { storeConfig_v2: { layout: {}, lang: { defaultLang: 'en' } } })
  await page.goto(`/invitation#1.${'A'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText('no longer works')
  await shot(page, 'invitation-gone')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/invitation')
  await expect(page.getByRole('heading', { name: 'The invitation does not work' })).toBeVisible()
})

test('where no code can be sent, an invitation says what to do instead of leading into a dead end', async ({ page, browser }) => {
  const name = fresh('来客')
  await openArea(page, TEAM)
  const invitations = page.getByRole('region', { name: '团队邀请' })
  await invitations.getByRole('button', { name: '邀请', exact: true }).click()
  await fill(page, 'name', name)
  await press(page, '保存')
  await invitations.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '发出邀请', exact: true }).click()
  await press(page, '发出邀请')
  const link = await drawer(page).getByRole('textbox', { name: '团队邀请' }).inputValue()
  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await visitor.route(/\/api\/user\/checkIn/, async (route) => {
    const answer = await route.fetch()
    const body: { data: object } = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, accountVerificationType: [] } } })
  })
  await visitor.goto(link)
  await expect(visitor.getByText('不能自己注册')).toBeVisible()
  await expect(visitor.getByRole('link', { name: '没有账号，先注册' })).toHaveCount(0)
  await noSeriousFindings(visitor)
  await shot(visitor, 'invitation-390')
})
