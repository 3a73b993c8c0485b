import lockIcon from 'virtual:icon/lock'
import more from 'virtual:icon/ellipsis'
import pencil from 'virtual:icon/pencil'
import { hasTrait } from '#kernel'
import { cells } from '../../field/cells.tsx'
import { Tag } from '../../field/cell/tag.tsx'
import { exactTime, momentOf, relativeTime } from '../../ui/format.ts'
import { InlineEdit } from '../../field/inline-edit.ts'
import type { RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { leaveTab } from '../../navigation/tab-actions.ts'
import { useRecords } from '../../state/records.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { toast } from '../../state/toast.ts'
import { useResource } from '../context.ts'
import type { ReadRecord } from '../../api/resource.ts'
import { followTab } from './follow-tab.ts'
import { offers, refusal, stepEntries } from '../list/row-actions.tsx'
import { useRowCommands } from '../list/use-row-commands.ts'
import { SidePanel, useSide } from '../side-panel.tsx'

/** Where the record stands in its life: its state, else whether it is in use. Never colour alone. */
const StateTag = ({ row }: { row: RowData }) => {
  const t = useText('field')
  const { resource, words } = useResource()
  const state = resource.moves ? resource.fields['state'] : undefined
  if (state) {
    const { Cell } = cells[state.kind]
    return (
      <InlineEdit value={null}>
        <Cell name="state" field={state} value={row['state']} row={row} words={words} active />
      </InlineEdit>
    )
  }
  if (resource.fields['status']?.kind !== 'switch') return null
  const on = row['status'] === true
  return <Tag tone={on ? 'passed' : 'none'}>{on ? words.field('status') : `${words.field('status')}: ${t('no')}`}</Tag>
}

const Moment = ({ at, text }: { at: unknown; text(time: string): string }) => {
  const { words } = useResource()
  const moment = momentOf(at)
  return (
    moment && (
      <time dateTime={moment.toISOString()} title={relativeTime(moment, words.lang)}>
        {text(exactTime(moment))}
      </time>
    )
  )
}

const READY = 2

type Props = { row: RowData; changed: ReadRecord['changed']; list: string; reload(): void }

/** What it is called, how it stands, who touched it last, and what this person may do with it now. */
export const RecordHeader = ({ row, changed, list, reload }: Props) => {
  const t = useText('record')
  const context = useResource()
  const { resource, words, nameOf } = context
  const beside = useSide()
  const { ask, askWhy, dialog } = useConfirm()
  const name = nameOf(row)
  const commands = useRowCommands({ lists: { patch: () => [], reload: async () => reload() }, ask, askWhy, deselect: () => {} })
  const isLocked = hasTrait(resource, 'lockable') && row['lockedAt'] != null
  const why = (action: string) => (isLocked ? t('locked') : refusal(context, action, row))
  const remove = async () => {
    if (!(await commands.remove([row.id], name, [row]))) return
    const path = `${list}/${row.id}`
    await leaveTab(path, list)
    useRecords.getState().forget(path)
  }
  const own: MenuEntry[] = Object.entries(resource.actions)
    .filter(([action, spec]) => spec.on !== 'list' && !spec.hidden && offers(context, action, row))
    .map(([action, spec]) => ({
      key: action,
      label: words.action(action),
      ...(spec.icon ? { icon: spec.icon } : {}),
      danger: spec.danger ?? false,
      disabled: why(action),
      run: () =>
        spec.input || context.half.dialogs?.[action]?.Dialog
          ? beside.show({ kind: 'action', action, rows: [row] })
          : void commands.act(action, [row], name),
    }))
  const steps = stepEntries(context, row, {
    step: (one, to) => void commands.step(one, to, name),
    lock: (one, locked) => void commands.lock(one, locked, name),
  })
  const copy = () =>
    void navigator.clipboard?.writeText(`${window.location.origin}${list}/${row.id}`).then(() => toast.success(t('copied')))
  const further: MenuEntry[] = [
    ...steps,
    ...own.slice(READY),
    { key: 'copy', label: t('copyLink'), icon: 'link', run: copy },
    ...(offers(context, 'del', row)
      ? [{ key: 'del', label: t('list:delete.yes'), icon: 'trash-2', danger: true, disabled: why('del'), run: () => void remove() }]
      : []),
  ]
  const ready = context.half.pages?.record?.stepsInTab ? [] : steps.filter(({ key }) => key.startsWith('move ')).slice(0, READY)
  const refused = why('edit')
  return (
    <header className="record-header">
      <div className="record-title">
        <nav aria-label={t('way')}>
          <a href={list} onClick={(event) => followTab(event, list)}>
            {words.title}
          </a>
          <span aria-hidden>/</span>
          <span aria-current="page">{name}</span>
        </nav>
        <div className="record-name">
          <h1>{name}</h1>
          <StateTag row={row} />
          {isLocked && (
            <Tag tone="locked">
              <Glyph body={lockIcon} size={12} /> {t('locked')}
            </Tag>
          )}
        </div>
        <p>
          <span>#{row.id}</span>
          {changed && (
            <Moment
              at={changed.at}
              text={(time) =>
                t(changed.action === 'add' ? 'createdBy' : 'changedBy', {
                  by: changed.by === 'system' ? t('list:history.system') : changed.by,
                  time,
                })
              }
            />
          )}
          {changed?.action !== 'add' && <Moment at={row['createdAt']} text={(time) => t('createdAt', { time })} />}
        </p>
      </div>
      <div className="record-tools" role="toolbar" aria-label={t('list:grid.actions')}>
        {[...ready, ...own.slice(0, READY)].map((entry) => (
          <Button
            key={entry.key}
            look={entry.danger ? 'danger' : 'plain'}
            disabled={Boolean(entry.disabled)}
            title={entry.disabled || undefined}
            onClick={entry.run}
          >
            {entry.icon && <Icon name={entry.icon} />}
            {entry.label}
          </Button>
        ))}
        {offers(context, 'edit', row) && (
          <Button
            look="primary"
            icon={pencil}
            disabled={Boolean(refused)}
            title={refused || undefined}
            onClick={() => beside.show({ kind: 'edit', ids: [row.id] })}
          >
            {t('list:row.edit')}
          </Button>
        )}
        <Menu
          label={`${t('list:row.more')} ${name}`}
          entries={further}
          renderTrigger={(props) => (
            <Button {...props} icon={more} aria-label={`${t('list:row.more')} ${name}`} title={t('list:row.more')} />
          )}
        />
      </div>
      {dialog}
      <SidePanel at={beside} names={() => name} onSaved={reload} onDone={reload} />
    </header>
  )
}
