import { type KeyboardEvent, memo, type PointerEvent } from 'react'
import { Check } from './check.tsx'
import { clampWidth, type GridColumn } from './column.ts'
import type { Coverage } from './selection.ts'
import { ariaSort, type GridSort, sortPlace } from './sort.ts'
import type { Range } from './window.ts'

export type HeaderProps<Row> = {
  columns: readonly GridColumn<Row>[]
  pinned: number
  columnsInView: Range
  sort: GridSort
  onSort: ((id: string, adds: boolean) => void) | undefined
  selection: Coverage | undefined
  onCheckAll(): void
  handles: boolean
  focus: number
  actions: string | undefined
  text: { selectAll: string; resize: string }
  widthOf(column: number): number
  onGrip(event: PointerEvent<HTMLElement>, column: number): void
  onFit(column: number): void
  onWidth(column: number, px: number): void
}

const Arrow = ({ way }: { way: 'ascending' | 'descending' | 'none' }) => (
  <svg className="dg-arrow" data-way={way} viewBox="0 0 8 12" width="8" height="12" aria-hidden>
    <path className="up" d="M4 1 7 4.6H1z" />
    <path className="down" d="M4 11 1 7.4h6z" />
  </svg>
)

const HeaderView = <Row,>(p: HeaderProps<Row>) => {
  const lead = p.selection ? 1 : 0
  const tab = (column: number) => (p.focus === column ? 0 : -1)
  const cell = (i: number, pinned: boolean) => {
    const column = p.columns[i]!
    const way = ariaSort(p.sort, column.id)
    const place = sortPlace(p.sort, column.id)
    const sortable = Boolean(p.onSort && column.sortable)
    const onKeyDown = (event: KeyboardEvent) => {
      if (sortable && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault()
        p.onSort?.(column.id, event.shiftKey)
      }
      if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
        event.preventDefault()
        event.stopPropagation()
        p.onWidth(i, clampWidth(p.widthOf(i) + (event.key === 'ArrowRight' ? 16 : -16)))
      }
    }
    return (
      <div
        key={column.id}
        role="columnheader"
        aria-colindex={i + lead + 1}
        aria-sort={sortable ? way : undefined}
        tabIndex={tab(i + lead)}
        data-c={i + lead}
        data-column={column.id}
        className={`${pinned ? 'dg-first' : 'dg-cell'} dg-head-cell dg-${column.align ?? 'start'}`}
        style={pinned ? { width: `var(--w${i})` } : { left: `var(--x${i})`, width: `var(--w${i})` }}
        data-sortable={sortable || undefined}
        onClick={sortable ? (event) => p.onSort?.(column.id, event.shiftKey) : undefined}
        onKeyDown={onKeyDown}
      >
        <span className="dg-title" title={column.title}>
          {column.title}
        </span>
        {sortable && <Arrow way={way} />}
        {place > 0 && <sub className="dg-place">{place}</sub>}
        <span
          className="dg-grip"
          title={p.text.resize}
          aria-hidden
          onPointerDown={(event) => p.onGrip(event, i)}
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={() => p.onFit(i)}
        />
      </div>
    )
  }
  const cells = []
  for (let i = p.columnsInView.from; i < p.columnsInView.to; i++) cells.push(cell(i, false))
  return (
    <div role="rowgroup" className="dg-head">
      <div role="row" aria-rowindex={1} className="dg-head-row" data-r={-1}>
        <div className="dg-pane" role="presentation" data-handles={p.handles || undefined}>
          {p.handles && <span className="dg-handle" />}
          {p.selection && (
            <div role="columnheader" aria-colindex={1} className="dg-check" data-c={0}>
              <Check state={p.selection} label={p.text.selectAll} tabIndex={tab(0)} onChange={p.onCheckAll} />
            </div>
          )}
          {p.columns.slice(0, p.pinned).map((_, i) => cell(i, true))}
        </div>
        {cells}
        {p.actions && (
          <div
            role="columnheader"
            aria-colindex={p.columns.length + lead + 1}
            className="dg-actions"
            tabIndex={tab(p.columns.length + lead)}
            data-c={p.columns.length + lead}
          >
            <span className="dg-title">{p.actions}</span>
          </div>
        )}
      </div>
    </div>
  )
}

export const GridHeader = memo(HeaderView) as typeof HeaderView
