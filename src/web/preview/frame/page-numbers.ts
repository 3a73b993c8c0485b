/** The part of docx-preview's model that matters here. */
export type Model = { type?: string; children?: Model[]; text?: string; charType?: string; fieldRun?: boolean; verticalAlign?: string }
export type Word = { partsMap?: Record<string, { rootElement?: Model; body?: Model } | undefined> }

/** Characters that no text has; what they stand for is known when the pages are. */
const MARKS: Record<string, string> = { PAGE: '\ue000', NUMPAGES: '\ue001' }
const markFor = (instruction: string): string | undefined => MARKS[/^\s*([A-Z]+)/.exec(instruction)?.[1] ?? '']

const runsOf = (model: Model): Model[] => (model.type === 'run' ? [model] : (model.children ?? []).flatMap(runsOf))

/** A field is written as beginning, instruction, last result and end, in one run or in five. */
const markIn = (root: Model): void => {
  let field: { instruction: string; holder: Model | null; results: Model[]; isResult: boolean } | null = null
  for (const run of runsOf(root))
    for (const child of run.children ?? []) {
      if (child.type === 'complexField' && child.charType === 'begin')
        field = { instruction: '', holder: null, results: [], isResult: false }
      else if (!field) continue
      else if (child.type === 'instruction') {
        field.instruction += child.text ?? ''
        field.holder ??= run
      } else if (child.type === 'complexField' && child.charType === 'separate') field.isResult = true
      else if (child.type === 'text' && field.isResult) field.results.push(child)
      else if (child.type === 'complexField' && child.charType === 'end') {
        put(field)
        field = null
      }
    }
}

const put = ({ instruction, holder, results }: { instruction: string; holder: Model | null; results: Model[] }): void => {
  const mark = markFor(instruction)
  if (!mark || !holder) return
  for (const result of results) result.text = ''
  holder.fieldRun = false
  let isPut = false
  holder.children = (holder.children ?? []).flatMap((child) => {
    if (child.type === 'complexField') return []
    if (child.type !== 'instruction') return [child]
    if (isPut) return []
    isPut = true
    return [{ type: 'text', text: mark }]
  })
}

/** In headers and footers, where the number that was saved is that of one page only. */
export const markPageNumbers = (word: Word): void => {
  for (const part of Object.values(word.partsMap ?? {})) {
    const root = part?.rootElement
    if (root?.type === 'header' || root?.type === 'footer') markIn(root)
  }
}

export const fillPageNumbers = (pages: readonly HTMLElement[]): void =>
  pages.forEach((page, index) => {
    for (const edge of page.querySelectorAll('header, footer')) {
      const walker = document.createTreeWalker(edge, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
        node.data = node.data.replaceAll(MARKS['PAGE']!, String(index + 1)).replaceAll(MARKS['NUMPAGES']!, String(pages.length))
    }
  })
