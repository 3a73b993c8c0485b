import { useCallback, useMemo } from 'react'
import { defineResource, type Resource } from '#kernel'
import { useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { deleteRows } from '#web/api/resource.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Sheet } from '#web/resource/form/sheet.tsx'
import { type Group, type Item, saveGroup } from './api.ts'

const shapeOf = ({ name, items }: Group): Resource =>
  defineResource(`settings.${name}`, {
    label: items[0]?.name ?? '',
    fields: Object.fromEntries(items.map((i) => [i.name, i.field])),
    list: { columns: [] },
  })

type OwnProps = { items: readonly Item[]; onEdit(id: number): void; onChanged(): void }

/** Items that were added here can be changed and can go again; the product's own cannot. */
const OwnItems = ({ items, onEdit, onChanged }: OwnProps) => {
  const t = useText('area')
  const { may } = useResource()
  const { ask, dialog } = useConfirm()
  if (items.length === 0 || !(may('del') || may('edit'))) return null
  const remove = async (item: Item) => {
    const question = { title: t('settings.deleteAsk', { name: item.title }), detail: t('settings.deleteDetail') }
    if (!(await ask({ ...question, yes: t('delete'), no: t('cancel'), danger: true }))) return
    await deleteRows('routine.config', [item.id]).catch(() => {})
    onChanged()
  }
  return (
    <section className="settings-own" aria-label={t('settings.own')}>
      <h3>{t('settings.own')}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <span>{item.title}</span>
            <code>{item.name}</code>
            {may('edit') && (
              <Button aria-label={`${t('settings.edit')} ${item.title}`} onClick={() => onEdit(item.id)}>
                {t('settings.edit')}
              </Button>
            )}
            {may('del') && (
              <Button look="danger" aria-label={`${t('delete')} ${item.title}`} onClick={() => void remove(item)}>
                {t('delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}

/** One group: every item looks and is checked like a field of its kind. */
type Props = { group: Group; onDirty(name: string, dirty: boolean): void; onEdit(id: number): void; onChanged(): void }
export const GroupSheet = ({ group, onDirty, onEdit, onChanged }: Props) => {
  const t = useText('area')
  const lang = useLanguage()
  const { may } = useResource()
  const shape = useMemo(() => shapeOf(group), [group])
  const words = useMemo(() => {
    const of = (name: string) => group.items.find((i) => i.name === name)
    const secret = (item: Item | undefined) => (item?.isSet === undefined ? '' : t(item.isSet ? 'settings.isSet' : 'settings.notSet'))
    return {
      lang,
      title: group.title,
      remark: '',
      field: (name: string) => of(name)?.title ?? name,
      help: (name: string) => [of(name)?.tip, secret(of(name))].filter(Boolean).join(' ') || undefined,
      option: (name: string, value: string) => of(name)?.options.find((o) => o.value === value)?.label ?? value,
      section: (key: string) => key,
      action: (name: string) => name,
      move: (to: string) => to,
    }
  }, [group, lang, t])
  const row = useMemo(() => Object.fromEntries(group.items.map((i) => [i.name, i.value])), [group])
  const tellDirty = useCallback((dirty: boolean) => onDirty(group.name, dirty), [group.name, onDirty])
  if (group.items.length === 0) return <p className="panel-note">{t('settings.empty')}</p>
  return (
    <>
      <Sheet
        shape={shape}
        words={words}
        row={row}
        save={t('settings.saveGroup')}
        readOnly={!may('save')}
        onDirty={tellDirty}
        onSave={(change) => saveGroup(group.name, change).then(onChanged)}
      />
      <OwnItems items={group.items.filter((i) => i.deletable)} onEdit={onEdit} onChanged={onChanged} />
    </>
  )
}
