import plus from 'virtual:icon/plus'
import back from 'virtual:icon/arrow-left'
import upload from 'virtual:icon/upload'
import bin from 'virtual:icon/archive-restore'
import { hasTrait } from '#kernel'
import { useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import { ExportButton } from './export-button.tsx'
import type { ListState } from '../address.ts'

type Props = {
  state: ListState
  /** Its title where it stands on another page, whose own heading is above it. */
  inside?: string | undefined
  addText?: string | undefined
  columns: readonly string[]
  /** More rows than are counted. */
  isLong: boolean
  remark: string
  onBin(bin: boolean): void
  onAdd(): void
  onImport(): void
  onRun(action: string): void
}

export const ListHeader = ({ state, inside, addText, columns, isLong, remark, onBin, onAdd, onImport, onRun }: Props) => {
  const t = useText('list')
  const { resource, words, may, half } = useResource()
  const own = Object.entries(resource.actions).filter(([name, spec]) => spec.on === 'list' && !spec.hidden && may(name))
  const Slot = half.slots?.toolbar
  return (
    <header className="list-header">
      <div className="list-title">
        {state.bin && <Button look="quiet" icon={back} aria-label={t('bin.leave')} onClick={() => onBin(false)} />}
        {inside === undefined ? (
          <>
            <h1>{state.bin ? t('bin.title', { title: words.title }) : words.title}</h1>
            <p title={remark}>{state.bin ? t('bin.remark') : remark}</p>
          </>
        ) : (
          <h2>{state.bin ? t('bin.title', { title: inside }) : inside}</h2>
        )}
      </div>
      {!state.bin && (
        <div className="list-tools" role="toolbar" aria-label={t('toolbar.label')}>
          {Slot && inside === undefined && <Slot />}
          {hasTrait(resource, 'recyclable') && may('recycle') && (
            <Button icon={bin} onClick={() => onBin(true)}>
              {t('bin.enter')}
            </Button>
          )}
          {may('import') && (
            <Button icon={upload} onClick={onImport}>
              {words.action('import')}
            </Button>
          )}
          {may('exportExcel') && <ExportButton state={state} columns={columns} isLong={isLong} />}
          {own.map(([name, spec]) => (
            <Button key={name} look={spec.danger ? 'danger' : 'plain'} onClick={() => onRun(name)}>
              {spec.icon && <Icon name={spec.icon} />}
              {words.action(name)}
            </Button>
          ))}
          {may('add') && (
            <Button look="primary" icon={plus} onClick={onAdd}>
              {addText ?? t('toolbar.add')}
            </Button>
          )}
        </div>
      )}
    </header>
  )
}
