import { useMemo, useState, useSyncExternalStore } from 'react'
import { useLanguage, useText } from '../../i18n/index.ts'
import { formatTag } from '../../languages.ts'
import { Viewer, Refused, useLinks, Waiting } from '../viewer.tsx'
import type { Source } from '../source.ts'
import { roundTo } from '../text-ranges.ts'
import { FindTool, useKeys, ZoomTools } from '../tools.tsx'
import { useFile } from '../use-file.ts'
import { nextZoom } from '../zoom-steps.ts'
import { columnName, extrasOf, type GridRow, textOf } from './book.ts'
import { Grid, type Place } from './grid.tsx'
import { BookReader } from './book-reader.ts'

const LIMIT = 200 * 1024 * 1024
const MOST_HITS = 5000

/** All columns in the window, as far as one can still read them. */
const fitting = (widths: readonly number[]): number =>
  Math.min(
    1.5,
    Math.max(
      0.5,
      (window.innerWidth - 80) /
        Math.max(
          1,
          widths.reduce((sum, width) => sum + width, 0),
        ),
    ),
  )

const findCells = (rows: readonly GridRow[], text: string): Place[] => {
  const wanted = text.toLowerCase()
  const places: Place[] = []
  if (!wanted) return places
  for (let row = 0; row < rows.length && places.length < MOST_HITS; row++)
    rows[row]!.forEach((cell, column) => {
      if (cell !== null && textOf(cell).toLowerCase().includes(wanted)) places.push({ row, column })
    })
  return places
}

export default function SheetView({ source }: { source: Source }) {
  const file = useFile(source.url, LIMIT)
  if (file.state === 'ready') return <Book source={source} bytes={file.bytes} />
  return (
    <Viewer source={source}>
      {file.state === 'failed' ? <Refused source={source} error={file.error} /> : <Waiting share={file.share} />}
    </Viewer>
  )
}

const Book = ({ source, bytes }: { source: Source; bytes: Uint8Array<ArrayBuffer> }) => {
  const t = useText('preview')
  const lang = useLanguage()
  const [reader] = useState(() => new BookReader(source, bytes))
  const book = useSyncExternalStore(reader.subscribe, () => reader.state)
  const [chosen, setChosen] = useState<number | null>(null)
  const [zoom, setZoom] = useState(1)
  const [places, setPlaces] = useState<ReadonlyMap<number, Place>>(new Map())
  const [isFinding, setFinding] = useState(false)
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const links = useLinks()
  const index = chosen ?? book.sheets[0]?.index ?? 0
  const sheet = book.loaded.get(index)
  const start = useMemo<Place>(() => ({ row: 0, column: 0 }), [])
  const place = places.get(index) ?? start
  const put = (next: Place): void => setPlaces(new Map(places).set(index, next))
  const hits = useMemo(() => findCells(sheet?.rows ?? [], wanted), [sheet?.rows, wanted])
  const find = (text: string, wish: number): void => {
    const found = text === wanted ? hits : findCells(sheet?.rows ?? [], text)
    const next = roundTo(wish, found.length)
    setWanted(text)
    setAt(next)
    const hit = found[next - 1]
    if (hit) put(hit)
  }
  const show = (next: number): void => {
    reader.want(next)
    setChosen(next)
    setWanted('')
    setAt(0)
  }
  const turn = (step: 1 | -1): void => {
    const now = book.sheets.findIndex((one) => one.index === index)
    const next = book.sheets[now + step]
    if (next) show(next.index)
  }
  useKeys({ zoom: (direction) => setZoom(direction === 0 ? 1 : nextZoom(zoom, direction)), find: () => setFinding(true), page: turn })
  if (book.error)
    return (
      <Viewer source={source}>
        <Refused source={source} error={book.error} />
      </Viewer>
    )
  if (!sheet)
    return (
      <Viewer source={source}>
        <Waiting share={null} label={t('sheet.reading')} />
      </Viewer>
    )
  const number = (n: number): string => n.toLocaleString(formatTag(lang))
  const size = { rows: number(sheet.rows.length), columns: number(sheet.head.widths.length) }
  const note = sheet.isCut ? t('sheet.cut', { rows: size.rows }) : sheet.head.isPlain ? t(`sheet.plain.${sheet.head.isPlain}`) : undefined
  const tools = (
    <>
      <span className="tool-of" role="status">
        {sheet.isEnd ? t('sheet.size', size) : t('sheet.more', size)}
        {book.encoding && ` · ${book.encoding}`}
      </span>
      <ZoomTools value={zoom} isFit={false} onZoom={(value) => setZoom(value === 'fit' ? fitting(sheet.head.widths) : value)} />
      <FindTool isOpen={isFinding} count={hits.length} at={at} onOpen={setFinding} onFind={find} />
    </>
  )
  const name = book.sheets.find((one) => one.index === index)?.name ?? source.name
  return (
    <Viewer source={source} tools={tools} note={note}>
      <div className="sheet">
        <CellDetail rows={sheet.rows} merges={sheet.head.merges} place={place} onLink={links.ask} />
        {sheet.rows.length === 0 && sheet.isEnd && sheet.head.pictures.length === 0 ? (
          <div className="preview-none">
            <p>{t('sheet.empty')}</p>
          </div>
        ) : (
          <Grid
            key={index}
            label={t('sheet.grid', { name, ...size })}
            head={sheet.head}
            rows={sheet.rows}
            zoom={zoom}
            place={place}
            wanted={wanted}
            onPlace={put}
          />
        )}
        {source.kind === 'sheet' && (
          <div className="sheet-tabs" role="tablist" aria-label={t('sheet.tabs')}>
            {book.sheets.map((one) => (
              <button
                key={one.index}
                type="button"
                role="tab"
                aria-selected={one.index === index}
                title={one.name}
                onClick={() => show(one.index)}
              >
                {one.name}
              </button>
            ))}
          </div>
        )}
      </div>
      {links.notice}
    </Viewer>
  )
}

type Detail = {
  rows: readonly GridRow[]
  merges: readonly { row: number; column: number; rows: number; columns: number }[]
  place: Place
  onLink(href: string): void
}
/** The whole content of the chosen cell: in the grid it may be cut off. */
const CellDetail = ({ rows, merges, place, onLink }: Detail) => {
  const t = useText('preview')
  const merge = merges.find(
    (m) => place.row >= m.row && place.row < m.row + m.rows && place.column >= m.column && place.column < m.column + m.columns,
  )
  const { row, column } = merge ?? place
  const cell = rows[row]?.[column]
  const { formula, link } = extrasOf(cell)
  return (
    <div className="sheet-cell" aria-live="polite">
      <b>{`${columnName(column)}${row + 1}`}</b>
      <span>{textOf(cell).slice(0, 5000)}</span>
      {formula && <code title={t('sheet.formula')}>{formula.slice(0, 1000)}</code>}
      {link && (
        <button type="button" onClick={() => onLink(link)}>
          {link.slice(0, 200)}
        </button>
      )}
    </div>
  )
}
