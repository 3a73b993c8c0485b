import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import type { Size } from './pdf-document.ts'
import { drawPage } from './pdf-page.tsx'

const WIDTH = 124

const Thumbnail = ({
  pdf,
  number,
  size,
  isHere,
  onGo,
}: {
  pdf: PDFDocumentProxy
  number: number
  size: Size
  isHere: boolean
  onGo(page: number): void
}) => {
  const t = useText('preview')
  const button = useRef<HTMLButtonElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && setSeen(true), { rootMargin: '200px' })
    observer.observe(button.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!isSeen) return
    let stop = (): void => {}
    let isGone = false
    void pdf
      .getPage(number)
      .then((page) => {
        if (isGone || !canvas.current) return
        const task = drawPage(page, canvas.current, WIDTH, window.devicePixelRatio || 1)
        stop = () => task.cancel()
        return task.promise
      })
      .catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [pdf, number, isSeen])
  useEffect(() => {
    if (isHere) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  return (
    <button
      ref={button}
      type="button"
      className="pdf-thumbnail"
      aria-current={isHere ? 'page' : undefined}
      aria-label={t('page.number', { page: number })}
      onClick={() => onGo(number)}
    >
      <canvas ref={canvas} style={{ width: WIDTH, height: (WIDTH * size.height) / size.width }} />
      <small>{number}</small>
    </button>
  )
}

export const PdfThumbnails = ({
  pdf,
  sizes,
  at,
  onGo,
}: {
  pdf: PDFDocumentProxy
  sizes: readonly Size[]
  at: number
  onGo(page: number): void
}) => {
  const t = useText('preview')
  return (
    <nav className="pdf-thumbnails" aria-label={t('page.thumbnails')}>
      {sizes.map((size, i) => (
        <Thumbnail key={i} pdf={pdf} number={i + 1} size={size} isHere={at === i + 1} onGo={onGo} />
      ))}
    </nav>
  )
}
