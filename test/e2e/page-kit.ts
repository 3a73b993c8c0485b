import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Where = { within?: string | undefined; tags?: string[] }
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** What axe has to say. What lies behind an open drawer is out of reach: `within` names what is in front. */
const findingsOf = async (page: Page, { within, tags }: Where) => {
  await expect(page.locator('.block-loader').filter({ visible: true })).toHaveCount(0)
  // The other mode works in a second page and describes what passed as well: four times the work for the same answer.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (within) axe.include(within)
  if (tags) axe.withTags(tags)
  return (await axe.analyze()).violations
}
type Finding = Awaited<ReturnType<typeof findingsOf>>[number]
const inWords = ({ id, nodes }: Finding) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`

/** Nothing at all, its good advice included. */
export const noAdvice = async (page: Page): Promise<void> => expect((await findingsOf(page, {})).map(inWords)).toEqual([])

export const noFindings = async (page: Page, within?: string): Promise<void> =>
  expect((await findingsOf(page, { within, tags: WCAG })).map(inWords)).toEqual([])

/** Nothing that axe calls serious or critical. */
export const noSeriousFindings = async (page: Page, within?: string): Promise<void> => {
  const findings = await findingsOf(page, { within, tags: WCAG })
  expect(findings.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(inWords)).toEqual([])
}

/** A name that no other test uses: they share one server. */
export const fresh = (prefix: string): string => `${prefix}${Date.now().toString(36)}${Math.trunc(Math.random() * 1e6).toString(36)}`

/** The text of every sheet that the page prints. */
export const paperOf = async (page: Page): Promise<string[]> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const book = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4' })), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: book.numPages }, async (_, at) => {
      const { items } = await (await book.getPage(at + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
}
