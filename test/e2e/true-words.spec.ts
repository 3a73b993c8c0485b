import { expect, test } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { fresh } from './list-kit.ts'
import { memberSession, newMember, openMember } from './member-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { openPreview, stored as upload } from './preview-kit.ts'
import { openAdmin, seed, signIn, stored } from './shell-kit.ts'

test('R-06 the 401 page names the page, the missing right and whom to ask, and leads back into the shell', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { as: 'cardiology', lang: 'en' })
  await page.goto('/admin/auth/rule?page=2')
  await expect(page).toHaveURL('/401')
  await expect(page).toHaveTitle(/^No access permission/)
  const asked = page.locator('.error-asked')
  await expect(asked).toContainText('Menu rules')
  await expect(asked).toContainText('/admin/auth/rule')
  await expect(asked.locator('dd').nth(1)).toHaveText('See “Menu rules” auth/rule')
  await expect(asked).toContainText('系统管理员')
  await noSeriousFindings(page)
  // An English sentence has English quotes, also where the font is one of Chinese.
  const width = () =>
    page.evaluate(() => {
      const mark = Object.assign(document.createElement('span'), { textContent: '“' })
      mark.style.fontSize = '100px'
      document.body.append(mark)
      const { width: wide } = mark.getBoundingClientRect()
      mark.remove()
      return wide
    })
  await expect.poll(width).toBeLessThan(60)
  await page.getByRole('link', { name: 'To the back office' }).click()
  await expect(page.locator('.shell-main')).toBeVisible()
})

test('A-13 a first visit is offered the language of the browser, in that language; the choice is asked for once', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' })
  const page = await context.newPage()
  for (const path of ['/', '/admin/login', '/user/login']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Read this site in English' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  }
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Read this site in English' }).click()
  await expect(page.getByRole('heading', { name: 'Member sign-in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read this site in English' })).toHaveCount(0)
  expect(await stored(page, 'storeConfig_v2')).toMatchObject({ lang: { defaultLang: 'en' } })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('.language-offer')).toHaveCount(0)
  await context.close()
})

test('registration says beforehand that codes do not leave a system without a mail service', async ({ page }) => {
  await page.goto('/user/login?pane=register')
  await expect(page.getByText('本系统还没有接通邮件服务')).toBeVisible()
})

test('R-02 a file that is opened without a name is called what it was called when it was uploaded', async ({ page }) => {
  const name = `${fresh('方案')}.txt`
  const url = await upload(page.request, name, Buffer.from(name))
  await signIn(page)
  await openPreview(page, url!)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('an empty list has no pager', async ({ page }) => {
  await openArea(page, `/admin/job?q=${fresh('nothing')}`)
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await expect(page.locator('.pager')).toHaveCount(0)
})

test('the terminal does not warn about the port that the server listens on', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  await page.getByRole('button', { name: '终端' }).click()
  await expect(page.locator('.ant-drawer-open')).toBeVisible()
  await expect(page.locator('.terminal-warning')).toHaveCount(0)
})

test('a birthday is typed as it is written, and shown in one form in either language', async ({ page, request }) => {
  const { username } = await newMember(request)
  await openMember(page, '/user/account/profile', username, 'en')
  const day = page.getByLabel('Birthday')
  await expect(day).toHaveAttribute('placeholder', /Year-month-day/)
  await day.fill('1990/2/8')
  await day.blur()
  await expect(day).toHaveValue('1990-02-08')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.toast[data-kind=success]')).toBeVisible()
})

test('in the member centre the offer of another language stands whole on a phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  const { data } = await memberSession(page.request, 'researcher')
  await seed(page, { userInfo: data.userInfo })
  await page.goto('/user')
  const [head, offer] = [page.locator('.member-head'), page.locator('.language-offer')]
  await expect(offer).toBeVisible()
  const [outer, inner] = [await head.boundingBox(), await offer.boundingBox()]
  if (!outer || !inner) throw new Error('no box')
  expect([inner.x >= 0, inner.y >= outer.y, inner.x + inner.width <= 390, inner.y + inner.height <= outer.y + outer.height]).toEqual([
    true,
    true,
    true,
    true,
  ])
  await context.close()
})
