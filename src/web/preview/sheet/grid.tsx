import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useRoom } from '../use-room.ts'
import { columnName, type GridRow, type SheetHead } from './book.ts'
import { axisOf, lineAt, linesBetween, type Span } from './grid-layout.ts'
import { Pane } from './grid-pane.tsx'
import { GridPictures } from './grid-pictures.tsx'
import './grid.css'

const ROW = 24
const COLUMN = 72
const HEAD = 26
const SPARE_ROWS = 12
const SPARE_COLUMNS = 3
/** Beyond this browsers lose count of pixels. */
const TALLEST = 30_000_000

export type Place = { row: number; column: number }
type Props = {
  label: string
  head: SheetHead
  rows: readonly GridRow[]
  zoom: number
  place: Place
  wanted: string
  onPlace(place: Place): void
}

/**
 * Nine panes in one scrolled area: names of rows and columns, frozen rows and columns, and the rest. The panes stick, so the browser
 * scrolls by itself and only the cells in view exist.
 */
export const Grid = ({ label, head, rows, zoom, place, wanted, onPlace }: Props) => {
  const stage = useRef<HTMLDivElement>(null)
  const room = useRoom(stage)
  const [scroll, setScroll] = useState({ top: 0, left: 0 })
  // A sheet ends somewhere, but the window is always full of cells.
  const rowCount = rows.length + Math.ceil(room.height / (ROW * zoom))
  const columnCount = head.widths.length + Math.ceil(room.width / (COLUMN * zoom))
  const columnAxis = useMemo(() => axisOf(columnCount, (i) => head.widths[i] ?? COLUMN, zoom), [columnCount, head, zoom])
  const rowAxis = useMemo(() => axisOf(rowCount, (i) => head.heights.get(i) ?? ROW, zoom), [rowCount, head, zoom])
  const headWidth = Math.round((20 + 8 * String(rowCount).length) * Math.max(0.8, zoom))
  const headHeight = Math.round(HEAD * Math.max(0.8, zoom))
  // Frozen lines may fill half the window at most, or nothing could be scrolled.
  const fits = (axis: typeof rowAxis, wish: number, space: number): number => {
    let count = Math.min(wish, axis.count)
    while (count > 0 && axis.starts[count]! > space / 2) count--
    return count
  }
  const frozenRows = fits(rowAxis, head.frozen.rows, room.height)
  const frozenColumns = fits(columnAxis, head.frozen.columns, room.width)
  const frozenHeight = rowAxis.starts[frozenRows]!
  const frozenWidth = columnAxis.starts[frozenColumns]!
  const height = Math.min(TALLEST, rowAxis.starts[rowCount]!)
  const width = columnAxis.starts[columnCount]!
  const seen = {
    rows: linesBetween(rowAxis, scroll.top + frozenHeight, scroll.top + room.height, SPARE_ROWS),
    columns: linesBetween(columnAxis, scroll.left + frozenWidth, scroll.left + room.width, SPARE_COLUMNS),
  }
  const bodyRows: Span = { from: Math.max(frozenRows, seen.rows.from), to: Math.max(frozenRows, seen.rows.to) }
  const bodyColumns: Span = { from: Math.max(frozenColumns, seen.columns.from), to: Math.max(frozenColumns, seen.columns.to) }
  const stuckRows: Span = { from: 0, to: frozenRows }
  const stuckColumns: Span = { from: 0, to: frozenColumns }

  // Whoever moves the chosen cell sees it.
  const reveal = useEffectEvent(({ row, column }: Place) => {
    const element = stage.current
    if (!element || !room.height) return
    const reach = (axis: typeof rowAxis, index: number, frozen: number, at: number, space: number): number => {
      const [from, to] = [axis.starts[Math.min(index, axis.count - 1)]!, axis.starts[Math.min(index + 1, axis.count)]!]
      if (index < frozen) return at
      if (from < at + axis.starts[frozen]!) return from - axis.starts[frozen]!
      return to > at + space ? to - space : at
    }
    element.scrollTo({
      top: reach(rowAxis, row, frozenRows, element.scrollTop, room.height - headHeight),
      left: reach(columnAxis, column, frozenColumns, element.scrollLeft, room.width - headWidth),
    })
  })
  // Only when the place changes: scrolling away from it must be possible.
  useLayoutEffect(() => reveal(place), [place])

  const move = (rowStep: number, columnStep: number): void =>
    onPlace({
      row: Math.min(rowCount - 1, Math.max(0, place.row + rowStep)),
      column: Math.min(columnCount - 1, Math.max(0, place.column + columnStep)),
    })
  const pageRows = Math.max(1, Math.floor((room.height - headHeight - frozenHeight) / (ROW * zoom)) - 1)
  const onKeyDown = (event: KeyboardEvent): void => {
    const ctrl = event.ctrlKey || event.metaKey
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(ctrl ? rowCount : 1, 0),
      ArrowUp: () => move(ctrl ? -rowCount : -1, 0),
      ArrowRight: () => move(0, ctrl ? columnCount : 1),
      ArrowLeft: () => move(0, ctrl ? -columnCount : -1),
      PageDown: () => move(pageRows, 0),
      PageUp: () => move(-pageRows, 0),
      Home: () => onPlace({ row: ctrl ? 0 : place.row, column: 0 }),
      End: () => onPlace({ row: ctrl ? rows.length - 1 : place.row, column: head.widths.length - 1 }),
    }
    const step = steps[event.key]
    if (!step || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  const onClick = (event: MouseEvent): void => {
    const box = stage.current!.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left - headWidth, event.clientY - box.top - headHeight]
    if (x < 0 || y < 0) return
    onPlace({
      row: lineAt(rowAxis, y < frozenHeight ? y : y + scroll.top),
      column: lineAt(columnAxis, x < frozenWidth ? x : x + scroll.left),
    })
  }
  const pane = (paneRows: Span, paneColumns: Span) => (
    <Pane
      rows={rows}
      head={head}
      rowSpan={paneRows}
      columnSpan={paneColumns}
      rowAxis={rowAxis}
      columnAxis={columnAxis}
      place={place}
      wanted={wanted}
      zoom={zoom}
    />
  )
  const names = (span: Span, axis: typeof rowAxis, isRow: boolean) =>
    Array.from({ length: Math.max(0, span.to - span.from) }, (_, i) => {
      const index = span.from + i
      const size = axis.starts[index + 1]! - axis.starts[index]!
      const style: CSSProperties = isRow ? { top: axis.starts[index]!, height: size } : { left: axis.starts[index]!, width: size }
      return (
        size > 0 && (
          <span key={index} className="grid-name" data-here={(isRow ? place.row : place.column) === index || undefined} style={style}>
            {isRow ? index + 1 : columnName(index)}
          </span>
        )
      )
    })
  return (
    <div
      ref={stage}
      className="grid"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-colcount={head.widths.length}
      aria-readonly
      tabIndex={0}
      data-lines={head.hasLines || undefined}
      style={{ fontSize: 13 * zoom }}
      onScroll={({ currentTarget: { scrollTop: top, scrollLeft: left } }) => setScroll({ top, left })}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        className="grid-area"
        role="presentation"
        style={{
          gridTemplateColumns: `${headWidth}px ${frozenWidth}px ${width - frozenWidth}px`,
          gridTemplateRows: `${headHeight}px ${frozenHeight}px ${height - frozenHeight}px`,
          width: headWidth + width,
        }}
      >
        <div className="grid-corner" style={{ top: 0, left: 0 }} aria-hidden />
        <div className="grid-names" data-axis="column" data-stuck="both" style={{ top: 0, left: headWidth }} aria-hidden>
          {names(stuckColumns, columnAxis, false)}
        </div>
        <div className="grid-names" data-axis="column" style={{ top: 0 }} aria-hidden>
          <div className="grid-shift" style={{ left: -frozenWidth }}>
            {names(bodyColumns, columnAxis, false)}
          </div>
        </div>
        <div className="grid-names" data-axis="row" data-stuck="both" style={{ top: headHeight, left: 0 }} aria-hidden>
          {names(stuckRows, rowAxis, true)}
        </div>
        <div className="grid-pane" data-stuck="both" role="rowgroup" style={{ top: headHeight, left: headWidth }}>
          {pane(stuckRows, stuckColumns)}
        </div>
        <div className="grid-pane" data-stuck="top" role="rowgroup" style={{ top: headHeight }}>
          <div className="grid-shift" role="presentation" style={{ left: -frozenWidth }}>
            {pane(stuckRows, bodyColumns)}
          </div>
        </div>
        <div className="grid-names" data-axis="row" style={{ left: 0 }} aria-hidden>
          <div className="grid-shift" style={{ top: -frozenHeight }}>
            {names(bodyRows, rowAxis, true)}
          </div>
        </div>
        <div className="grid-pane" data-stuck="left" role="rowgroup" style={{ left: headWidth }}>
          <div className="grid-shift" role="presentation" style={{ top: -frozenHeight }}>
            {pane(bodyRows, stuckColumns)}
          </div>
        </div>
        <div className="grid-pane" role="rowgroup">
          <div className="grid-shift" role="presentation" style={{ top: -frozenHeight, left: -frozenWidth }}>
            {pane(bodyRows, bodyColumns)}
          </div>
          <GridPictures
            pictures={head.pictures}
            rowAxis={rowAxis}
            columnAxis={columnAxis}
            offset={{ top: frozenHeight, left: frozenWidth }}
            zoom={zoom}
          />
        </div>
      </div>
    </div>
  )
}
