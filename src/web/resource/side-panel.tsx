import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { hasTrait } from '#kernel'
import type { RowData } from '../field/view.ts'
import { keptSide } from '../draft/drafts.ts'
import { restoreRows } from '../api/resource.ts'
import { useResource } from './context.ts'
import type { SendAll } from './set/send-all.ts'

const FormDrawer = lazy(() => import('./form/form-drawer.tsx'))
const ImportDrawer = lazy(() => import('./import/import-drawer.tsx'))
const SetDrawer = lazy(() => import('./set/set-drawer.tsx'))
const ActionDialog = lazy(() => import('./form/action-dialog.tsx'))
const RestoreDialog = lazy(() => import('./list/restore-dialog.tsx').then((m) => ({ default: m.RestoreDialog })))

/** What stands beside a list or a record: a form for a new record, one for each of several, an action that wants input, a restore. */
export type Side =
  | { kind: 'add'; parent: number | null }
  | { kind: 'edit'; ids: readonly number[] }
  | { kind: 'action'; action: string; rows: readonly RowData[] }
  | { kind: 'import' }
  | { kind: 'set'; ids: readonly number[]; rows: readonly RowData[] }
  | { kind: 'setAll'; count: number; send: SendAll }
  | { kind: 'actAll'; action: string; count: number; send: SendAll }
  | { kind: 'restore'; rows: readonly RowData[]; reason: string | undefined }

/** `place`: which of several lists of one page. A form that the end of the session has closed is open again. */
export const useSide = (place = '') => {
  const { resource } = useResource()
  const { pathname } = useLocation()
  const [side, setSide] = useState<Side | null>(() => keptSide(pathname, resource.name, place) ?? null)
  const [turn, setTurn] = useState(0)
  return {
    side,
    turn,
    place,
    // Each opening is a form of its own: one that is still gliding out would swallow the next click on "New".
    show: (next: Side) => {
      setTurn((n) => n + 1)
      setSide(next)
    },
    close: () => setSide(null),
  }
}

type Props = {
  at: ReturnType<typeof useSide>
  /** What a new record starts with. */
  preset?: Record<string, unknown> | undefined
  names(rows: readonly RowData[]): string
  onSaved(): void
  /** An action was carried out on the rows: they are no longer what was chosen. */
  onDone(): void
}

export const SidePanel = ({ at: { side, turn, place, close }, preset, names, onSaved, onDone }: Props) => {
  const { resource, words } = useResource()
  if (!side) return null
  return (
    <Suspense>
      {(side.kind === 'add' || side.kind === 'edit') && (
        <FormDrawer
          key={turn}
          ids={side.kind === 'edit' ? side.ids : []}
          parent={side.kind === 'add' ? side.parent : null}
          {...(preset ? { preset } : {})}
          place={place}
          onSaved={onSaved}
          onClose={close}
        />
      )}
      {side.kind === 'import' && <ImportDrawer key={turn} onSaved={onSaved} onClose={close} />}
      {side.kind === 'set' && (
        <SetDrawer key={turn} count={side.ids.length} of={{ ids: side.ids, rows: side.rows }} onSaved={onSaved} onClose={close} />
      )}
      {side.kind === 'setAll' && <SetDrawer key={turn} count={side.count} of={{ send: side.send }} onSaved={onDone} onClose={close} />}
      {side.kind === 'action' && <ActionDialog action={side.action} rows={side.rows} onDone={onDone} onClose={close} />}
      {side.kind === 'actAll' && (
        <ActionDialog action={side.action} rows={[]} whole={{ count: side.count, send: side.send }} onDone={onDone} onClose={close} />
      )}
      {side.kind === 'restore' && (
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
              side.reason,
            )
          }
          onDone={onDone}
          onClose={close}
        />
      )}
    </Suspense>
  )
}
