import { expect, test } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

const WORDS = {
  'zh-cn': { start: '开始导览', next: '下一步', back: '上一步', guide: '打开使用手册', card: '导览', first: '研究项目' },
  en: { start: 'Start the tour', next: 'Next', back: 'Back', guide: 'Open the user guide', card: 'Tour', first: 'Studies' },
} as const

for (const lang of walkedOnce('en'))
  test(`a newcomer is led through the pages in the order of the data, and is not asked twice (${lang})`, async ({ page }) => {
    const words = WORDS[lang]
    await openArea(page, '/admin/dashboard', { lang })
    await seen(page, WORDS)
    await page.getByRole('button', { name: words.start }).click()
    const card = page.getByRole('complementary', { name: words.card, exact: true })
    await expect(page).toHaveURL(/\/admin\/study\/project$/)
    await expect(card.getByRole('heading')).toHaveText(words.first)
    await expect(card).toBeFocused()
    await expect(card.getByRole('button', { name: words.back })).toHaveCount(0)
    await seen(page, WORDS)
    // Whoever reloads goes on where they were.
    await card.getByRole('button', { name: words.next }).click()
    await expect(page).toHaveURL(/\/admin\/gather\/delivery$/)
    await page.reload()
    await expect(card).toContainText('2 / 7')
    for (const path of ['qc/run', 'finding', 'query', 'analysis/project', 'auth/log']) {
      await card.getByRole('button', { name: words.next }).click()
      await expect(page).toHaveURL(new RegExp(`/admin/${path}$`))
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(card.getByRole('button', { name: words.guide })).toBeInViewport()
    await seen(page, WORDS)
    await card.getByRole('button', { name: words.guide }).click()
    await expect(page).toHaveURL(/\/admin\/docs/)
    await expect(card).toHaveCount(0)
    await page.goto('/admin/dashboard')
    await expect(page.locator('.greeting')).toBeVisible()
    await expect(page.getByRole('button', { name: words.start })).toHaveCount(0)
  })

test('Escape ends the tour, and it can be declined', async ({ page }) => {
  await openArea(page, '/admin/dashboard', { lang: 'en' })
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await expect(page.getByRole('complementary', { name: 'Tour', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Tour', exact: true })).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('tour'))
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Do not ask again' }).click()
  await page.reload()
  await expect(page.locator('.greeting')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start the tour' })).toHaveCount(0)
})
