import type { Model, Word } from './page-numbers.ts'

/** A character that no text has: it stands before a reference, because the drawn one is a small number like any other. */
const MARKS: Record<string, string> = { footnoteReference: '\ue002', endnoteReference: '\ue003' }
const isReference = (model: Model): boolean => model.type !== undefined && model.type in MARKS

const markIn = (model: Model): void => {
  // The reference is small by itself; a run that is small as well is drawn twice by the library, and its note with it.
  if (model.children?.some(isReference)) delete model.verticalAlign
  if (!model.children) return
  model.children = model.children.flatMap((child) => {
    markIn(child)
    return isReference(child) ? [{ type: 'text', text: MARKS[child.type!]! }, child] : [child]
  })
}

export const markNotes = (word: Word): void => {
  for (const part of Object.values(word.partsMap ?? {})) if (part?.body) markIn(part.body)
}

/** The drawn references of one kind, in the order of the text; the marks before them leave. */
const referencesIn = (root: HTMLElement, mark: string): HTMLElement[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: HTMLElement[] = []
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (!node.data.includes(mark)) continue
    node.data = node.data.replaceAll(mark, '')
    const next = node.nextSibling
    if (next instanceof HTMLElement) found.push(next)
  }
  return found
}

/** The number of a note is the number of its line here; the tab that stood behind it would leave a hole. */
const hideTab = (note: HTMLElement): void => {
  const walker = document.createTreeWalker(note, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node && node.data.trim() === ''; node = walker.nextNode() as Text | null)
    if (node.data !== '' && node.parentElement) node.parentElement.style.display = 'none'
}

/** Numbers run through the document, and each reference knows its note, so that both come to the same page. Notes of the whole stand at its end. */
export const settleNotes = (sections: readonly HTMLElement[]): void => {
  const counts = { footnote: 0, endnote: 0 }
  const name = (kind: keyof typeof counts, references: readonly HTMLElement[], list: HTMLElement | undefined): void =>
    references.forEach((reference, i) => {
      const number = ++counts[kind]
      reference.textContent = String(number)
      const note = list?.children[i]
      if (!(note instanceof HTMLLIElement)) return
      note.value = number
      hideTab(note)
      reference.dataset[kind] = note.dataset[kind] = String(number)
    })
  const late: HTMLElement[] = []
  for (const section of sections) {
    const lists = [...section.querySelectorAll<HTMLElement>(':scope > ol')]
    const footnotes = referencesIn(section, MARKS['footnoteReference']!)
    late.push(...referencesIn(section, MARKS['endnoteReference']!))
    const list = footnotes.length ? lists.shift() : undefined
    list?.classList.add('notes')
    name('footnote', footnotes, list)
    const [rest] = lists
    if (!rest) continue
    rest.classList.add('endnotes')
    section.querySelector(':scope > article')?.append(rest)
    name('endnote', late, rest)
  }
}
