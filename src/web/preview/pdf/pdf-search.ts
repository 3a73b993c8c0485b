import type { PDFDocumentProxy } from 'pdfjs-dist'
import { folded } from '../text-ranges.ts'

export type Hit = { page: number; index: number }

const MOST = 2000

/** The text of the pages, read once and only when somebody searches. */
export class PdfSearch {
  readonly #texts = new Map<number, Promise<string>>()
  readonly #document: PDFDocumentProxy
  constructor(document: PDFDocumentProxy) {
    this.#document = document
  }
  #textOf(page: number): Promise<string> {
    const known = this.#texts.get(page)
    if (known) return known
    const text = this.#document
      .getPage(page)
      .then((p) => p.getTextContent())
      .then(({ items }) => folded(items.map((item) => ('str' in item ? item.str : '')).join('')))
      .catch(() => '')
    this.#texts.set(page, text)
    return text
  }
  async hits(text: string, signal: AbortSignal): Promise<Hit[]> {
    const wanted = folded(text)
    const hits: Hit[] = []
    if (!wanted) return hits
    for (let page = 1; page <= this.#document.numPages && hits.length < MOST && !signal.aborted; page++) {
      const content = await this.#textOf(page)
      let index = 0
      for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + wanted.length)) hits.push({ page, index: index++ })
    }
    return hits
  }
}
