import { expect, test } from '@playwright/test'
import { signIn } from './list-kit.ts'
import { fitsWidth, memberSession, newMember } from './member-kit.ts'
import { noAdvice } from './page-kit.ts'
import { envelope, seed, stored } from './shell-kit.ts'

const site = { siteName: '数据管理与质控系统', recordNumber: '京ICP备2026000001号' }

for (const lang of ['zh-cn', 'en'] as const) {
  for (const width of [390, 1440]) {
    test(`the home page has no accessibility findings and fits a window of ${width} (${lang})`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await seed(page, { storeConfig_v2: { lang: { defaultLang: lang } } })
      await page.route('**/api/index/index', (route) =>
        route.fulfill(envelope({ site, openMemberCenter: true, figures: [{ title: 'Members', value: 12_345, more: false }] })),
      )
      await page.goto('/')
      await expect(page.locator('#record')).toHaveText(site.recordNumber)
      await expect(page.locator('.home-figures')).toHaveText(/Members\s*12,345/)
      await expect(page.locator('html')).toHaveAttribute('lang', lang === 'en' ? 'en' : 'zh-CN')
      await noAdvice(page)
      await fitsWidth(page)
    })
  }
}

test('R-01 printed HTML: without scripts the whole page stands, with the ways in for members and staff', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (r) => loaded.push(new URL(r.url()).pathname))
  await page.goto('/')
  await expect(page).toHaveTitle('数据管理与质控系统')
  await expect(page.locator('#app h1')).toHaveText('数据管理与质控系统')
  await expect(page.getByRole('link', { name: '后台登录' })).toHaveAttribute('href', '/admin')
  await expect(page.getByRole('link', { name: '会员登录' })).toHaveAttribute('href', '/user')
  await expect(page.getByRole('img', { name: /质控报告示意/ })).toBeVisible()
  expect(loaded.filter((path) => path.endsWith('.css'))).toEqual([])
  await context.close()
})

test('R-01 the language is switched without a reload and remembered by the rest of the product', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'EN' }).click()
  await expect(page).toHaveTitle('Data Management & Quality Control System')
  await expect(page.getByRole('link', { name: 'Staff sign-in' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Sketch of a QC report/ })).toBeVisible()
  expect(await stored(page, 'storeConfig_v2')).toMatchObject({ lang: { defaultLang: 'en' } })
  await page.getByRole('link', { name: 'Member sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Member sign-in' })).toBeVisible()
})

test('R-04 whoever has no account is led to the form that makes one', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: '注册会员' }).click()
  await expect(page.getByRole('heading', { name: '注册会员' })).toBeVisible()
})

test('figures are shown only where the settings say so', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.home-figures > *')).toHaveCount(0)
  await expect(page.locator('.home-figures')).toBeHidden()
})

test('who is signed in is led in, and a closed member centre has no door', async ({ page, request }) => {
  const { username } = await newMember(request)
  const member = await memberSession(request, username)
  const admin = await signIn(request)
  await seed(page, { userInfo: member.data.userInfo, adminInfo: admin.info })
  await page.goto('/')
  await expect(page.getByRole('link', { name: '进入后台' })).toBeVisible()
  await expect(page.getByRole('link', { name: '进入会员中心' })).toBeVisible()
  await expect(page.getByRole('link', { name: '注册会员' })).toHaveCount(0)
  await page.route('**/api/index/index', (route) => route.fulfill(envelope({ site, openMemberCenter: false, figures: [] })))
  await page.reload()
  await expect(page.locator('[data-way=user], .home-join')).toHaveCount(0)
  await expect(page.getByRole('link', { name: '进入后台' })).toBeVisible()
})

test('a hospital’s own name stands in the head, in every language', async ({ page }) => {
  await page.route('**/api/index/index', (route) =>
    route.fulfill(envelope({ site: { ...site, siteName: '某某医院研究数据平台' }, openMemberCenter: true, figures: [] })),
  )
  await page.goto('/')
  await expect(page.locator('.home-brand')).toHaveText('某某医院研究数据平台')
  await page.getByRole('button', { name: 'EN' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data Management & Quality Control System')
  await expect(page.locator('.home-brand')).toHaveText('某某医院研究数据平台')
})
