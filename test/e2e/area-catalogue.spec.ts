import { expect, test } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

const WORDS = {
  'zh-cn': {
    title: '检查目录',
    search: '按名称、编号或用途查找',
    range: '数值范围',
    example: '示例',
    none: '没有这样的检查',
    finds: /^找到 \d+ 处，共判断 \d+$/,
  },
  en: {
    title: 'Check catalogue',
    search: 'Find by name, code or purpose',
    range: 'Range',
    example: 'Example',
    none: 'No matching checks',
    finds: /^Finds \d+ of \d+ judged$/,
  },
} as const

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]
  test(`AA-07 a check is found among the cards, and shows on rows of its own what it blames (${lang})`, async ({ page }) => {
    await openArea(page, '/admin/control/catalogue', { lang })
    const cards = page.getByRole('article')
    await expect(cards.nth(20)).toBeAttached()
    const all = await cards.count()
    const search = page.getByRole('searchbox', { name: words.search })
    await search.fill('C02')
    const card = page.getByRole('article', { name: words.range })
    await expect(card).toBeVisible()
    expect(await cards.count()).toBeLessThan(all)
    await card.getByText(words.example, { exact: true }).click()
    await expect(card.locator('tr[data-wrong]').first()).toContainText('▲')
    await expect(card.getByText(words.finds)).toBeVisible()
    await seen(page, WORDS)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await search.fill('zzzz')
    await expect(page.getByText(words.none)).toBeVisible()
    await expect(cards).toHaveCount(0)
  })
}
