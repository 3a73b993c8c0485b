import type { PDFDocumentProxy } from 'pdfjs-dist'
import { drawPage } from './pdf-page.tsx'

const MOST_PAGES = 200
/** Pixels of a page on paper: 150 dots per inch on A4. */
const WIDTH = 1240

const pictureOf = async (pdf: PDFDocumentProxy, number: number): Promise<HTMLImageElement> => {
  const canvas = document.createElement('canvas')
  await drawPage(await pdf.getPage(number), canvas, WIDTH, 1).promise
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  const image = new Image()
  image.src = URL.createObjectURL(blob ?? new Blob([]))
  await image.decode().catch(() => {})
  return image
}

/** As pictures: the browser's own viewer is not used, because it would run what the file says. */
export const printPdf = async (pdf: PDFDocumentProxy, onShare: (share: number) => void): Promise<void> => {
  const paper = document.createElement('div')
  paper.className = 'pdf-paper'
  const count = Math.min(MOST_PAGES, pdf.numPages)
  try {
    for (let number = 1; number <= count; number++) {
      paper.append(await pictureOf(pdf, number))
      onShare(number / count)
    }
    document.body.append(paper)
    window.print()
  } finally {
    for (const image of paper.querySelectorAll('img')) URL.revokeObjectURL(image.src)
    paper.remove()
  }
}
