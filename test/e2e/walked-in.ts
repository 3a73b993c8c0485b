import { expect, type Page } from '@playwright/test'
import type { Lang } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'

const isBoth = process.env['E2E_LANGUAGES'] === 'both'
const isOne = process.env['E2E_LANGUAGES'] === 'one'
/** A long walk whose pages are read in the other language on the way (`seen`) is gone in one. `E2E_LANGUAGES=both` goes it in both. */
export const walkedOnce = (lang: Lang): readonly Lang[] => (isBoth ? ['zh-cn', 'en'] : [lang])
/** One whose pages are not, in both. `E2E_LANGUAGES=one` goes it in one, for whoever wants a quick answer while working. */
export const walkedIn = (lang: Lang): readonly Lang[] => (isOne ? [lang] : ['zh-cn', 'en'])

type Words = Readonly<Record<Lang, object>>
const other = (lang: Lang): Lang => (lang === 'en' ? 'zh-cn' : 'en')

/** Every piece of text that can be seen, and the names of what has no text. */
const written = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode
      const text = nodeValue?.trim()
      if (text && parentElement?.checkVisibility()) found.add(text)
    }
    for (const one of document.body.querySelectorAll('[aria-label]'))
      if (one.checkVisibility()) found.add(one.getAttribute('aria-label') ?? '')
    return [...found]
  })

/** In place: nothing is loaded again, and what is open stays open. */
export const switchTo = async (page: Page, lang: Lang): Promise<void> => {
  const shown = page.locator(`html[lang=${lang === 'en' ? 'en' : 'zh-CN'}]`)
  if (await shown.count()) return
  const plain = page.locator(`.language-switch button[lang=${lang}]`)
  // A page that is covered by a drawer is looked at as well.
  if (await plain.count()) await plain.first().dispatchEvent('click')
  else {
    await page.locator('.tools button').and(page.locator('[aria-label="切换语言"], [aria-label="Switch language"]')).dispatchEvent('click')
    await page.locator(`.ant-dropdown:not(.ant-dropdown-hidden) [data-menu-id$="-${lang}"]`).last().dispatchEvent('click')
  }
  await expect(shown).toHaveCount(1)
}

/** A piece of text that is this word, or holds it where it is long enough to mean nothing else. */
const says = (pieces: readonly string[], word: unknown): boolean =>
  word instanceof RegExp
    ? pieces.some((piece) => word.test(piece))
    : typeof word === 'string' && pieces.some((piece) => piece === word || (/ |^[^ -~]{4}/.test(word) && piece.includes(word)))

/** The words of this walk that the page shows now, it shows in the other language too. */
export const saidInBoth = async (page: Page, words: Words, kept: readonly string[] = []): Promise<void> => {
  const lang: Lang = (await page.locator('html').getAttribute('lang')) === 'en' ? 'en' : 'zh-cn'
  const [before, there] = [await written(page), new Map<string, unknown>(Object.entries(words[other(lang)]))]
  const wanted = Object.entries(words[lang]).flatMap(([name, word]) =>
    !kept.includes(name) && says(before, word) ? [there.get(name)] : [],
  )
  expect(wanted, 'no word of this walk is on the page').not.toEqual([])
  await switchTo(page, other(lang))
  await expect
    .poll(async () => {
      const now = await written(page)
      const text = now.join('\n')
      return wanted.filter((word) => !(typeof word === 'string' ? text.includes(word) : says(now, word))).map(String)
    })
    .toEqual([])
  // On a phone what fits in one language may stick out in the other.
  if ((page.viewportSize()?.width ?? 0) <= 390)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await switchTo(page, lang)
}

type Look = {
  /** What lies in front of the page. */
  readonly within?: string
  /** Words that stand as somebody wrote or signed them, in whatever language it is read. */
  readonly kept?: readonly string[]
}
/** Looked at: free of what axe calls serious, and said in both languages. */
export const seen = async (page: Page, words: Words, { within, kept = [] }: Look = {}): Promise<void> => {
  await noSeriousFindings(page, within)
  await saidInBoth(page, words, kept)
}
