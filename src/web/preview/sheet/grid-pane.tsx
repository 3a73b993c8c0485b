import { type CSSProperties, memo } from 'react'
import { extrasOf, type GridCell, type GridRow, type Look, type Merge, type SheetHead, textOf, widthOfText } from './book.ts'
import type { Axis, Span } from './grid-layout.ts'

type Here = { row: number; column: number }
type Props = {
  rows: readonly GridRow[]
  head: SheetHead
  rowSpan: Span
  columnSpan: Span
  rowAxis: Axis
  columnAxis: Axis
  place: Here
  wanted: string
  zoom: number
}

const MIDDLE = { top: 'start', center: 'center', bottom: 'end' } as const
const styleOf = (look: Look | undefined, zoom: number): CSSProperties => {
  if (!look) return {}
  const lines = [look.underline && 'underline', look.strike && 'line-through'].filter(Boolean).join(' ')
  return {
    ...(look.bold && { fontWeight: 600 }),
    ...(look.italic && { fontStyle: 'italic' }),
    ...(lines && { textDecoration: lines }),
    ...(look.color && { color: look.color }),
    ...(look.fill && { backgroundColor: look.fill }),
    ...(look.size && { fontSize: (look.size / 11) * 13 * zoom }),
    ...(look.align && { textAlign: look.align }),
    ...(look.middle && { alignItems: MIDDLE[look.middle] }),
    ...(look.indent && { paddingLeft: (6 + look.indent * 9) * zoom }),
    ...(look.borders?.top && { borderTop: look.borders.top }),
    ...(look.borders?.right && { borderRight: look.borders.right }),
    ...(look.borders?.bottom && { borderBottom: look.borders.bottom }),
    ...(look.borders?.left && { borderLeft: look.borders.left }),
  }
}

const RIGHT: Look = { align: 'right' }
const NUMBER = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?([eE][+-]?\d+)?%?$/
const lookOf = (cell: GridCell | null | undefined, head: SheetHead): Look | undefined => {
  if (typeof cell === 'number' || (head.isUntyped && typeof cell === 'string' && NUMBER.test(cell))) return RIGHT
  return head.looks[extrasOf(cell).look ?? -1]
}

type CellProps = {
  cell: GridCell | null | undefined
  head: SheetHead
  box: CSSProperties
  row: number
  column: number
  isHere: boolean
  wanted: string
  zoom: number
  span?: Merge
}
const CellBox = ({ cell, head, box, row, column, isHere, wanted, zoom, span }: CellProps) => {
  const look = lookOf(cell, head)
  // On one line a line break is a sign; drawn as a break it would hide the words before it.
  const text = look?.wrap ? textOf(cell) : textOf(cell).replaceAll(/\r?\n/g, ' ↵ ')
  const isHit = wanted !== '' && text.toLowerCase().includes(wanted)
  return (
    <div
      role="gridcell"
      className="grid-cell"
      aria-rowindex={row + 1}
      aria-colindex={column + 1}
      aria-rowspan={span?.rows}
      aria-colspan={span?.columns}
      aria-selected={isHere}
      data-hit={isHit || undefined}
      data-link={extrasOf(cell).link !== undefined || undefined}
      data-wrap={look?.wrap}
      style={{ ...box, ...styleOf(look, zoom) }}
    >
      {text && <span>{text.length > 2000 ? `${text.slice(0, 2000)}…` : text}</span>}
    </div>
  )
}

const PaneLines = ({ rowSpan, columnSpan, rowAxis, columnAxis }: Pick<Props, 'rowSpan' | 'columnSpan' | 'rowAxis' | 'columnAxis'>) => {
  const [top, bottom] = [rowAxis.starts[rowSpan.from]!, rowAxis.starts[rowSpan.to]!]
  const [left, right] = [columnAxis.starts[columnSpan.from]!, columnAxis.starts[columnSpan.to]!]
  const indexes = ({ from, to }: Span): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i + 1)
  return (
    <div className="grid-lines" aria-hidden>
      {indexes(rowSpan).map((row) => (
        <i key={`r${row}`} style={{ top: rowAxis.starts[row]! - 1, left, width: right - left, height: 1 }} />
      ))}
      {indexes(columnSpan).map((column) => (
        <i key={`c${column}`} style={{ left: columnAxis.starts[column]! - 1, top, height: bottom - top, width: 1 }} />
      ))}
    </div>
  )
}

