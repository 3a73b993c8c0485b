import { marked } from 'marked'
import { decodeText } from '../decode-text.ts'
import { cleanHtml } from './clean.ts'
import type { Shown } from './shown.ts'

/** Fields are taken out of every document, and with them would go what is done and what is not. */
marked.use({ renderer: { checkbox: ({ checked }) => `<span class="tick">${checked ? '☑' : '☐'}</span> ` } })

/** A picture from elsewhere is not fetched: its words stand in its place, and where it is for whoever wants to look. */
const nameOutside = (root: HTMLElement): void => {
  for (const picture of root.querySelectorAll('img:not([src])')) {
    const words = document.createElement('span')
    words.className = 'outside'
    words.textContent = picture.getAttribute('alt') || '…'
    picture.replaceWith(words)
  }
}

export const show = async (bytes: ArrayBuffer, sheet: HTMLElement): Promise<Shown> => {
  const html = await marked.parse(decodeText(new Uint8Array(bytes)).text, { gfm: true })
  const body = cleanHtml(html)
  nameOutside(body)
  const article = document.createElement('article')
  article.append(...[...body.childNodes].map((node) => document.adoptNode(node)))
  for (const heading of article.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    heading.id ||= (heading.textContent ?? '').trim().toLowerCase().replaceAll(/\s+/g, '-')
  sheet.append(article)
  return { pages: [article], width: null }
}
