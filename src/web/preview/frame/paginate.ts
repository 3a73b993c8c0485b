const bottomOf = (element: HTMLElement): number => element.offsetTop + element.offsetHeight

const notesOf = (section: HTMLElement): HTMLElement | null => section.querySelector(':scope > ol.notes')
const heightOf = (notes: Iterable<HTMLElement>): number => [...notes].reduce((sum, note) => sum + note.offsetHeight, 0)

/** The part of a table that does not fit any more, with the columns of the original. */
const splitTable = (table: HTMLTableElement, limit: number): HTMLTableElement | null => {
  const rows = [...table.rows]
  const first = rows.findIndex((row) => table.offsetTop + bottomOf(row) > limit)
  if (first <= 0) return null
  const rest = table.cloneNode(false) as HTMLTableElement
  for (const group of table.querySelectorAll(':scope > colgroup')) rest.append(group.cloneNode(true))
  rest.append(...rows.slice(first))
  return rest
}

const notesFor = (list: HTMLElement | null, nodes: readonly Element[]): HTMLElement[] => {
  if (!list) return []
  const references = nodes.flatMap((node) => [...node.querySelectorAll<HTMLElement>('[data-footnote]')])
  const numbers = new Set(references.map((reference) => reference.dataset['footnote']))
  return ([...list.children] as HTMLElement[]).filter((note) => numbers.has(note.dataset['footnote']))
}

/** A section that shows what comes after `from`, with the same header and footer, and the notes that belong to what moved. */
const continuation = (section: HTMLElement, article: HTMLElement, moved: Element[]): HTMLElement => {
  const next = section.cloneNode(false) as HTMLElement
  const list = notesOf(section)
  const parts: Record<'article' | 'notes', Element[]> = { article: moved, notes: notesFor(list, moved) }
  for (const child of section.children) {
    const part = child === article ? 'article' : child === list ? 'notes' : null
    const copy = child.cloneNode(part === null) as HTMLElement
    if (part) copy.append(...parts[part])
    if (part !== 'notes' || copy.hasChildNodes()) next.append(copy)
  }
  if (list && !list.hasChildNodes()) list.remove()
  section.after(next)
  return next
}

const overflow = (section: HTMLElement, article: HTMLElement): Element[] | null => {
  const height = Number.parseFloat(getComputedStyle(section).minHeight)
  // Two pixels of tolerance: fonts differ a little from those of the author.
  if (!height || section.offsetHeight <= height + 2) return null
  const list = notesOf(section)
  const around = section.offsetHeight - article.offsetHeight - heightOf((list?.children ?? []) as Iterable<HTMLElement>)
  // A note takes its room from the page that its reference is on.
  let limit = article.offsetTop + height - around
  const children = [...article.children] as HTMLElement[]
  const at = children.findIndex((child) => {
    limit -= heightOf(notesFor(list, [child]))
    return bottomOf(child) > limit + 1
  })
  if (at < 0) return null
  const child = children[at]!
  const rest = child instanceof HTMLTableElement ? splitTable(child, limit) : null
  if (rest) return [rest, ...children.slice(at + 1)]
  // What is taller than a page keeps its page, or nothing would ever move.
  return at > 0 ? children.slice(at) : children.length > 1 ? children.slice(1) : null
}

const MOST_PAGES = 500

/** Only Word writes down where its pages end. WithResource a document would be one sheet without end, so it is cut at whole blocks. */
export const paginate = (sheet: HTMLElement): HTMLElement[] => {
  const pages: HTMLElement[] = []
  const waiting = [...sheet.querySelectorAll<HTMLElement>(':scope > section')]
  while (waiting.length) {
    const section = waiting.shift()!
    pages.push(section)
    const article = section.querySelector<HTMLElement>(':scope > article')
    const columns = article && getComputedStyle(article).columnCount !== 'auto'
    if (!article || columns || pages.length > MOST_PAGES) continue
    const moved = overflow(section, article)
    if (moved) waiting.unshift(continuation(section, article, moved))
  }
  return pages
}