/** Text that is longer than its cell runs on over empty neighbours, as everybody is used to. */
const spillEnd = (cell: GridCell | null | undefined, column: number, width: number, isFree: (column: number) => boolean): number => {
  if (typeof cell !== 'string' || cell.includes('\n')) return column
  const wanted = widthOfText(cell) * 7
  let last = column
  for (let room = width; room < wanted && isFree(last + 1); room += 72) last++
  return last
}

/** Cells under a merged one do not exist; the merged one is drawn when any part of it is in view. */
const mergesIn = (merges: readonly Merge[], rowSpan: Span, columnSpan: Span): Merge[] =>
  merges.filter(
    (m) => m.row < rowSpan.to && m.row + m.rows > rowSpan.from && m.column < columnSpan.to && m.column + m.columns > columnSpan.from,
  )

const PaneCells = ({ rows, head, rowSpan, columnSpan, rowAxis, columnAxis, place, wanted, zoom }: Props) => {
  const needle = wanted.toLowerCase()
  const merges = mergesIn(head.merges, rowSpan, columnSpan)
  const covered = new Set<number>()
  const key = (row: number, column: number): number => row * 16_384 + column
  for (const m of merges)
    for (let r = Math.max(m.row, rowSpan.from); r < Math.min(m.row + m.rows, rowSpan.to); r++)
      for (let c = Math.max(m.column, columnSpan.from); c < Math.min(m.column + m.columns, columnSpan.to); c++) covered.add(key(r, c))
  const lines: React.ReactNode[] = []
  for (let row = rowSpan.from; row < rowSpan.to; row++) {
    const top = rowAxis.starts[row]!
    const height = rowAxis.starts[row + 1]! - top
    if (height === 0) continue
    const cells: React.ReactNode[] = []
    for (let column = columnSpan.from; column < columnSpan.to; column++) {
      const left = columnAxis.starts[column]!
      const width = columnAxis.starts[column + 1]! - left
      if (width === 0 || covered.has(key(row, column))) continue
      const cell = rows[row]?.[column]
      const isHere = place.row === row && place.column === column
      // The lines are drawn behind: an empty cell needs no element.
      if ((cell ?? null) === null && !isHere) continue
      const last = spillEnd(
        cell,
        column,
        width / zoom,
        (next) => next < columnSpan.to && (rows[row]?.[next] ?? null) === null && !covered.has(key(row, next)),
      )
      cells.push(
        <CellBox
          key={column}
          cell={cell}
          head={head}
          box={{ left, width: columnAxis.starts[last + 1]! - left, height }}
          row={row}
          column={column}
          isHere={isHere}
          wanted={needle}
          zoom={zoom}
        />,
      )
      column = last
    }
    if (cells.length)
      lines.push(
        <div key={row} role="row" className="grid-row" aria-rowindex={row + 1} style={{ top }}>
          {cells}
        </div>,
      )
  }
  return (
    <>
      {head.hasLines && <PaneLines rowSpan={rowSpan} columnSpan={columnSpan} rowAxis={rowAxis} columnAxis={columnAxis} />}
      {lines}
      {merges.map((m) => {
        const [top, left] = [rowAxis.starts[m.row]!, columnAxis.starts[m.column]!]
        const box = {
          left,
          width: columnAxis.starts[Math.min(m.column + m.columns, columnAxis.count)]! - left,
          height: rowAxis.starts[Math.min(m.row + m.rows, rowAxis.count)]! - top,
        }
        const isHere = place.row >= m.row && place.row < m.row + m.rows && place.column >= m.column && place.column < m.column + m.columns
        return (
          <div key={`${m.row},${m.column}`} role="row" className="grid-row" aria-rowindex={m.row + 1} style={{ top }}>
            <CellBox
              cell={rows[m.row]?.[m.column]}
              head={head}
              box={box}
              row={m.row}
              column={m.column}
              isHere={isHere}
              wanted={needle}
              zoom={zoom}
              span={m}
            />
          </div>
        )
      })}
    </>
  )
}

const sameSpan = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to
/** Scrolling within the spare lines draws nothing anew. */
export const Pane = memo(
  PaneCells,
  (a, b) =>
    sameSpan(a.rowSpan, b.rowSpan) &&
    sameSpan(a.columnSpan, b.columnSpan) &&
    a.rows === b.rows &&
    a.head === b.head &&
    a.rowAxis === b.rowAxis &&
    a.columnAxis === b.columnAxis &&
    a.place === b.place &&
    a.wanted === b.wanted,
)
