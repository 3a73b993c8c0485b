import { useEffect, useState } from 'react'
import { Viewer, Refused, Waiting } from '../viewer.tsx'
import type { Source } from '../source.ts'
import { openPdf, type Pdf } from './pdf-document.ts'
import { PdfPassword } from './pdf-password.tsx'
import { PdfReader } from './pdf-reader.tsx'

type State = { share: number | null } | { open(password: string): void; wasWrong: boolean } | { error: unknown } | { pdf: Pdf }

/** `bytes` where the file was converted on the server; otherwise the reader fetches the parts it needs. */
export default function PdfView({ source, bytes }: { source: Source; bytes?: Uint8Array }) {
  const [state, setState] = useState<State>({ share: null })
  useEffect(() => {
    let isGone = false
    let close = (): void => {}
    // The reader takes the bytes away from us: it gets its own.
    openPdf(
      bytes ? { data: bytes.slice() } : source.url,
      (share) => isGone || setState((old) => ('share' in old ? { share } : old)),
      (wasWrong, open) => isGone || setState({ wasWrong, open }),
    )
      .then((pdf) => {
        if (isGone) return pdf.close()
        close = pdf.close
        setState({ pdf })
      })
      .catch((error: unknown) => isGone || setState({ error }))
    return () => {
      isGone = true
      close()
    }
  }, [source.url, bytes])
  if ('pdf' in state) return <PdfReader source={source} pdf={state.pdf} />
  return (
    <Viewer source={source}>
      {'error' in state && <Refused source={source} error={state.error} />}
      {'open' in state && <PdfPassword wasWrong={state.wasWrong} open={state.open} />}
      {'share' in state && <Waiting share={state.share} />}
    </Viewer>
  )
}
