import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

type Where = { within?: string | undefined; tags?: string[] }
type Finding = { id: string; impact: string | null; nodes: { html: string }[] }
type Axe = { run(context: unknown, options: object): Promise<{ violations: Finding[] }> }
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const axeSource = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has to say. What lies behind an open drawer is out of reach: `within` names what is in front. */
const findingsOf = async (page: Page, { within, tags }: Where): Promise<Finding[]> => {
  await expect(page.locator('.block-loader').filter({ visible: true })).toHaveCount(0)
  // Its builder reads the half megabyte of axe twice for each look and the sheets once more, and brings home what passed: as dear as loading the page.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window).catch(() => true))) await frame.evaluate(axeSource).catch(() => {})
  return page.evaluate(
    async ({ context, options }) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(context ?? document, options)
      return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }))
    },
    { context: within, options: { preload: false, resultTypes: ['violations'], ...(tags && { runOnly: { type: 'tag', values: tags } }) } },
  )
}
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
  // oxlint-disable-next-line no-extend-native -- drizzle-kit, which servers of tests are made with, gives arrays a method in the open; pdf.js refuses to begin beside it
  if ('random' in Array.prototype) Object.defineProperty(Array.prototype, 'random', { enumerable: false })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const book = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4' })), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: book.numPages }, async (_, at) => {
      const { items } = await (await book.getPage(at + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
}
