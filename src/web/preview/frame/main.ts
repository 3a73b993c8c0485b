import type { FrameKind, FromFrame, ToFrame } from '../frame-message.ts'
import type { Shown } from './shown.ts'
import { followPages, scrollToPage } from './pages.ts'
import { textFinder } from './text-find.ts'
import { startZoom } from './zoom.ts'
import './frame.css'

const sheet = document.getElementById('sheet')!
const tell = (message: FromFrame): void => window.parent.postMessage(message, '*')
const show: Record<FrameKind, () => Promise<{ show(bytes: ArrayBuffer, sheet: HTMLElement): Promise<Shown> }>> = {
  docx: () => import('./docx.ts'),
  pptx: () => import('./pptx.ts'),
  markdown: () => import('./markdown.ts'),
}

let shown: Shown | undefined
const zoom = startZoom(
  sheet,
  () => shown?.width ?? null,
  (value) => tell({ type: 'zoomed', value }),
)

const open = async ({ kind, bytes, lang }: Extract<ToFrame, { type: 'show' }>): Promise<void> => {
  document.documentElement.lang = lang
  sheet.dataset['kind'] = kind
  const { show: draw } = await show[kind]()
  shown = await draw(bytes, sheet)
  zoom.apply()
  followPages(shown.pages, (page) => tell({ type: 'page', page }))
  tell({ type: 'shown', pages: shown.pages.length })
}

const finder = textFinder(sheet)
const receive: { [T in ToFrame['type']]: (message: Extract<ToFrame, { type: T }>) => void } = {
  show: (message) =>
    void open(message).catch((error: unknown) => tell({ type: 'failed', reason: 'damaged', detail: String(error).slice(0, 300) })),
  zoom: ({ value }) => zoom.set(value),
  go: ({ page }) => scrollToPage(shown?.pages[page - 1]),
  find: ({ text, at }) => void (shown?.find ?? finder)(text, at).then((found) => tell({ type: 'found', ...found })),
  print: () => window.print(),
}

window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
  // Our own page alone may speak to us, and nobody but the page around us is our page.
  if (event.source !== window.parent || window.parent === window) return
  receive[event.data.type]?.(event.data as never)
})

document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null
    if (!link) return
    // The document leads nowhere by itself: a place inside it is scrolled to, an address outside is shown to the reader first.
    event.preventDefault()
    event.stopPropagation()
    const href = link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? ''
    if (href.startsWith('#')) document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView({ block: 'start' })
    else tell({ type: 'link', href })
  },
  true,
)

const ours = new Set(['+', '=', '-', '0', 'f', 'p'])
window.addEventListener('keydown', (event) => {
  const ctrl = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (!ours.has(key) || (!ctrl && (key === 'f' || key === 'p'))) return
  event.preventDefault()
  tell({ type: 'key', key, ctrl })
})

tell({ type: 'ready' })
