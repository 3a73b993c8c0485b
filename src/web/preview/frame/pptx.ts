import { PptxViewer, RECOMMENDED_ZIP_LIMITS } from '@aiden0z/pptx-renderer'
import { roundTo } from '../text-ranges.ts'
import type { Found, Shown } from './shown.ts'

/** Slides are parsed and drawn when they come into view. */
export const show = async (bytes: ArrayBuffer, sheet: HTMLElement): Promise<Shown> => {
  const viewer = await PptxViewer.open(bytes, sheet, {
    fitMode: 'none',
    zipLimits: RECOMMENDED_ZIP_LIMITS,
    lazyMedia: true,
    lazySlides: true,
    pdfjs: false,
    listOptions: { windowed: true, initialSlides: 3 },
  })
  if (viewer.slideCount === 0) throw new Error('no slides')
  const find = async (text: string, wish: number): Promise<Found> => {
    viewer.clearSearchHighlights()
    const results = text ? viewer.searchText(text) : []
    const at = roundTo(wish, results.length)
    const here = results[at - 1]
    if (here) await viewer.highlightSearchResult(here)
    return { count: results.length, at }
  }
  const pages = [...sheet.querySelectorAll<HTMLElement>('[data-slide-index]')]
  return { pages, width: viewer.slideWidth, find }
}
