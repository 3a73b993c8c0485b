import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, requestBlob } from '../api/request.ts'
import { tokenOf } from '../api/session.ts'
import { useText } from '../i18n/index.ts'
import { Viewer, Refused, Waiting } from './viewer.tsx'
import { PreviewFailure, type Reason } from './failure.ts'
import type { Source } from './source.ts'

const PdfView = lazy(() => import('./pdf/pdf-view.tsx'))

/** The server says in its own words what is missing; the codes tell which of our sentences fits. */
const reasonFor = (error: unknown): Reason => {
  const code = error instanceof ApiError ? error.code : 0
  if (code === 501) return 'legacy'
  return code === 422 || code === 503 ? 'conversion' : code === 404 ? 'gone' : 'network'
}

const convert = async (url: string, signal: AbortSignal): Promise<Uint8Array> => {
  const address = tokenOf('admin') ? '/admin/ajax/previewPdf' : tokenOf('user') ? '/api/ajax/previewPdf' : null
  if (!address) throw new PreviewFailure('signIn')
  try {
    const { blob } = await requestBlob({ url: address, params: { url }, signal, showError: false })
    return new Uint8Array(await blob.arrayBuffer())
  } catch (error) {
    throw new PreviewFailure(reasonFor(error), error)
  }
}

/** doc and ppt are turned into PDF by the server's LibreOffice, if it has one. */
export default function LegacyView({ source }: { source: Source }) {
  const t = useText('preview')
  const [state, setState] = useState<{ bytes: Uint8Array } | { error: unknown } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    convert(source.url, controller.signal)
      .then((bytes) => controller.signal.aborted || setState({ bytes }))
      .catch((error: unknown) => controller.signal.aborted || setState({ error }))
    return () => controller.abort()
  }, [source.url])
  const waiting = (
    <Viewer source={source}>
      <Waiting share={null} label={t('converting')} />
    </Viewer>
  )
  if (!state) return waiting
  if ('error' in state)
    return (
      <Viewer source={source}>
        <Refused source={source} error={state.error} />
      </Viewer>
    )
  return (
    <Suspense fallback={waiting}>
      <PdfView source={source} bytes={state.bytes} />
    </Suspense>
  )
}
