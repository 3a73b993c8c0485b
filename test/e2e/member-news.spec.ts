import { expect, test } from '@playwright/test'
import { fitsWidth, openMember } from './member-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test.describe.configure({ mode: 'serial' })

const WORDS = {
  'zh-cn': { bell: /^通知/, unread: /^通知，\d+ 条未读$/, name: '通知', query: /质疑/ },
  en: { bell: /^Notifications/, unread: /^Notifications, \d+ unread$/, name: 'Notifications', query: /query/i },
} as const

/** How many the bell says are unread. */
const countIn = (label: string | null): number => Number(/\d+/.exec(label ?? '')?.[0] ?? 0)

for (const lang of ['zh-cn', 'en'] as const)
  test(`a member is told what waits for them, and is led to it (${lang})`, async ({ page }) => {
    const words = WORDS[lang]
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await openMember(page, '/user/study/query', 'researcher', lang)
    const bell = page.getByRole('button', { name: words.bell })
    await expect(bell).toHaveAccessibleName(words.unread)
    await fitsWidth(page)
    const before = countIn(await bell.getAttribute('aria-label'))
    await bell.click()
    const panel = page.getByRole('dialog', { name: words.name, exact: true })
    await expect(panel.locator('.news-line[data-unread]')).toHaveCount(before)
    await noSeriousFindings(page)
    await panel.locator('.news-line[data-unread]').filter({ hasText: words.query }).first().click()
    await expect(page).toHaveURL(/\/user\/study\/query\?id=\d+$/)
    await expect(panel).toHaveCount(0)
    await expect.poll(async () => countIn(await bell.getAttribute('aria-label'))).toBe(before - 1)
  })
