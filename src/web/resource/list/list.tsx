import { type KeyboardEvent, lazy, Suspense, useMemo, useRef, useState } from 'react'
import { hasTrait, TOTAL_CAP } from '#kernel'
import { InlineEdit } from '../../field/inline-edit.ts'
import type { RowData } from '../../field/view.ts'
import { linesOf } from '../../grid/lines.ts'
import { coverage } from '../../grid/selection.ts'
import { useColumnMemory } from '../../grid/use-memory.ts'
import { useText } from '../../i18n/index.ts'
import { useColumns } from './columns.tsx'
import { joinNames } from '../../ui/format.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { Filter } from '../address.ts'
import { toast } from '../../state/toast.ts'
import { useResource } from '../context.ts'
import { useRecordAddress } from '../record-address.ts'
import { SidePanel, useSide } from '../side-panel.tsx'
import { useNewRevision } from '../use-definition.ts'
import { go } from '../../navigation/open.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ListBar } from './list-bar.tsx'
import { ListBody } from './list-body.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListHeader } from './list-header.tsx'
import './list.css'
import { later } from '../../ui/later.tsx'
import { Pager } from '../../ui/pager.tsx'
import { isInGrid, useLetters } from './letters.ts'
import { offers, refusal, RowHandling, type RowHandlers } from './row-actions.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { type BulkVerb, useBulk } from './use-bulk.ts'
import { useList } from './use-list.ts'
import type { HeldList } from './use-list-state.ts'
import { useViewOverlay } from '../view/use-views.ts'
import { useSelection } from './use-selection.ts'
import { useStillThere } from './use-still-there.ts'
import { useRowCommands } from './use-row-commands.ts'
import { useTree } from './use-tree.ts'

// Stands where something was chosen.
const SelectionBar = later(
  () => import('./selection-bar.tsx'),
  (m) => m.SelectionBar,
)
const DetailDrawer = lazy(() => import('../record/detail-drawer.tsx'))
const none: readonly RowData[] = []

/** A list that stands on another page: below which name its columns are kept, which rows it holds, what a new one starts with. */
export type Place = {
  id: string
  title: string
  where: readonly Filter[]
  preset?: Record<string, unknown> | undefined
  addText?: string | undefined
}

