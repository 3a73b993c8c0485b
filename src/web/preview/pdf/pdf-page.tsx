import { type PDFDocumentProxy, type PDFPageProxy, type PageViewport, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { rangesOf } from '../text-ranges.ts'
import type { Size } from './pdf-document.ts'

/** A canvas larger than this is refused by phones; the page is then drawn coarser and stretched. */
const MOST_PIXELS = 16_000_000

type Link = { left: number; top: number; width: number; height: number; url: string | undefined; dest: unknown }
type Annotation = { subtype: string; rect: [number, number, number, number]; url?: string; unsafeUrl?: string; dest?: unknown }

const linksOf = async (page: PDFPageProxy, viewport: PageViewport): Promise<Link[]> => {
  const annotations = (await page.getAnnotations()) as Annotation[]
  return annotations.flatMap(({ subtype, rect, url, unsafeUrl, dest }) => {
    if (subtype !== 'Link' || (!url && !unsafeUrl && !dest)) return []
    const [x1, y1] = viewport.convertToViewportPoint(rect[0], rect[1]) as [number, number]
    const [x2, y2] = viewport.convertToViewportPoint(rect[2], rect[3]) as [number, number]
    return [
      { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), url: url ?? unsafeUrl, dest },
    ]
  })
}

export const drawPage = (page: PDFPageProxy, canvas: HTMLCanvasElement, cssWidth: number, density: number) => {
  const natural = page.getViewport({ scale: 1 })
  const wish = (cssWidth / natural.width) * density
  const scale = Math.min(wish, Math.sqrt(MOST_PIXELS / (natural.width * natural.height)))
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  return page.render({ canvas, viewport })
}

type Props = {
  document: PDFDocumentProxy
  number: number
  size: Size
  top: number
  scale: number
  wanted: string
  /** Which match of this page is the one the reader stands on. */
  here: number | null
  onLink(url: string): void
  onDest(dest: unknown): void
}

/** Picture, invisible text over it for selecting and searching, and links that ask first. Forms and scripts are not brought to life. */
export const PdfPage = ({ document: pdf, number, size, top, scale, wanted, here, onLink, onDest }: Props) => {
  const t = useText('preview')
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [links, setLinks] = useState<Link[]>([])
  const [isDrawn, setDrawn] = useState(false)
  const [hasText, setHasText] = useState(0)
  const width = size.width * scale
  useEffect(() => {
    let isGone = false
    const stops: (() => void)[] = []
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number)
      if (isGone || !canvas.current || !text.current) return
      const task = drawPage(page, canvas.current, width, window.devicePixelRatio || 1)
      stops.push(() => task.cancel())
      await task.promise
      setDrawn(true)
      const viewport = page.getViewport({ scale: (scale * 96) / 72 })
      text.current.replaceChildren()
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text.current, viewport })
      stops.push(() => layer.cancel())
      const [found] = await Promise.all([linksOf(page, viewport), layer.render()])
      if (isGone) return
      setLinks(found)
      setHasText((n) => n + 1)
    }
    // Cancelled, or a page that cannot be drawn: it stays white, the others are there.
    draw().catch(() => {})
    return () => {
      isGone = true
      for (const stop of stops) stop()
    }
  }, [pdf, number, width, scale])
  useEffect(() => {
    if (!text.current || !wanted || !hasText) return
    const ranges = rangesOf(text.current, wanted)
    const all = CSS.highlights.get('found') ?? new Highlight()
    const one = CSS.highlights.get('found-here') ?? new Highlight()
    CSS.highlights.set('found', all)
    CSS.highlights.set('found-here', one)
    for (const range of ranges) all.add(range)
    const chosen = here === null ? undefined : ranges[here]
    if (chosen) {
      one.add(chosen)
      chosen.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
    }
    return () => {
      for (const range of ranges) all.delete(range)
      if (chosen) one.delete(chosen)
    }
  }, [wanted, here, hasText])
  return (
    <section
      className="pdf-page"
      aria-label={t('page.number', { page: number })}
      data-drawn={isDrawn || undefined}
      style={{ top, width, height: size.height * scale }}
    >
      <canvas ref={canvas} aria-hidden />
      <div ref={text} className="pdf-text" style={{ '--total-scale-factor': (scale * 96) / 72 } as React.CSSProperties} />
      {links.map(({ url, dest, ...box }, i) => (
        <button
          key={i}
          type="button"
          className="pdf-link"
          style={box}
          title={url}
          aria-label={url ?? t('page.label')}
          onClick={() => (url ? onLink(url) : onDest(dest))}
        />
      ))}
    </section>
  )
}
