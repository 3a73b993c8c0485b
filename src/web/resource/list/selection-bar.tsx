import listChecks from 'virtual:icon/list-checks'
import pencil from 'virtual:icon/pencil'
import restoreIcon from 'virtual:icon/archive-restore'
import trash from 'virtual:icon/trash-2'
import { useText } from '../../i18n/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'

type Props = {
  count: number
  bin: boolean
  busy: boolean
  onEdit(): void
  onSet(): void
  onRemove(): void
  onRestore(): void
  onPurge(): void
  onRun(action: string): void
  onClear(): void
  /** Where more are listed than are chosen: all of them can be meant. */
  more: { total: number; isCapped: boolean; take(): Promise<void> } | undefined
}

/** Takes the place of search and filters while rows are chosen, so that nothing below it moves. */
export const SelectionBar = ({ count, bin, busy, onEdit, onSet, onRemove, onRestore, onPurge, onRun, onClear, more }: Props) => {
  const t = useText('list')
  const { resource, words, may } = useResource()
  const own = Object.entries(resource.actions).filter(([name, spec]) => spec.on === 'rows' && !spec.hidden && may(name))
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('selection.label')}>
      <b aria-live="polite">{t('selection.count', { count })}</b>
      {bin && may('restore') && (
        <Button icon={restoreIcon} busy={busy} onClick={onRestore}>
          {t('bin.restore')}
        </Button>
      )}
      {bin && may('delete') && (
        <Button icon={trash} busy={busy} look="danger" onClick={onPurge}>
          {t('purge.yes')}
        </Button>
      )}
      {!bin && may('edit') && (
        <Button icon={pencil} onClick={onEdit}>
          {t('row.edit')}
        </Button>
      )}
      {!bin && count > 1 && may('edit') && (
        <Button icon={listChecks} onClick={onSet}>
          {t('set.start')}
        </Button>
      )}
      {!bin &&
        own.map(([name, spec]) => (
          <Button key={name} look={spec.danger ? 'danger' : 'plain'} onClick={() => onRun(name)}>
            {spec.icon && <Icon name={spec.icon} />}
            {words.action(name)}
          </Button>
        ))}
      {!bin && may('del') && (
        <Button icon={trash} busy={busy} look="danger" onClick={onRemove}>
          {t('delete.yes')}
        </Button>
      )}
      {more && (
        <Button look="quiet" onClick={() => void more.take()}>
          {t('bulk.take', { amount: `${formatNumber(more.total, words.lang)}${more.isCapped ? '+' : ''}` })}
        </Button>
      )}
      <Button look="quiet" onClick={onClear}>
        {t('selection.clear')}
      </Button>
    </div>
  )
}
