import {
  type ComponentType,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useText } from '../i18n/index.ts'
import { useConfig } from '../state/config.ts'
import { useKeyGroup } from '../state/keys.ts'
import { type CellProps, type GridColumn, layoutOf, layoutVariables } from './column.ts'
import { useDropMonitor } from './drag.ts'
import './grid.css'
import { GridHeader } from './header.tsx'
import type { Lines } from './lines.ts'
import { useOrder } from './order.ts'
import type { Flagged, Way } from './flags.ts'
import { handleKey } from './keyboard.ts'
import './paper.css'
import { PAPER_ROWS, usePaper } from './paper.ts'
import { mayMove, type Move, neighbour } from './reorder.ts'
import { fittingWidth, startResize } from './resize.ts'
import { GridRow, type RowShape } from './row.tsx'
import { coverage, ranged, type Selection, toggled, toggledAll } from './selection.ts'
import { SettleContext, useSettle } from './settle.ts'
import { type GridSort, nextSort } from './sort.ts'
import { useGridFocus } from './use-focus.ts'
import { columnRange, type Range, rowRange, slotsOf, useViewport, useWindow, VIRTUAL_ROWS, windowSize } from './window.ts'

export type DataGridProps<Row> = {
  id: string
  label: string
  columns: readonly GridColumn<Row>[]
  /** So many of the first stay in place when the rest scrolls sideways, as far as there is room; one always does. */
  pinned?: number
  lines: Lines<Row>
  /** Told which lines are on screen, so that those that are not there yet can be fetched. */
  onShown?: ((shown: Range) => void) | undefined
  /** Something else is listed when this changes: it is read from its first line. */
  start?: string | undefined
  nameOf(row: Row): string
  rowHeight?: number
  widths?: Readonly<Record<string, number>>
  onWidth?(id: string, px: number): void
  sort?: GridSort
  onSort?(sort: GridSort): void
  selection?: Selection
  onSelect?(selection: Set<number>): void
  /** What is chosen together with a row: its descendants in a tree. */
  descendants?(key: number): readonly number[]
  onOpen?(row: Row): void
  isOpen?(key: number): boolean
  onToggle?(key: number): void
  /** Keeps room for the handles also while nothing can be moved, so that sorting does not shift the columns. */
  handles?: boolean
  onMove?(move: Move): void
  onBeyond?(): void
  /** Which cells have something to look at: where it is said, J and K go from one to the next. */
  flagged?: Flagged<Row> | undefined
  onNoFlag?: (() => void) | undefined
  Actions?: ComponentType<CellProps<Row>>
  actionsWidth?: number
  busy?: boolean
  /** Stands below the header when there is no row. */
  empty?: ReactNode
}

const HANDLE = 22
const CHECK = 36
const nothing: Selection = new Set()
const alone = () => []
const noWidths = {}
const unsorted: GridSort = []

