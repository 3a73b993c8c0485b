import type { Zoom } from '../frame-message.ts'

const MARGIN = 32
const NARROW_MARGIN = 12

/** Zoom of everything on the sheet; words instead of a number follow the width of the window. */
export const startZoom = (sheet: HTMLElement, widthOf: () => number | null, tell: (value: number) => void) => {
  let wish: Zoom = 'auto'
  const apply = (): void => {
    const width = widthOf()
    const room = document.documentElement.clientWidth - 2 * (document.documentElement.clientWidth < 600 ? NARROW_MARGIN : MARGIN)
    const fitting = width ? room / width : 1
    const value = wish === 'auto' ? Math.min(1, fitting) : wish === 'fit' ? Math.min(3, fitting) : wish
    // The place in the document stays where it is.
    const scroller = document.documentElement
    const share = scroller.scrollTop / Math.max(1, scroller.scrollHeight)
    sheet.style.setProperty('zoom', String(value))
    scroller.scrollTop = share * scroller.scrollHeight
    tell(value)
  }
  window.addEventListener('resize', () => typeof wish === 'string' && apply())
  return {
    apply,
    set: (value: Zoom) => {
      wish = value
      apply()
    },
  }
}
