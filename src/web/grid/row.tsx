import { type ComponentType, memo, type MouseEvent, useRef } from 'react'
import { Check } from './check.tsx'
import type { CellProps, GridColumn } from './column.ts'
import { useRowDrag } from './drag.ts'
import type { GridItem } from './item.ts'
import { useSettled } from './settle.ts'
import type { Range } from './window.ts'

export type RowText = { select: string; move: string; expand: string; collapse: string; actions: string }
export type RowShape<Row> = {
  grid: string
  columns: readonly GridColumn<Row>[]
  /** How many of them stand in the pane. */
  pinned: number
  height: number
  selectable: boolean
  handles: boolean
  movable: boolean
  tree: boolean
  /** Somewhere in this tree there is a branch: all rows are indented alike. */
  hasBranches: boolean
  Actions: ComponentType<CellProps<Row>> | undefined
  nameOf(row: Row): string
  text: RowText
  onCheck(key: number, shift: boolean): void
  onToggle(key: number): void
}
export type RowProps<Row> = {
  shape: RowShape<Row>
  /** Absent until its line has come. */
  item: GridItem<Row> | undefined
  index: number
  columnsInView: Range
  selected: boolean
  open: boolean
  /** Column that holds the focus, −1 when it is in another row. */
  focus: number
}

const Heavy = <Row,>({ Cell, row, active }: CellProps<Row> & { Cell: ComponentType<CellProps<Row>> }) =>
  useSettled() ? <Cell row={row} active={active} /> : <span className="dg-later" />

/** Stands where a value will be. */
const Coming = () => <span className="dg-later" aria-hidden />

const DragHandle = ({
  row,
  shape,
  item,
  index,
}: { row: { current: HTMLDivElement | null } } & Pick<RowProps<never>, 'index'> & {
    shape: Pick<RowShape<never>, 'grid' | 'text'>
    item: Pick<GridItem<unknown>, 'key' | 'parent'>
  }) => {
  const handle = useRef<HTMLSpanElement>(null)
  useRowDrag(row, handle, shape.grid, item, index)
  return (
    <span ref={handle} className="dg-handle" title={shape.text.move} data-testid="drag-handle" aria-hidden>
      <svg viewBox="0 0 10 16" width="10" height="16" fill="currentColor">
        {[2, 8].flatMap((x) => [3, 8, 13].map((y) => <circle key={`${x}${y}`} cx={x} cy={y} r="1.3" />))}
      </svg>
    </span>
  )
}

const RowView = <Row,>({ shape, item, index, columnsInView, selected, open, focus }: RowProps<Row>) => {
  const ref = useRef<HTMLDivElement>(null)
  const { columns, text, selectable } = shape
  const lead = selectable ? 1 : 0
  const tab = (column: number) => (focus === column ? 0 : -1)
  const active = focus >= 0
  const first = columns[0]
  const cell = (i: number) => {
    const column = columns[i]!
    return (
      <div
        key={column.id}
        role="gridcell"
        aria-colindex={i + lead + 1}
        tabIndex={tab(i + lead)}
        data-c={i + lead}
        className={`dg-cell dg-${column.align ?? 'start'}${column.text ? ' dg-text' : ''}`}
        style={{ left: `var(--x${i})`, width: `var(--w${i})` }}
      >
        {!item ? (
          <Coming />
        ) : column.heavy ? (
          <Heavy key={item.key} Cell={column.Cell} row={item.row} active={active} />
        ) : (
          <column.Cell key={column.stateless ? undefined : item.key} row={item.row} active={active} />
        )}
      </div>
    )
  }
  const cells = []
  for (let i = columnsInView.from; i < columnsInView.to; i++) cells.push(cell(i))
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      aria-busy={item ? undefined : true}
      aria-level={shape.tree && item ? item.depth + 1 : undefined}
      aria-expanded={shape.tree && item?.children ? open : undefined}
      className="dg-row"
      data-r={index}
      data-key={item?.key}
      data-selected={selected || undefined}
      style={{ top: index * shape.height, height: shape.height }}
    >
      <div className="dg-pane" role="presentation" data-handles={shape.handles || undefined}>
        {shape.movable && item ? (
          <DragHandle row={ref} shape={shape} item={item} index={index} />
        ) : (
          shape.handles && <span className="dg-handle" />
        )}
        {selectable && (
          <div role="gridcell" aria-colindex={1} className="dg-check" data-c={0}>
            {item && (
              <Check
                state={selected ? 'all' : 'none'}
                label={`${text.select} ${shape.nameOf(item.row)}`}
                tabIndex={tab(0)}
                onChange={(event: MouseEvent) => shape.onCheck(item.key, event.shiftKey)}
              />
            )}
          </div>
        )}
        {first && (
          <div
            role="gridcell"
            aria-colindex={lead + 1}
            tabIndex={tab(lead)}
            data-c={lead}
            className={`dg-first dg-${first.align ?? 'start'}`}
            style={{ width: 'var(--w0)' }}
          >
            {shape.hasBranches && item && (
              <span className="dg-indent" style={{ paddingInlineStart: item.depth * 20 }}>
                {item.children > 0 ? (
                  <button
                    type="button"
                    className="dg-twist"
                    tabIndex={-1}
                    aria-label={open ? text.collapse : text.expand}
                    data-open={open || undefined}
                    onClick={() => shape.onToggle(item.key)}
                  >
                    <svg
                      viewBox="0 0 12 12"
                      width="12"
                      height="12"
                      fill="none"
                      stroke="currentColor"
                      strokeWidth="1.6"
                      strokeLinecap="round"
                    >
                      <path d="M4.5 2.5 8 6l-3.5 3.5" />
                    </svg>
                  </button>
                ) : (
                  <span className="dg-twist" />
                )}
              </span>
            )}
            {item ? <first.Cell key={item.key} row={item.row} active={active} /> : <Coming />}
          </div>
        )}
        {columns.slice(1, shape.pinned).map((column, i) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is the cell's
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={i + lead + 2}
            tabIndex={tab(i + lead + 1)}
            data-c={i + lead + 1}
            className={`dg-first dg-${column.align ?? 'start'}`}
            style={{ width: `var(--w${i + 1})` }}
          >
            {item ? <column.Cell key={item.key} row={item.row} active={active} /> : <Coming />}
          </div>
        ))}
      </div>
      {cells}
      {shape.Actions && (
        <div
          role="gridcell"
          aria-colindex={columns.length + lead + 1}
          aria-label={text.actions}
          className="dg-actions"
          tabIndex={tab(columns.length + lead)}
          data-c={columns.length + lead}
        >
          {item && <shape.Actions key={item.key} row={item.row} active={active} />}
        </div>
      )}
    </div>
  )
}

export const GridRow = memo(RowView) as typeof RowView
