import { expect, type Page, test } from '@playwright/test'
import { openAdmin, signIn } from './shell-kit.ts'

/** Every style that the policy refused, from the first script on. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', (e) =>
      refused.push(`${e.effectiveDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`),
    )
  })
const refused = (page: Page) => page.evaluate(() => (window as unknown as { refused: string[] }).refused)

for (const path of [
  '/admin/dashboard',
  '/admin/job',
  '/admin/auth/group',
  '/admin/crud/table',
  '/admin/routine/config',
  '/admin/sms/template',
  '/admin/profile',
])
  test(`${path}: the policy refuses no style of ours`, async ({ page }) => {
    await watch(page)
    await openAdmin(page, path)
    // The stream of tasks stays open: the network is never idle.
    await expect(page.locator('.shell-main [aria-busy=true], .shell-main .skeleton, .block-loader')).toHaveCount(0)
    expect(await refused(page)).toEqual([])
  })

test('a form with its pickers has its styles', async ({ page }) => {
  await watch(page)
  await openAdmin(page, '/admin/auth/admin')
  await page.getByRole('button', { name: '新建' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await refused(page)).toEqual([])
})

test('a style element that came in with a text is not applied; one that our scripts make is', async ({ page }) => {
  await watch(page)
  await signIn(page)
  await page.goto('/admin/login')
  const widths = await page.evaluate(() => {
    const measure = () => getComputedStyle(document.body).outlineWidth
    document.body.insertAdjacentHTML('beforeend', '<style>body { outline: 7px solid red }</style>')
    const injected = measure()
    const own = document.createElement('style')
    own.textContent = 'body { outline: 5px solid red }'
    document.head.append(own)
    return [injected, measure()]
  })
  expect(widths[0]).not.toBe('7px')
  expect(widths[1]).toBe('5px')
  expect(await refused(page)).toEqual([expect.stringContaining('style-src-elem')])
})
