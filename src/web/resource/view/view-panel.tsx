import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import remove from 'virtual:icon/x'
import { removeView, saveView, type SavedView, type ViewState } from '../../api/view.ts'
import { arrangementOf } from '../../grid/memory.ts'
import type { useColumnMemory } from '../../grid/use-memory.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { freshList, type ListState, readAddress, writeAddress } from '../address.ts'
import { useResource } from '../context.ts'
import { useViews, viewsKey } from './use-views.ts'
import './view.css'

await ensureText('view')

export type PanelProps = {
  state: ListState
  change(part: Partial<ListState>): void
  columns: ReturnType<typeof useColumnMemory>
  onClose(): void
}

/** Which page somebody is on, and which record lies open, is no part of a view. */
const queryOf = (state: ListState): string => writeAddress({ ...state, page: 1, view: null, saved: null, bin: false }).toString()

export const ViewPanel = ({ state, change, columns, onClose }: PanelProps) => {
  const t = useText('view')
  const { resource } = useResource()
  const client = useQueryClient()
  const { views, error, isPending, refetch } = useViews(resource.name)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [busy, setBusy] = useState(false)
  const active = views.find((one) => one.id === state.saved)
  const shown: ViewState = { query: queryOf(state), ...arrangementOf(columns.memory) }
  const isChanged = active !== undefined && (columns.isChanged || active.state.query !== shown.query)

  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    // A refusal has been shown by the request.
    await work().catch(() => {})
    setBusy(false)
  }
  const reload = () => client.invalidateQueries({ queryKey: viewsKey(resource.name) })
  const open = (view: SavedView | null): void => {
    const { page: _page, view: _view, ...wanted } = view ? readAddress(new URLSearchParams(view.state.query)) : freshList
    change({ ...wanted, saved: view?.id ?? null })
    onClose()
  }
  const save = (of: { id?: number; name: string; shared: boolean }) =>
    during(async () => {
      const id = await saveView({ ...of, resource: resource.name, state: shown })
      await reload()
      columns.settle()
      change({ saved: id })
      onClose()
    })
  const drop = (view: SavedView) =>
    during(async () => {
      await removeView(view.id)
      if (view.id === state.saved) change({ saved: null })
      await reload()
    })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (isPending) return <Skeleton rows={3} />
  return (
    <div className="view-panel">
      <ul>
        <li>
          <button type="button" className="view-open" aria-pressed={state.saved === null} onClick={() => open(null)}>
            {t('plain')}
          </button>
        </li>
        {views.map((view) => (
          <li key={view.id}>
            <button type="button" className="view-open" aria-pressed={view.id === state.saved} onClick={() => open(view)}>
              <span>{view.name}</span>
              {view.shared && (
                <small>
                  <Icon name="users" size={13} /> {view.mine ? t('shared') : view.by}
                </small>
              )}
            </button>
            {view.mine && (
              <Button
                look="quiet"
                icon={remove}
                disabled={busy}
                aria-label={t('remove', { name: view.name })}
                onClick={() => void drop(view)}
              />
            )}
          </li>
        ))}
      </ul>
      {active?.mine && isChanged && (
        <Button busy={busy} onClick={() => void save({ id: active.id, name: active.name, shared: active.shared })}>
          {t('update', { name: active.name })}
        </Button>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void save({ name: name.trim(), shared })
        }}
      >
        <input
          className="input"
          value={name}
          maxLength={40}
          placeholder={t('name')}
          aria-label={t('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <label>
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
          {t('share')}
        </label>
        <Button type="submit" look="primary" busy={busy} disabled={name.trim() === ''}>
          {t('save')}
        </Button>
      </form>
    </div>
  )
}
