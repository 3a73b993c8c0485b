import type { Text } from '../text.ts'

/** Text that is HTML already. Everything else that enters a page is escaped, because it may be a cell of a data file. */
export class Markup {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Piece = Markup | string | number | false | undefined | readonly Piece[]

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Control characters are shown as their pictures (␀ ␛): a page may not hold them, and a reader should see them. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (sign) => String.fromCodePoint(0x2400 + sign.codePointAt(0)!))

function sourceOf(piece: Piece): string {
  if (piece instanceof Markup) return piece.source
  if (piece === undefined || piece === false) return ''
  if (typeof piece === 'number') return String(piece)
  return typeof piece === 'string' ? escaped(piece) : piece.map(sourceOf).join('')
}

/** Indentation of the source is none of the page's. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(strings.map((part, index) => part.replaceAll(/\n\s+/g, '\n') + sourceOf(pieces[index])).join(''))

/** Both languages stand in the page; its style shows one. */
export const both = ({ zh, en }: Text): Markup => (zh === en ? html`${zh}` : html`<i lang="zh">${zh}</i><i lang="en">${en}</i>`)

/** A text of the data: it may run from right to left, and must not turn its surroundings. */
export const cell = (value: string): Markup => html`<bdi>${value}</bdi>`

/** What people call it, with its code beside it. */
export const named = ({ name, title }: { name: string; title?: Text }): Markup =>
  title ? html`${both(title)} <span class="dim">${cell(name)}</span>` : cell(name)

export const NOTHING = new Markup('')
