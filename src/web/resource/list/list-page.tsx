import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { hasTrait } from '#kernel'
import { InlineEdit } from '../../field/inline-edit.ts'
import type { RowData } from '../../field/view.ts'
import type { Selection } from '../../grid/selection.ts'
import { useColumnMemory } from '../../grid/use-memory.ts'
import { useText } from '../../i18n/index.ts'
import { restoreRows } from '../../api/resource.ts'
import { useColumns } from './columns.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useResource } from '../context.ts'
import { ListBar } from './list-bar.tsx'
import { ListBody } from './list-body.tsx'
import { ListHeader } from './list-header.tsx'
import './list.css'
import { Pager } from '../../ui/pager.tsx'
import { RowHandling, type RowHandlers } from './row-actions.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useList } from './use-list.ts'
import { useListState } from './use-list-state.ts'
import { useRowCommands } from './use-row-commands.ts'
import { useTree } from './use-tree.ts'

const FormDrawer = lazy(() => import('../form/form-drawer.tsx'))
const DetailDrawer = lazy(() => import('../record/detail-drawer.tsx'))
const ActionDialog = lazy(() => import('../form/action-dialog.tsx'))
const RestoreDialog = lazy(() => import('./restore-dialog.tsx').then((m) => ({ default: m.RestoreDialog })))

/** What stands beside the list: a form for a new record, one for each of several, or an action that wants input. */
type Side =
  | { kind: 'add'; parent: number | null }
  | { kind: 'edit'; ids: readonly number[] }
  | { kind: 'action'; action: string; rows: readonly RowData[] }
  | { kind: 'restore'; rows: readonly RowData[] }
  | null

const none: readonly RowData[] = []

