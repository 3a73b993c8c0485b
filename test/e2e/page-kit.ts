import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing that axe calls serious or critical. What lies behind an open drawer is out of reach: `within` names what is in front. */
export const noSeriousFindings = async (page: Page, within?: string): Promise<void> => {
  await expect(page.locator('.block-loader')).toHaveCount(0)
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const serious = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
  expect(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`)).toEqual([])
}

/** A name that no other test uses: they share one server. */
export const fresh = (prefix: string): string => `${prefix}${Date.now().toString(36)}${Math.trunc(Math.random() * 1e6).toString(36)}`
