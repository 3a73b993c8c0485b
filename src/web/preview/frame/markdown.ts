import { marked } from 'marked'
import { decodeText } from '../decode-text.ts'
import { cleanHtml } from './clean.ts'
import type { Shown } from './shown.ts'

export const show = async (bytes: ArrayBuffer, sheet: HTMLElement): Promise<Shown> => {
  const html = await marked.parse(decodeText(new Uint8Array(bytes)).text, { gfm: true })
  const body = cleanHtml(html)
  const article = document.createElement('article')
  article.append(...[...body.childNodes].map((node) => document.adoptNode(node)))
  for (const heading of article.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    heading.id ||= (heading.textContent ?? '').trim().toLowerCase().replaceAll(/\s+/g, '-')
  sheet.append(article)
  return { pages: [article], width: null }
}
