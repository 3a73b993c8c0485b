import { parseAsync, renderDocument } from 'docx-preview'
import { clean } from './clean.ts'
import { fillPageNumbers, markPageNumbers, type Word } from './page-numbers.ts'
import { markNotes, settleNotes } from './notes.ts'
import { paginate } from './paginate.ts'
import type { Shown } from './shown.ts'
import { mendLook } from './word-look.ts'

/** HTML parts (`altChunk`) are left out: they are whole web pages inside a document. */
const options = {
  className: 'docx',
  inWrapper: false,
  ignoreLastRenderedPageBreak: false,
  renderAltChunks: false,
  renderChanges: false,
  renderComments: false,
  useBase64URL: true,
  experimental: true,
  debug: false,
}

export const show = async (bytes: ArrayBuffer, sheet: HTMLElement): Promise<Shown> => {
  const word = (await parseAsync(bytes, options)) as Word
  markPageNumbers(word)
  markNotes(word)
  const nodes = await renderDocument(word, options)
  // Built apart from the page: nothing in it may load or run before it is clean.
  const apart = document.implementation.createHTMLDocument('').createElement('div')
  apart.append(...nodes)
  clean(apart)
  mendLook(apart)
  sheet.append(...[...apart.childNodes].map((node) => document.adoptNode(node)))
  settleNotes([...sheet.querySelectorAll<HTMLElement>(':scope > section')])
  const pages = paginate(sheet)
  fillPageNumbers(pages)
  return { pages, width: Math.max(...pages.map((page) => page.offsetWidth)) }
}
