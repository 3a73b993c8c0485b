import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import plus from 'virtual:icon/plus'
import type { ListPage } from '#kernel'
import type { RowData } from '../../field/view.ts'
import type { GridColumn } from '../../grid/column.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { Lines } from '../../grid/lines.ts'
import type { Move } from '../../grid/reorder.ts'
import type { Range } from '../../grid/window.ts'
import type { Selection } from '../../grid/selection.ts'
import type { GridSort } from '../../grid/sort.ts'
import type { useColumnMemory } from '../../grid/use-memory.ts'
import { useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { size } from '../../ui/theme.ts'
import type { ListState } from '../address.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { useResource } from '../context.ts'
import { readyVerbs, RowActions } from './row-actions.tsx'
import { Empty, Failure, Outdated, Skeleton, useSlow } from '../../ui/states.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import type { useTree } from './use-tree.ts'
import { inSentence } from '../../field/words.ts'

// A wide window has no use for them.
const Cards = later(
  () => import('./cards.tsx'),
  (m) => m.Cards,
)

type Props = {
  state: ListState
  /** What these are called on the page where the list stands; its own title if absent. */
  title: string | undefined
  /** Two grids of one resource may stand on a page. */
  id: string
  query: UseQueryResult<ListPage<RowData>>
  columns: readonly GridColumn<RowData>[]
  columnMemory: ReturnType<typeof useColumnMemory>
  /** Absent in a flat list. */
  tree: ReturnType<typeof useTree> | undefined
  lines: Lines<RowData>
  start: string
  onShown: ((shown: Range) => void) | undefined
  /** Of rows that come as they are scrolled to: what kept some of them from coming. */
  failed: { failed: Error | null; retry(): void } | undefined
  selection: Selection
  onSelect(selection: Set<number>): void
  onSort(sort: GridSort): void
  onOpen(row: RowData): void
  onAdd: (() => void) | undefined
  onClear(): void
  onMove: ((move: Move) => void) | undefined
  onBeyond(): void
  onNoFlag(): void
}

const alone = (): number[] => []
/** More of them than a window shows are drawn for nobody. */
const MOST_GREY = 30

export const ListBody = (p: Props) => {
  const t = useText('list')
  const context = useResource()
  const { resource, words, nameOf, may, half } = context
  const comfortable = useConfig((s) => s.layout.comfortable)
  const narrow = useNarrow()
  const slow = useSlow(p.query.isPlaceholderData)
  const { state, query } = p
  const searching = state.quickSearch !== '' || state.filters.length > 0

  const Beside = half.slots?.empty
  const { flags } = half
  const flagged = useMemo(
    () => flags && ((row: RowData, column: string) => row._marks?.[column]?.some((kind) => flags.includes(kind)) ?? false),
    [flags],
  )

  if (query.isError && !query.data)
    return (
      <Failure error={query.error} retry={() => void query.refetch()}>
        {searching && <Button onClick={p.onClear}>{t('filter.clear')}</Button>}
      </Failure>
    )
  if (!query.data && narrow) return <Skeleton shape="cards" rows={4} />
  const empty = searching ? (
    <Empty icon="search" title={t('empty.nothingFound')} text={t('empty.tryOther')}>
      <Button onClick={p.onClear}>{t('filter.clear')}</Button>
    </Empty>
  ) : state.bin ? (
    <Empty icon="archive-restore" title={t('bin.empty')} />
  ) : (
    <Empty
      icon={resource.menu?.icon ?? 'inbox'}
      title={
        (p.title ? undefined : words.none) ??
        t('empty.title', { title: resource.designed ? words.title : inSentence(p.title ?? words.title, words.lang) })
      }
      text={p.title ? undefined : words.remark}
    >
      {p.onAdd && (
        <Button look="primary" icon={plus} onClick={p.onAdd}>
          {t('empty.create')}
        </Button>
      )}
      {Beside && <Beside />}
    </Empty>
  )
  if (query.data && p.lines.count === 0) return empty
  const descendants = p.tree?.below ?? alone
  const chooses = state.bin
    ? may('restore') || may('delete')
    : may('edit') || may('del') || Object.entries(resource.actions).some(([name, a]) => a.on === 'rows' && !a.hidden && may(name))
  const onSelect = chooses ? p.onSelect : undefined
  // Moving means something only in the order that moving makes.
  const byWeight = resource.list.sort === 'weigh' || resource.list.sort === '-weigh'
  const inOwnOrder = byWeight && state.sort.length === 0 && !searching && !state.bin
  const onMove = inOwnOrder ? p.onMove : undefined
  if (narrow)
    return (
      <Cards
        items={p.lines.here}
        columns={p.columns}
        selection={p.selection}
        onSelect={onSelect}
        descendants={descendants}
        onOpen={p.onOpen}
        onMove={onMove}
      />
    )

  const buttons = state.bin
    ? Number(may('restore')) + Number(may('delete'))
    : 1 + Number(may('edit')) + Number(may('del')) + readyVerbs(context).length
  const rowHeight = comfortable ? size.rowComfortable : half.dense ? size.rowDense : size.row
  return (
    <div className="list-grid" data-waiting={slow || undefined}>
      {query.isError && <Outdated error={query.error} since={query.dataUpdatedAt} retry={() => void query.refetch()} />}
      {p.failed?.failed && <Outdated error={p.failed.failed} since={query.dataUpdatedAt} retry={p.failed.retry} />}
      <DataGrid
        id={p.id}
        label={words.title}
        columns={p.columns}
        pinned={p.columns.filter((c) => p.columnMemory.memory.pinned.includes(c.id)).length}
        lines={p.lines}
        start={p.start}
        onShown={p.onShown}
        nameOf={nameOf}
        rowHeight={rowHeight}
        empty={<Skeleton shape="rows" rows={Math.min(state.limit, MOST_GREY)} height={rowHeight} />}
        widths={p.columnMemory.memory.width}
        onWidth={p.columnMemory.setWidth}
        sort={state.sort}
        onSort={p.onSort}
        selection={p.selection}
        {...(onSelect ? { onSelect } : {})}
        descendants={descendants}
        onOpen={p.onOpen}
        {...(p.tree ? { isOpen: p.tree.isOpen, onToggle: p.tree.toggle } : {})}
        handles={byWeight && p.onMove !== undefined && !state.bin}
        {...(onMove ? { onMove, onBeyond: p.onBeyond } : {})}
        Actions={RowActions}
        // One button alone is narrower than the head of its column.
        actionsWidth={Math.max(buttons * 30 + 24, 76)}
        busy={query.isFetching}
        flagged={flagged}
        onNoFlag={p.onNoFlag}
      />
    </div>
  )
}