export const ListPage = () => {
  const t = useText('list')
  const context = useResource()
  const { resource, words, half, may, nameOf } = context
  const { state, change } = useListState()
  const list = useList(resource, state)
  const lists = {
    ...list,
    reload: () => {
      half.changed?.()
      return list.reload()
    },
  }
  const columnMemory = useColumnMemory(resource.name)
  const columns = useColumns(columnMemory.memory, state.bin)
  const [selection, setSelection] = useState<Selection>(new Set())
  const panel = useRef<HTMLDivElement>(null)
  useFocusReturn(panel, selection.size)
  const [side, setSide] = useState<Side>(null)
  const [turn, setTurn] = useState(0)
  // Each opening is a form of its own: one that is still gliding out would swallow the next click on "New".
  const show = (next: Side) => {
    setTurn((n) => n + 1)
    setSide(next)
  }
  const { ask, dialog } = useConfirm()
  const { query } = lists
  const rows = query.data?.list ?? none
  const isTree = hasTrait(resource, 'tree') && !state.bin
  const searching = state.quick !== '' || state.filters.length > 0
  const tree = useTree(rows, isTree, searching)
  const commands = useRowCommands({
    lists,
    ask,
    deselect: (ids) => setSelection((old) => new Set([...old].filter((id) => !ids.includes(id)))),
  })

  const chosen = rows.filter((r) => selection.has(r.id))
  const names = (list: readonly RowData[]) =>
    list.length > 3
      ? t('selection.names', { names: list.slice(0, 3).map(nameOf).join('、'), count: list.length })
      : list.map(nameOf).join('、')
  const changeList = (part: Parameters<typeof change>[0], replace?: boolean) => {
    if ('filters' in part || 'quick' in part || 'bin' in part) setSelection(new Set())
    change(part, replace)
  }
  const handlers: RowHandlers = {
    bin: state.bin,
    edit: (row) => show({ kind: 'edit', ids: [row.id] }),
    view: (row) => change({ view: row.id }),
    remove: (row) => void commands.remove([row.id], nameOf(row)),
    restore: (row) => show({ kind: 'restore', rows: [row] }),
    purge: (row) => void commands.purge([row.id], nameOf(row)),
    addChild: (row) => show({ kind: 'add', parent: row.id }),
    run: (action, list) =>
      resource.actions[action]?.input ? show({ kind: 'action', action, rows: list }) : void commands.act(action, list, names(list)),
  }
  const inline = useMemo(
    () =>
      may('edit') && !state.bin
        ? { save: (row: RowData, field: string, value: unknown) => void commands.saveField(row, field, value), nameOf }
        : null,
    [may, state.bin, commands, nameOf],
  )
  const open = (row: RowData) => (may('edit') && !state.bin ? handlers.edit(row) : handlers.view(row))
  const add = () => show({ kind: 'add', parent: null })
  const Above = half.slots?.aboveList
  const Below = half.slots?.belowList

  return (
    <section className="list-page" aria-label={words.title}>
      <ListHeader
        state={state}
        columns={columns.map((c) => c.id)}
        remark={query.data?.remark || words.remark}
        onBin={(bin) => changeList({ bin, filters: [], quick: '', sort: null })}
        onAdd={add}
        onRun={(action) => handlers.run(action, [])}
      />
      {Above && !state.bin && <Above />}
      <div ref={panel} className="list-panel">
        {selection.size > 0 ? (
          <SelectionBar
            count={selection.size}
            bin={state.bin}
            busy={commands.busy}
            onEdit={() => show({ kind: 'edit', ids: [...selection] })}
            onRemove={() => void commands.remove([...selection], names(chosen))}
            onRestore={() => show({ kind: 'restore', rows: chosen })}
            onPurge={() => void commands.purge([...selection], names(chosen))}
            onRun={(action) => handlers.run(action, chosen)}
            onClear={() => setSelection(new Set())}
          />
        ) : (
          <ListBar
            state={state}
            change={changeList}
            columns={columnMemory}
            fetching={query.isFetching}
            onRefresh={() => void query.refetch()}
            folding={isTree ? tree : undefined}
          />
        )}
        <InlineEdit value={inline}>
          <RowHandling value={handlers}>
            <ListBody
              state={state}
              query={query}
              columns={columns}
              columnMemory={columnMemory}
              tree={isTree ? tree : undefined}
              items={tree.items}
              selection={selection}
              onSelect={setSelection}
              onSort={(sort) => changeList({ sort })}
              onOpen={open}
              onAdd={may('add') ? add : undefined}
              onClear={() => changeList({ filters: [], quick: '' })}
              onMove={may('sortable') ? (move) => void commands.move(move) : undefined}
              onBeyond={commands.beyond}
            />
          </RowHandling>
        </InlineEdit>
        {query.data && !isTree && (
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
        {query.data && isTree && (
          <div className="pager">
            <span className="pager-total">{t('pager.total', { count: rows.length, amount: rows.length })}</span>
          </div>
        )}
      </div>
      {Below && !state.bin && <Below />}
      {dialog}
      <Suspense>
        {(side?.kind === 'add' || side?.kind === 'edit') && (
          <FormDrawer
            key={turn}
            ids={side.kind === 'edit' ? side.ids : []}
            parent={side.kind === 'add' ? side.parent : null}
            onSaved={() => void lists.reload()}
            onClose={() => setSide(null)}
          />
        )}
        {side?.kind === 'action' && (
          <ActionDialog
            action={side.action}
            rows={side.rows}
            onDone={() => {
              setSelection(new Set())
              void lists.reload()
            }}
            onClose={() => setSide(null)}
          />
        )}
        {side?.kind === 'restore' && (
          <RestoreDialog
            names={names(side.rows)}
            count={side.rows.length}
            isTree={hasTrait(resource, 'tree')}
            fieldTitle={words.field}
            send={(wish) =>
              restoreRows(
                resource.name,
                side.rows.map((r) => r.id),
                wish,
              )
            }
            onDone={() => {
              setSelection(new Set())
              void lists.reload()
            }}
            onClose={() => setSide(null)}
          />
        )}
        {state.view !== null && (
          <DetailDrawer
            id={state.view}
            bin={state.bin}
            preset={rows.find((r) => r.id === state.view)}
            onEdit={may('edit') && !state.bin ? (row) => show({ kind: 'edit', ids: [row.id] }) : undefined}
            onClose={() => change({ view: null })}
          />
        )}
      </Suspense>
    </section>
  )
}
