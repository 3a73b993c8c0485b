import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import panel from 'virtual:icon/panel-left'
import { useText } from '../../i18n/index.ts'
import { Viewer, useLinks } from '../viewer.tsx'
import type { Zoom } from '../frame-message.ts'
import type { Source } from '../source.ts'
import { roundTo } from '../text-ranges.ts'
import { FindTool, Pager, PrintTool, Tool, useKeys, ZoomTools } from '../tools.tsx'
import { useRoom } from '../use-room.ts'
import { nextZoom } from '../zoom-steps.ts'
import type { Pdf } from './pdf-document.ts'
import { layoutOf, pageAt, pagesIn } from './pdf-layout.ts'
import { PdfPage } from './pdf-page.tsx'
import { printPdf } from './pdf-print.ts'
import { type Hit, PdfSearch } from './pdf-search.ts'
import { PdfThumbnails } from './pdf-thumbnails.tsx'
import './pdf.css'

const useSearch = (pdf: Pdf, onHit: (hit: Hit) => void) => {
  const search = useMemo(() => new PdfSearch(pdf.document), [pdf])
  const running = useRef<AbortController>(undefined)
  const [wanted, setWanted] = useState('')
  const [hits, setHits] = useState<Hit[]>([])
  const [at, setAt] = useState(0)
  const find = async (text: string, wish: number): Promise<void> => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const found = text === wanted ? hits : await search.hits(text, signal)
    if (signal.aborted) return
    const next = roundTo(wish, found.length)
    setWanted(text)
    setHits(found)
    setAt(next)
    const hit = found[next - 1]
    if (hit) onHit(hit)
  }
  return { wanted, count: hits.length, at, here: hits[at - 1] ?? null, find }
}

export const PdfReader = ({ source, pdf }: { source: Source; pdf: Pdf }) => {
  const t = useText('preview')
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const [wish, setWish] = useState<Zoom>('auto')
  const [top, setTop] = useState(0)
  const [isFinding, setFinding] = useState(false)
  const [isPrinting, setPrinting] = useState<number | null>(null)
  const [hasThumbnails, setThumbnails] = useState(() => window.innerWidth >= 1100 && pdf.sizes.length > 1)
  const links = useLinks()
  const layout = useMemo(() => layoutOf(pdf.sizes, wish, room.width), [pdf, wish, room.width])
  const at = pageAt(layout, top + room.height / 2)
  const go = (page: number): void => {
    const place = layout.tops[Math.min(pdf.sizes.length, Math.max(1, page)) - 1]
    if (place !== undefined) stage.current?.scrollTo({ top: place - 8 })
  }
  // Where they lie over the page they have done their work.
  const goAndClose = (page: number): void => {
    go(page)
    if (window.innerWidth <= 860) setThumbnails(false)
  }
  const search = useSearch(pdf, ({ page }) => go(page))
  // The place on the page stays when the zoom changes.
  const share = useRef(0)
  useLayoutEffect(() => {
    stage.current?.scrollTo({ top: share.current * layout.height })
  }, [layout])
  const print = (): void => {
    if (isPrinting !== null) return
    setPrinting(0)
    void printPdf(pdf.document, setPrinting).finally(() => setPrinting(null))
  }
  const toDest = async (dest: unknown): Promise<void> => {
    const target = typeof dest === 'string' ? await pdf.document.getDestination(dest) : (dest as unknown[] | null)
    const [page] = target ?? []
    if (typeof page === 'number') go(page + 1)
    else if (page) go((await pdf.document.getPageIndex(page as { num: number; gen: number })) + 1)
  }
  useKeys({
    zoom: (direction) => setWish(direction === 0 ? 1 : nextZoom(layout.scale, direction)),
    find: () => setFinding(true),
    print,
    page: (step) => go(at + step),
  })
  const tools = (
    <>
      {pdf.sizes.length > 1 && (
        <Tool icon={panel} label={t('page.thumbnails')} pressed={hasThumbnails} onClick={() => setThumbnails(!hasThumbnails)} />
      )}
      {pdf.sizes.length > 1 && <Pager at={at} count={pdf.sizes.length} onGo={go} />}
      <ZoomTools value={layout.scale} isFit={wish === 'fit'} onZoom={setWish} />
      <FindTool
        isOpen={isFinding}
        count={search.count}
        at={search.at}
        onOpen={setFinding}
        onFind={(text, n) => void search.find(text, n)}
      />
      {isPrinting === null ? (
        <PrintTool onPrint={print} />
      ) : (
        <progress className="tool-busy" aria-label={t('print')} max={1} value={isPrinting} />
      )}
    </>
  )
  return (
    <Viewer source={source} tools={tools}>
      <div className="pdf">
        {hasThumbnails && <PdfThumbnails pdf={pdf.document} sizes={pdf.sizes} at={at} onGo={goAndClose} />}
        <div
          ref={stage}
          className="pdf-stage"
          role="region"
          aria-label={source.name}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop } }) => {
            share.current = scrollTop / layout.height
            setTop(scrollTop)
          }}
        >
          <div style={{ height: layout.height, minWidth: layout.width }}>
            {room.width > 0 &&
              pagesIn(layout, top, top + room.height).map((number) => (
                <PdfPage
                  key={number}
                  document={pdf.document}
                  number={number}
                  size={pdf.sizes[number - 1]!}
                  top={layout.tops[number - 1]!}
                  scale={layout.scale}
                  wanted={search.wanted}
                  here={search.here?.page === number ? search.here.index : null}
                  onLink={links.ask}
                  onDest={(dest) => void toDest(dest)}
                />
              ))}
          </div>
        </div>
      </div>
      {links.notice}
    </Viewer>
  )
}