export const DataGrid = <Row,>(props: DataGridProps<Row>) => {
  const {
    id,
    columns,
    lines,
    onShown,
    rowHeight = 36,
    widths = noWidths,
    onSelect,
    selection = nothing,
    descendants = alone,
    isOpen,
    onToggle,
    onMove,
    onBeyond,
    nameOf,
    sort = unsorted,
    pinned = 1,
  } = props
  const text = useText('list')
  useKeyGroup(props.flagged ? 'flagged' : 'grid')
  const letters = useConfig((s) => s.layout.letters)
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const anchor = useRef<number | null>(null)
  const viewport = useViewport(scroller)
  const settle = useSettle(scroller)

  const selectable = onSelect !== undefined
  const movable = onMove !== undefined
  const handles = props.handles ?? movable
  const lead = selectable ? 1 : 0
  const tail = props.Actions ? (props.actionsWidth ?? 96) : 0
  const ahead = (handles ? HANDLE : 8) + (selectable ? CHECK : 0)
  const { width } = viewport
  const layout = useMemo(
    () => layoutOf({ columns, chosen: widths, viewport: width, lead: ahead, tail, pinned }),
    [columns, widths, width, ahead, tail, pinned],
  )
  const show = (chosen: Readonly<Record<string, number>>) => {
    const preview = layoutVariables(layoutOf({ columns, chosen, viewport: width, lead: ahead, tail, pinned }))
    for (const [name, value] of Object.entries(preview)) canvas.current?.style.setProperty(name, value)
  }
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(layoutVariables(layout))) canvas.current?.style.setProperty(name, value)
  }, [layout])

  const paper = usePaper()
  const rows = useCallback(
    (top: number) => (paper ? { from: 0, to: Math.min(lines.count, PAPER_ROWS) } : rowRange(lines.count, rowHeight, top, viewport.height)),
    [lines.count, rowHeight, viewport.height, paper],
  )
  const across = useCallback(
    (left: number) => (paper ? { from: layout.pinned, to: layout.x.length } : columnRange(layout, left, viewport.width)),
    [layout, viewport.width, paper],
  )
  const view = useWindow(scroller, rows, across)
  const inView = useMemo(() => ({ from: view.columns.from, to: view.columns.to }), [view.columns.from, view.columns.to])

  const { position, go, onFocus, onBlur } = useGridFocus(scroller, lines.count, rowHeight, layout, lead)
  const way = useRef<Way<Row>>(undefined)
  useEffect(() => {
    way.current = Object.assign(way.current ?? {}, { lines, columns, flagged: props.flagged, position, lead, go, onNone: props.onNoFlag })
    way.current.drawn?.()
  })
  const walk = (step: 1 | -1) => void import('./flags.ts').then((m) => way.current && m.walkFlags(way.current, step))
  const { from, to } = view.rows
  useEffect(() => onShown?.({ from, to }), [onShown, from, to])
  const begun = useRef(props.start)
  useLayoutEffect(() => {
    if (begun.current === props.start) return
    begun.current = props.start
    scroller.current?.scrollTo({ top: 0 })
  }, [props.start])
  const keys = useMemo(() => lines.here.map((i) => i.key), [lines])

  const covered = useMemo(() => (selectable ? coverage(selection, keys) : undefined), [selectable, selection, keys])

  const check = (key: number, shift: boolean) => {
    const next = shift && anchor.current !== null ? ranged(selection, keys, anchor.current, key) : toggled(selection, key, descendants)
    anchor.current = key
    onSelect?.(next)
  }
  const latest = useRef({ check, onToggle })
  useLayoutEffect(() => {
    latest.current = { check, onToggle }
  })
  const drop = (move: Move) => (mayMove(lines.here, move) ? onMove?.(move) : onBeyond?.())
  useDropMonitor(scroller, id, movable ? drop : undefined)

  const tree = onToggle !== undefined
  const hasBranches = useMemo(() => lines.here.some((i) => i.children > 0 || i.depth > 0), [lines])
  const shape: RowShape<Row> = useMemo(
    () => ({
      grid: id,
      columns,
      pinned: layout.pinned,
      height: rowHeight,
      selectable,
      handles,
      movable,
      tree,
      hasBranches,
      Actions: props.Actions,
      nameOf,
      text: {
        select: text('grid.select'),
        move: text('grid.move'),
        expand: text('grid.expand'),
        collapse: text('grid.collapse'),
        actions: text('grid.actions'),
      },
      onCheck: (key, shift) => latest.current.check(key, shift),
      onToggle: (key) => latest.current.onToggle?.(key),
    }),
    [id, columns, layout.pinned, rowHeight, selectable, handles, movable, tree, hasBranches, props.Actions, nameOf, text],
  )

  const item = lines.at(position.row)
  const moveBy = (step: 1 | -1) => {
    const target = item && neighbour(lines.here, item.key, step)
    if (!item || target == null) return onBeyond?.()
    onMove?.({ id: item.key, targetId: target })
    const next = lines.here.findIndex((i) => i.key === target)
    go({ row: step > 0 && tree ? position.row + step : next, column: position.column })
  }
  const onDoubleClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    if (target.closest('button, a, input, label, [role="switch"], .dg-head')) return
    const at = lines.at(Number(target.closest<HTMLElement>('[data-r]')?.dataset['r'] ?? -1))
    if (at) props.onOpen?.(at.row)
  }

  const shown: number[] = []
  // What has not come cannot be read on paper.
  for (let i = view.rows.from; i < view.rows.to; i++) if (!paper || lines.at(i)) shown.push(i)
  // The focused row stays in the document: focus would fall back to the page when it scrolls away.
  if (!paper && position.row >= 0 && position.row < lines.count && (position.row < view.rows.from || position.row >= view.rows.to))
    shown.push(position.row)

  const slots = paper || lines.count < VIRTUAL_ROWS ? null : slotsOf(shown, windowSize(rowHeight, viewport.height), position.row)
  const placed = useOrder(shown.map((row, n) => ({ row, slot: slots?.[n] ?? `key${lines.at(row)?.key ?? `at${row}`}` })))

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a grid, and its cells take the focus
    <div
      ref={scroller}
      id={id}
      role={tree ? 'treegrid' : 'grid'}
      aria-label={props.label}
      aria-rowcount={lines.count + 1}
      aria-colcount={columns.length + lead + (props.Actions ? 1 : 0)}
      aria-multiselectable={selectable || undefined}
      // What stands for rows that have not come is no child of a grid, unless the grid says that it waits.
      aria-busy={props.busy || lines.count === 0 || undefined}
      className="dg"
      data-wide={layout.total > width || undefined}
      onFocus={onFocus}
      onBlur={onBlur}
      onDoubleClick={onDoubleClick}
      onKeyDown={(event) =>
        handleKey(event, {
          position,
          rows: lines.count,
          columns: columns.length + lead + (props.Actions ? 1 : 0),
          page: Math.max(1, Math.floor(viewport.height / rowHeight) - 2),
          first: lead,
          letters,
          open: item?.children ? (isOpen?.(item.key) ?? false) : null,
          go,
          select: selectable && item ? () => check(item.key, false) : undefined,
          selectAll: selectable ? () => onSelect?.(toggledAll(selection, keys)) : undefined,
          enter: item && props.onOpen ? () => props.onOpen?.(item.row) : undefined,
          toggle: item && onToggle ? () => onToggle(item.key) : undefined,
          move: movable ? moveBy : undefined,
          walk: props.flagged && walk,
        })
      }
    >
      <div ref={canvas} className="dg-canvas" role="presentation">
        <GridHeader
          columns={columns}
          pinned={layout.pinned}
          columnsInView={inView}
          sort={sort}
          onSort={props.onSort && ((column, adds) => props.onSort?.(nextSort(sort, column, adds)))}
          selection={covered}
          onCheckAll={() => onSelect?.(toggledAll(selection, keys))}
          handles={handles}
          focus={position.row === -1 ? position.column : -1}
          actions={props.Actions ? text('grid.actions') : undefined}
          text={{ selectAll: text('grid.selectAll'), resize: text('grid.resize') }}
          widthOf={(column) => layout.width[column] ?? 0}
          onGrip={(event, column) =>
            startResize(event, {
              from: layout.width[column] ?? 0,
              preview: (px) => show({ ...widths, [columns[column]!.id]: px }),
              commit: (px) => props.onWidth?.(columns[column]!.id, px),
            })
          }
          onFit={(column) => scroller.current && props.onWidth?.(columns[column]!.id, fittingWidth(scroller.current, column + lead))}
          onWidth={(column, px) => props.onWidth?.(columns[column]!.id, px)}
        />
        <SettleContext value={settle}>
          <div
            role="rowgroup"
            className="dg-body"
            style={{ height: lines.count * rowHeight, '--dg-row': `${rowHeight - 1}px` } as CSSProperties}
          >
            {placed.map(({ row: i, slot }) => {
              const at = lines.at(i)
              return (
                <GridRow
                  key={slot}
                  shape={shape}
                  item={at}
                  index={i}
                  columnsInView={inView}
                  selected={at !== undefined && selection.has(at.key)}
                  open={at !== undefined && (isOpen?.(at.key) ?? false)}
                  focus={position.row === i ? position.column : -1}
                />
              )
            })}
          </div>
        </SettleContext>
      </div>
      {paper && lines.count > shown.length && (
        <p className="dg-paper-end">{text('grid.paperEnd', { n: shown.length, all: lines.count })}</p>
      )}
      {lines.count === 0 && props.empty}
    </div>
  )
}
