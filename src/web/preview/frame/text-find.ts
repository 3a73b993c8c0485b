import { rangesOf, roundTo } from '../text-ranges.ts'
import type { Found } from './shown.ts'

/** Marks every place without touching the document: the browser paints highlights over it. */
export const textFinder = (root: HTMLElement) => {
  let last = ''
  let ranges: Range[] = []
  return async (text: string, wish: number): Promise<Found> => {
    if (text !== last) ranges = rangesOf(root, text)
    last = text
    CSS.highlights.clear()
    const at = roundTo(wish, ranges.length)
    const here = ranges[at - 1]
    if (!here) return { count: 0, at: 0 }
    CSS.highlights.set('found', new Highlight(...ranges))
    CSS.highlights.set('found-here', new Highlight(here))
    here.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    return { count: ranges.length, at }
  }
}
