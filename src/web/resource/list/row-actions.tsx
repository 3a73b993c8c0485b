import { createContext, use } from 'react'
import { actionsOf, moveRule, movesFrom } from '#kernel'
import more from 'virtual:icon/ellipsis'
import pencil from 'virtual:icon/pencil'
import restoreIcon from 'virtual:icon/archive-restore'
import trash from 'virtual:icon/trash-2'
import type { RowData } from '../../field/view.ts'
import type { CellProps } from '../../grid/column.ts'
import { useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { Button } from '../../ui/button.tsx'
import { type ResourceContext, useResource } from '../context.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'

export type RowHandlers = {
  bin: boolean
  edit(row: RowData): void
  view(row: RowData): void
  remove(row: RowData): void
  restore(row: RowData): void
  purge(row: RowData): void
  addChild(row: RowData): void
  run(action: string, rows: readonly RowData[]): void
  lock(row: RowData, locked: boolean): void
  /** A move to another state. */
  step(row: RowData, to: string): void
}
export const RowHandling = createContext<RowHandlers | null>(null)

export const offers = ({ half, may }: ResourceContext, action: string, row: RowData): boolean =>
  may(action) && (half.rowActions?.[action]?.visible?.(row) ?? true)
export const refusal = ({ half, resource }: ResourceContext, action: string, row: RowData): string | false =>
  (resource.actions[action]?.beside ? undefined : row._held?.why) ?? half.rowActions?.[action]?.disabled?.(row) ?? false

/** The steps from here to other states, and the lock, as far as this person may. */
export const stepEntries = (
  { resource, words, may, half }: ResourceContext,
  row: RowData,
  on: Pick<RowHandlers, 'lock' | 'step'>,
): MenuEntry[] => {
  const steps = half.movable?.(row) === false ? [] : movesFrom(resource, row['state']).filter((to) => may(moveRule(resource, to)))
  const isLocked = row['lockedAt'] != null
  const lock = isLocked ? 'unlock' : 'lock'
  const entries = steps.map((to) => ({
    key: `move ${to}`,
    label: words.move(to, String(row['state'])),
    icon: 'arrow-right',
    disabled: row._held?.why ?? (false as const),
    run: () => on.step(row, to),
  }))
  const isOffered = resource.traits.includes('lockable') && may(lock)
  return isOffered ? [...entries, { key: lock, label: words.action(lock), icon: lock, run: () => on.lock(row, !isLocked) }] : entries
}

const useEntries = (row: RowData, on: RowHandlers): MenuEntry[] => {
  const t = useText('list')
  const context = useResource()
  const { resource, words } = context
  const own = Object.entries(resource.actions)
    .filter(([name, spec]) => spec.on !== 'list' && !spec.hidden && actionsOf(resource).includes(name) && offers(context, name, row))
    .map(([name, spec]) => ({
      key: name,
      label: words.action(name),
      ...(spec.icon ? { icon: spec.icon } : {}),
      danger: spec.danger ?? false,
      disabled: refusal(context, name, row),
      run: () => on.run(name, [row]),
    }))
  const isTree = resource.traits.includes('tree')
  return [
    { key: 'view', label: t('row.view'), icon: 'eye', run: () => on.view(row) },
    ...(isTree && context.may('add') ? [{ key: 'child', label: t('row.addChild'), icon: 'plus', run: () => on.addChild(row) }] : []),
    ...stepEntries(context, row, on),
    ...own,
  ]
}

/** Verbs that stand ready in a row: where nobody edits or deletes, the first two of the area's own take their place. */
export const readyVerbs = ({ resource, may }: ResourceContext): string[] =>
  may('edit') || may('del')
    ? []
    : Object.entries(resource.actions)
        .filter(([name, spec]) => spec.on !== 'list' && !spec.hidden && spec.icon && may(name))
        .map(([name]) => name)
        .slice(0, 2)

/** Edit and delete stand ready, the rest is one click away. What the person may not do is not there. */
export const RowActions = ({ row, active }: CellProps<RowData>) => {
  const t = useText('list')
  const context = useResource()
  const on = use(RowHandling)
  const entries = useEntries(row, on ?? idle)
  if (!on) return null
  const name = context.nameOf(row)
  const tabIndex = active ? 0 : -1
  if (on.bin)
    return (
      <>
        {context.may('restore') && (
          <Button
            look="quiet"
            icon={restoreIcon}
            tabIndex={tabIndex}
            disabled={Boolean(row._held)}
            title={row._held?.why}
            aria-label={`${t('bin.restore')} ${name}`}
            onClick={() => on.restore(row)}
          />
        )}
        {context.may('delete') && (
          <Button
            look="quiet"
            icon={trash}
            tabIndex={tabIndex}
            disabled={Boolean(row._held)}
            title={row._held?.why}
            aria-label={`${t('purge.yes')} ${name}`}
            onClick={() => on.purge(row)}
          />
        )}
      </>
    )
  const why = (action: string) => refusal(context, action, row)
  const ready = readyVerbs(context)
  return (
    <>
      {ready.map((verb) => {
        const entry = entries.find((e) => e.key === verb)
        return (
          entry && (
            <Button
              key={verb}
              look="quiet"
              tabIndex={tabIndex}
              data-bare
              disabled={Boolean(entry.disabled)}
              title={entry.disabled || entry.label}
              aria-label={`${entry.label} ${name}`}
              onClick={entry.run}
            >
              <Icon name={entry.icon ?? ''} />
            </Button>
          )
        )
      })}
      {offers(context, 'edit', row) && (
        <Button
          look="quiet"
          icon={pencil}
          tabIndex={tabIndex}
          disabled={Boolean(why('edit'))}
          title={why('edit') || t('row.edit')}
          aria-label={`${t('row.edit')} ${name}`}
          onClick={() => on.edit(row)}
        />
      )}
      {offers(context, 'del', row) && (
        <Button
          look="quiet"
          icon={trash}
          tabIndex={tabIndex}
          disabled={Boolean(why('del'))}
          title={why('del') || t('delete.yes')}
          aria-label={`${t('delete.yes')} ${name}`}
          onClick={() => on.remove(row)}
        />
      )}
      <Menu
        label={`${t('row.more')} ${name}`}
        entries={entries.filter((e) => !ready.includes(e.key))}
        renderTrigger={(props) => (
          <Button {...props} look="quiet" icon={more} tabIndex={tabIndex} title={t('row.more')} aria-label={`${t('row.more')} ${name}`} />
        )}
      />
    </>
  )
}

const nothing = () => {}
const idle: RowHandlers = {
  bin: false,
  edit: nothing,
  view: nothing,
  remove: nothing,
  restore: nothing,
  purge: nothing,
  addChild: nothing,
  run: nothing,
  lock: nothing,
  step: nothing,
}
