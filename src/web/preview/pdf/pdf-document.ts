import { getDocument, GlobalWorkerOptions, PasswordResponses, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist'
// eslint-disable-next-line import/default -- Vite gives the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import parts from 'virtual:pdf-parts'
import { missing } from '../../api/file.ts'
import { fileAddress } from '../../api/file-address.ts'
import { sessionHeaders } from '../../api/send.ts'
import { PreviewFailure } from '../failure.ts'

GlobalWorkerOptions.workerSrc = workerUrl

export type Size = { width: number; height: number }
export type Pdf = { document: PDFDocumentProxy; sizes: readonly Size[]; close(): void }

const FIRST_SIZES = 100

/** Pages are nearly always alike: the first hundred are asked, the others are taken to be like the last of them until they are drawn. */
const sizesOf = async (document: PDFDocumentProxy): Promise<Size[]> => {
  const asked = await Promise.all(
    Array.from({ length: Math.min(FIRST_SIZES, document.numPages) }, (_, i) => document.getPage(i + 1).then(sizeOf)),
  )
  return Array.from({ length: document.numPages }, (_, i) => asked[i] ?? asked.at(-1)!)
}
/** CSS pixels at 100 %: PDF counts 72 to the inch, the browser 96. */
export const sizeOf = (page: PDFPageProxy): Size => {
  const { width, height } = page.getViewport({ scale: 96 / 72 })
  return { width, height }
}

/** Parts are fetched as pages come into view, for as long as one reads: the header lives as long as the session, a signed address does not. */
const partsOf = async (url: string) => {
  // An expired session is renewed on the way.
  await fileAddress(url)
  return { url, httpHeaders: sessionHeaders() }
}

/** Fonts, character maps and decoders come from this site; scripts inside the file are never asked for. */
export const openPdf = async (
  source: string | { data: Uint8Array },
  onProgress: (share: number | null) => void,
  askPassword: (wasWrong: boolean, answer: (password: string) => void) => void,
): Promise<Pdf> => {
  const task = getDocument({
    ...(typeof source === 'string' ? await partsOf(source) : source),
    cMapUrl: `${parts}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${parts}standard_fonts/`,
    wasmUrl: `${parts}wasm/`,
    iccUrl: `${parts}iccs/`,
    // The policy of the page allows no WebAssembly; the same decoders exist as plain scripts.
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    disableAutoFetch: true,
    verbosity: 0,
  })
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => onProgress(total ? Math.min(1, loaded / total) : null)
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    askPassword(reason === PasswordResponses.INCORRECT_PASSWORD, answer)
  try {
    const document = await task.promise
    return { document, sizes: await sizesOf(document), close: () => void task.destroy() }
  } catch (error) {
    void task.destroy()
    throw new PreviewFailure((error as { status?: number }).status === 404 ? missing() : 'damaged', error)
  }
}
