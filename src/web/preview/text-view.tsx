import { type UIEvent, useMemo, useRef, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { decodeText } from './decode-text.ts'
import { Viewer, Refused, Waiting } from './viewer.tsx'
import { PreviewFailure } from './failure.ts'
import type { Source } from './source.ts'
import { findInLines, jsonTokens, type Line, linesOf, tidyJson } from './text-lines.ts'
import { roundTo } from './text-ranges.ts'
import { FindTool, useKeys, ZoomTools } from './tools.tsx'
import { useFile } from './use-file.ts'
import { useRoom } from './use-room.ts'
import { nextZoom } from './zoom-steps.ts'

const LIMIT = 50 * 1024 * 1024
const ROW = 22
const SPARE = 20

export default function TextView({ source }: { source: Source }) {
  const file = useFile(source.url, LIMIT)
  if (file.state === 'ready' && file.bytes.length) return <Text source={source} bytes={file.bytes} />
  const error = file.state === 'failed' ? file.error : file.state === 'ready' ? new PreviewFailure('empty') : null
  return (
    <Viewer source={source}>
      {error ? <Refused source={source} error={error} /> : <Waiting share={file.state === 'loading' ? file.share : null} />}
    </Viewer>
  )
}

const Marked = ({ text, wanted }: { text: string; wanted: string }) => {
  const at = wanted ? text.toLowerCase().indexOf(wanted.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      <Marked text={text.slice(at + wanted.length)} wanted={wanted} />
    </>
  )
}

const LineText = ({ line, isJson, wanted }: { line: Line; isJson: boolean; wanted: string }) =>
  isJson && !wanted ? (
    jsonTokens(line.text).map((token, i) => (
      <span key={i} data-token={token.kind}>
        {token.text}
      </span>
    ))
  ) : (
    <Marked text={line.text} wanted={wanted} />
  )

const Text = ({ source, bytes }: { source: Source; bytes: Uint8Array }) => {
  const t = useText('preview')
  const isJson = source.kind === 'json'
  const { lines, encoding } = useMemo(() => {
    const decoded = decodeText(bytes)
    return { lines: linesOf(isJson ? tidyJson(decoded.text) : decoded.text), encoding: decoded.encoding }
  }, [bytes, isJson])
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const [top, setTop] = useState(0)
  const [zoom, setZoom] = useState(1)
  const [isFinding, setFinding] = useState(false)
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const hits = useMemo(() => findInLines(lines, wanted), [lines, wanted])
  const row = ROW * zoom
  const find = (text: string, wish: number): void => {
    const found = text === wanted ? hits : findInLines(lines, text)
    const next = roundTo(wish, found.length)
    setWanted(text)
    setAt(next)
    const line = found[next - 1]
    if (line !== undefined) stage.current?.scrollTo({ top: Math.max(0, line * row - room.height / 2) })
  }
  useKeys({ zoom: (direction) => setZoom(direction === 0 ? 1 : nextZoom(zoom, direction)), find: () => setFinding(true) })
  const first = Math.max(0, Math.floor(top / row) - SPARE)
  const last = Math.min(lines.length, Math.ceil((top + room.height) / row) + SPARE)
  const digits = String(lines.at(-1)?.number ?? 1).length
  const tools = (
    <>
      <span className="tool-of">
        {t('lines', { count: lines.at(-1)?.number ?? 0 })} · {encoding}
      </span>
      <ZoomTools value={zoom} isFit={false} onZoom={(value) => setZoom(value === 'fit' ? 1 : value)} />
      <FindTool isOpen={isFinding} count={hits.length} at={at} onOpen={setFinding} onFind={find} />
    </>
  )
  return (
    <Viewer source={source} tools={tools}>
      {/* Long lines are reached with the arrow keys: the area takes the focus. */}
      <div
        ref={stage}
        className="preview-text"
        role="region"
        aria-label={source.name}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        style={{ fontSize: 13 * zoom, lineHeight: `${row}px` }}
        onScroll={(event: UIEvent<HTMLElement>) => setTop(event.currentTarget.scrollTop)}
      >
        <div style={{ height: lines.length * row + 24 }}>
          <div style={{ translate: `0 ${first * row}px` }}>
            {lines.slice(first, last).map((line, i) => (
              <div key={first + i} className="text-line" data-hit={hits[at - 1] === first + i || undefined}>
                <span className="text-number" style={{ minWidth: `calc(${digits}ch + 26px)` }} aria-hidden>
                  {line.isContinued ? '' : line.number}
                </span>
                <code>
                  <LineText line={line} isJson={isJson} wanted={wanted} />
                </code>
              </div>
            ))}
          </div>
        </div>
      </div>
    </Viewer>
  )
}
