import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '../i18n/index.ts'
import { checkArchive } from './archive.ts'
import { Viewer, Refused, useLinks, Waiting } from './viewer.tsx'
import { PreviewFailure } from './failure.ts'
import type { FrameKind, FromFrame, ToFrame } from './frame-message.ts'
import { refuseMismatch } from './magic.ts'
import type { Source } from './source.ts'
import { FindTool, Pager, pressed, PrintTool, useKeys, ZoomTools } from './tools.tsx'
import { useFile } from './use-file.ts'
import { nextZoom } from './zoom-steps.ts'

const MEGABYTE = 1024 * 1024
const LIMIT = 100 * MEGABYTE
const UNPACKED = 256 * MEGABYTE
/** Then the frame is taken away: it draws in a process of its own, so that only it hangs. */
const PATIENCE_MS = 20_000

const prepare = async (source: Source, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> => {
  refuseMismatch(bytes, source.kind, source.suffix)
  if (source.kind !== 'markdown') await checkArchive(bytes, UNPACKED)
  return bytes.buffer
}

type View = { pages: number; page: number; zoom: number; isFit: boolean; found: { count: number; at: number } }
const nothingYet: View = { pages: 0, page: 1, zoom: 1, isFit: false, found: { count: 0, at: 0 } }

/** Documents that become HTML are drawn in a frame without origin: no script of theirs runs, and nothing they name is loaded. */
export default function FrameView({ source }: { source: Source }) {
  const file = useFile(source.url, LIMIT)
  if (file.state === 'ready') return <Framed source={source} bytes={file.bytes} />
  return (
    <Viewer source={source}>
      {file.state === 'failed' ? <Refused source={source} error={file.error} /> : <Waiting share={file.share} />}
    </Viewer>
  )
}

const Framed = ({ source, bytes }: { source: Source; bytes: Uint8Array<ArrayBuffer> }) => {
  const t = useText('preview')
  const lang = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [error, setError] = useState<unknown>(null)
  const [view, setView] = useState(nothingYet)
  const [isFinding, setFinding] = useState(false)
  const links = useLinks()
  const say = (message: ToFrame): void => frame.current?.contentWindow?.postMessage(message, '*')
  const zoomTo = (value: number | 'fit'): void => {
    setView((old) => ({ ...old, isFit: value === 'fit' }))
    say({ type: 'zoom', value })
  }
  const go = (page: number): void => say({ type: 'go', page: Math.min(view.pages, Math.max(1, page)) })
  const keys = {
    zoom: (direction: 1 | -1 | 0) => zoomTo(direction === 0 ? 1 : nextZoom(view.zoom, direction)),
    find: () => setFinding(true),
    print: () => say({ type: 'print' }),
    page: (step: 1 | -1) => go(view.page + step),
  }
  useKeys(keys)

  const hear = (message: FromFrame): void => {
    if (message.type === 'ready')
      prepare(source, bytes)
        .then((buffer) => say({ type: 'show', kind: source.kind as FrameKind, bytes: buffer, lang }))
        .catch(setError)
    else if (message.type === 'shown') setView((old) => ({ ...old, pages: message.pages }))
    else if (message.type === 'failed') setError(new PreviewFailure(message.reason, message.detail))
    else if (message.type === 'page') setView((old) => ({ ...old, page: message.page }))
    else if (message.type === 'zoomed') setView((old) => ({ ...old, zoom: message.value }))
    else if (message.type === 'found') setView((old) => ({ ...old, found: message }))
    else if (message.type === 'link') links.ask(message.href)
    else if (message.type === 'key') pressed(keys, message.key, message.ctrl)
  }
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    const listen = (event: MessageEvent<FromFrame>): void => {
      if (event.source === frame.current?.contentWindow) latest.current(event.data)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  const isShown = view.pages > 0
  useEffect(() => {
    if (isShown) return
    const timer = setTimeout(() => setError(new PreviewFailure('tooSlow')), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isShown])

  if (error)
    return (
      <Viewer source={source}>
        <Refused source={source} error={error} />
      </Viewer>
    )
  const tools = isShown && (
    <>
      {view.pages > 1 && <Pager at={view.page} count={view.pages} onGo={go} />}
      <ZoomTools value={view.zoom} isFit={view.isFit} onZoom={zoomTo} />
      <FindTool isOpen={isFinding} {...view.found} onOpen={setFinding} onFind={(text, at) => say({ type: 'find', text, at })} />
      <PrintTool onPrint={keys.print} />
    </>
  )
  return (
    <Viewer source={source} tools={tools}>
      {!isShown && <Waiting share={null} label={t('drawing')} />}
      <iframe
        ref={frame}
        className="preview-frame"
        data-shown={isShown || undefined}
        title={source.name}
        sandbox="allow-scripts allow-modals"
        referrerPolicy="no-referrer"
        src="/preview-frame.html"
      />
      {links.notice}
    </Viewer>
  )
}