export const List = ({ state, change, place }: HeldList & { place?: Place }) => {
  const t = useText('list')
  const context = useResource()
  const { resource, words, half, may, nameOf } = context
  // What a view keeps and a bin holds is of all rows.
  const isWhole = !place || place.where.length === 0
  const asked = place ? { ...state, filters: [...place.where, ...state.filters] } : state
  const narrow = useNarrow()
  // A phone leafs through cards.
  const windowed = resource.list.window === true && !narrow
  const list = useList(resource, asked, windowed)
  useNewRevision(resource, list.query.data, list.query.error)
  useStillThere(resource, { state, change })
  const lists = {
    ...list,
    reload: () => {
      half.changed?.()
      return list.reload()
    },
  }
  const columnMemory = useColumnMemory(place?.id ?? resource.name, useViewOverlay(resource.name, isWhole ? state.saved : null))
  const columns = useColumns(columnMemory.memory, state.bin)
  const panel = useRef<HTMLDivElement>(null)
  const beside = useSide(place?.id)
  const { show } = beside
  const [deed, setDeed] = useState<{ letter: string; row: RowData; field: string | null } | null>(null)
  useFocusReturn(panel, beside.side?.kind === 'action' || deed ? 1 : 0)
  const pageOf = useRecordAddress()
  const { ask, askWhy, dialog } = useConfirm()
  const { query } = lists
  const rows = query.data?.list ?? none
  const isTree = hasTrait(resource, 'tree') && !state.bin
  const searching = state.quickSearch !== '' || state.filters.length > 0
  const tree = useTree(rows, isTree, searching)
  const flat = useMemo(() => linesOf(tree.items), [tree.items])
  const lines = windowed ? list.chunks.lines : flat
  const { selection, chosen: chosenRows, select, deselect, clear } = useSelection(() => lines.here.map(({ row }) => row))
  useFocusReturn(panel, selection.size)
  const commands = useRowCommands({
    lists,
    ask,
    askWhy,
    deselect,
  })

  const chosen = chosenRows()
  // All that the filter finds: how many they were when they were meant.
  const [all, setAll] = useState<number | null>(null)
  const clearAll = () => {
    setAll(null)
    clear()
  }
  // Views, and the way back in the browser, change the filter too: what was chosen under another one is not meant any more.
  const found = JSON.stringify([state.filters, state.quickSearch, state.bin])
  const [begun, setBegun] = useState(found)
  if (begun !== found) {
    setBegun(found)
    clearAll()
  }
  const total = query.data?.total ?? 0
  const isCapped = query.data?.capped ?? false
  const meant = isCapped ? (all ?? total) : total
  const bulk = useBulk(asked, meant, ask, askWhy)
  const mayMeanAll =
    query.data !== undefined &&
    !isTree &&
    total > selection.size &&
    bulk.verbs.length > 0 &&
    coverage(
      selection,
      lines.here.map(({ key }) => key),
    ) === 'all'
  const runBulk = async (verb: BulkVerb) => {
    if (verb.act === null && verb.action === undefined) show({ kind: 'setAll', count: meant, send: bulk.send })
    else if (verb.act === null && verb.action !== undefined) show({ kind: 'actAll', action: verb.action, count: meant, send: bulk.send })
    else if (await bulk.run(verb)) clearAll()
  }
  const names = (list: readonly RowData[]) => {
    const said = joinNames(list.slice(0, 3).map(nameOf))
    return list.length > 3 ? t('selection.names', { names: said, count: list.length }) : said
  }
  const changeList = (part: Parameters<typeof change>[0], replace?: boolean) => {
    if ('filters' in part || 'quickSearch' in part || 'bin' in part) clearAll()
    change(part, replace)
  }
  const bringBack = async (list: readonly RowData[]) => {
    const agreed = await commands.explain(list, t('restore.ask', { count: list.length }), names(list))
    if (agreed) show({ kind: 'restore', rows: list, reason: agreed.reason })
  }
  /** Those of the chosen that offer it; what is left out is said. */
  const readyFor = (action: string, list: readonly RowData[]): RowData[] => {
    const ready = list.filter((row) => offers(context, action, row))
    const left = list.length - ready.length
    if (left > 0) toast.info(t(ready.length === 0 ? 'action.none' : 'action.some', { action: words.action(action), count: left }))
    return ready
  }
  const removeChosen = () => {
    const ready = new Set(readyFor('del', chosen))
    const left = new Set(chosen.flatMap((row) => (ready.has(row) ? [] : [row.id])))
    // A row that has not come yet is judged by the server alone.
    const wanted = [...selection].filter((id) => !left.has(id))
    if (wanted.length > 0) void commands.remove(wanted, names([...ready]), [...ready])
  }
  const handlers: RowHandlers = {
    bin: state.bin,
    edit: (row) => show({ kind: 'edit', ids: [row.id] }),
    view: (row) => change({ view: row.id }),
    remove: (row) => void commands.remove([row.id], nameOf(row), [row]),
    restore: (row) => void bringBack([row]),
    lock: (row, locked) => void commands.lock(row, locked, nameOf(row)),
    step: (row, to) => void commands.step(row, to, nameOf(row)),
    purge: (row) => void commands.purge([row.id], nameOf(row), [row]),
    addChild: (row) => show({ kind: 'add', parent: row.id }),
    run: (action, list) => {
      const ready = readyFor(action, list)
      if (list.length > 0 && ready.length === 0) return
      if (resource.actions[action]?.input || half.dialogs?.[action]?.Dialog) show({ kind: 'action', action, rows: ready })
      else void commands.act(action, ready, names(ready))
    },
  }
  const inline = useMemo(
    () =>
      may('edit') && !state.bin
        ? { save: (row: RowData, field: string, value: unknown) => void commands.saveField(row, field, value), nameOf }
        : null,
    [may, state.bin, commands, nameOf],
  )
  const open = (row: RowData) => {
    const page = state.bin ? null : pageOf(row.id)
    if (page) void go(page)
    else if (offers(context, 'edit', row) && !row._held && !state.bin) handlers.edit(row)
    else handlers.view(row)
  }
  const add = () => show({ kind: 'add', parent: null })
  const pressDelete = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || event.defaultPrevented || !isInGrid(event.target) || !may('del') || state.bin) return
    event.preventDefault()
    if (selection.size === 0) toast.info(t('selection.none'))
    else removeChosen()
  }
  const setField = async (rows: readonly RowData[], field: string, value: unknown) => {
    for (const row of rows) if (offers(context, 'edit', row) && !refusal(context, 'edit', row)) await commands.saveField(row, field, value)
  }
  const pressLetter = useLetters({
    panel,
    lines,
    columns,
    chosen,
    isIdle: !state.bin && !commands.busy,
    run: handlers.run,
    set: (rows, field, value) => void setField(rows, field, value),
    edit: (row) => (offers(context, 'edit', row) && !refusal(context, 'edit', row) ? handlers.edit(row) : open(row)),
    cell: (letter, row, field) => (row._held?.isFinal ? toast.info(row._held.why) : setDeed({ letter, row, field })),
  })
  const Deed = deed && half.cellKeys?.[deed.letter]?.Deed
  const press = (event: KeyboardEvent) => {
    pressDelete(event)
    pressLetter(event)
  }
  const Above = half.slots?.aboveList
  const Below = half.slots?.belowList

  return (
    <section className="list-page" aria-label={place?.title ?? words.title} data-inside={place ? '' : undefined}>
      <ListHeader
        state={asked}
        inside={place?.title}
        addText={place?.addText}
        columns={columns.map((c) => c.id)}
        isLong={query.data ? query.data.capped || query.data.total > TOTAL_CAP : false}
        remark={query.data?.remark || words.remark}
        onBin={(bin) => changeList({ bin, filters: [], quickSearch: '', sort: [] })}
        onAdd={add}
        onImport={() => show({ kind: 'import' })}
        onRun={(action) => handlers.run(action, [])}
      />
      {Above && !place && !state.bin && <Above />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the grid inside, which has the focus */}
      <div ref={panel} className="list-panel" onKeyDown={press}>
        {all !== null ? (
          <BulkBar count={meant} verbs={bulk.verbs} onVerb={(verb) => void runBulk(verb)} onClear={clearAll} />
        ) : selection.size > 0 ? (
          <SelectionBar
            count={selection.size}
            bin={state.bin}
            busy={commands.busy}
            onEdit={() => show({ kind: 'edit', ids: [...selection] })}
            onSet={() => show({ kind: 'set', ids: [...selection], rows: chosen })}
            onRemove={removeChosen}
            onRestore={() => void bringBack(chosen)}
            onPurge={() => void commands.purge([...selection], names(chosen), chosen)}
            onRun={(action) => handlers.run(action, chosen)}
            onClear={clear}
            more={mayMeanAll ? { total, isCapped, take: async () => setAll(isCapped ? await bulk.count() : total) } : undefined}
          />
        ) : (
          <ListBar
            state={state}
            change={changeList}
            columns={columnMemory}
            fetching={query.isFetching}
            onRefresh={() => void query.refetch()}
            hasViews={isWhole && !state.bin}
            folding={isTree ? tree : undefined}
          />
        )}
        <InlineEdit value={inline}>
          <RowHandling value={handlers}>
            <ListBody
              state={state}
              id={place?.id ?? resource.name}
              title={place?.title}
              query={query}
              columns={columns}
              columnMemory={columnMemory}
              tree={isTree ? tree : undefined}
              lines={lines}
              start={list.start}
              onShown={windowed ? list.chunks.show : undefined}
              failed={windowed ? list.chunks : undefined}
              selection={selection}
              onSelect={(next) => {
                setAll(null)
                select(next)
              }}
              onSort={(sort) => changeList({ sort })}
              onOpen={open}
              onAdd={may('add') ? add : undefined}
              onClear={() => changeList({ filters: [], quickSearch: '' })}
              onMove={may('sortable') ? (move) => void commands.move(move) : undefined}
              onBeyond={commands.beyond}
              onNoFlag={() => toast.info(t('grid.noFlag'), { duration: 3000 })}
            />
          </RowHandling>
        </InlineEdit>
        {!query.data && !query.isError && <div className="pager" aria-hidden />}
        {query.data && !isTree && !windowed && query.data.total > 0 && (
          <Pager
            page={state.page}
            limit={state.limit}
            total={query.data.total}
            capped={query.data.capped}
            rowsHere={rows.length}
            onPage={(page) => change({ page })}
            onLimit={(limit) => change({ limit })}
          />
        )}
        {query.data && (isTree || windowed) && lines.count > 0 && (
          <ListFoot total={isTree ? rows.length : query.data.total} shown={lines.count} />
        )}
      </div>
      {Below && !place && !state.bin && <Below />}
      {dialog}
      {Deed && (
        <Suspense>
          <Deed
            row={deed.row}
            field={deed.field}
            done={() => {
              setDeed(null)
              void lists.reload()
            }}
          />
        </Suspense>
      )}
      <SidePanel
        at={beside}
        preset={place?.preset}
        names={names}
        onSaved={() => void lists.reload()}
        onDone={() => {
          clearAll()
          void lists.reload()
        }}
      />
      <Suspense>
        {state.view !== null && (
          <DetailDrawer
            id={state.view}
            bin={state.bin}
            preset={lines.here.find(({ key }) => key === state.view)?.row}
            onEdit={may('edit') && !state.bin ? (row) => show({ kind: 'edit', ids: [row.id] }) : undefined}
            onClose={() => change({ view: null })}
          />
        )}
      </Suspense>
    </section>
  )
}
