import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef } from 'react'
import { FIELD_KINDS, type Kind } from '#kernel'
import { useText } from '#web'
import { Icon } from '#web/ui/icon.tsx'

const GROUPS: Record<string, readonly Kind[]> = {
  text: ['string', 'textarea', 'richText', 'code', 'password'],
  number: ['integer', 'number', 'float', 'switch'],
  time: ['date', 'time', 'dateTime', 'year'],
  choice: ['select', 'radio', 'checkbox', 'ref', 'refs', 'remoteSelect', 'city'],
  file: ['image', 'images', 'file'],
  other: ['color', 'icon', 'array', 'json'],
}
export const KIND_ICONS: Record<Kind, string> = {
  string: 'type',
  textarea: 'text',
  richText: 'book-open',
  code: 'code',
  password: 'lock',
  integer: 'hash',
  number: 'hash',
  float: 'hash',
  switch: 'toggle-right',
  date: 'calendar',
  time: 'clock',
  dateTime: 'calendar-clock',
  year: 'calendar',
  select: 'list',
  radio: 'circle-dot',
  checkbox: 'square-check',
  ref: 'link',
  refs: 'link',
  remoteSelect: 'search',
  city: 'map-pin',
  image: 'image',
  images: 'images',
  file: 'paperclip',
  color: 'palette',
  icon: 'star',
  array: 'table',
  json: 'braces',
}
const listed = new Set(Object.values(GROUPS).flat())
if (FIELD_KINDS.some((k) => !listed.has(k))) throw new Error('the palette lacks a kind')

/** What is being dragged, if it comes from here. */
export const kindOf = (data: Record<string | symbol, unknown>): Kind | null => (data['palette'] as Kind | undefined) ?? null

const Sample = ({ kind, onAdd }: { kind: Kind; onAdd(kind: Kind): void }) => {
  const t = useText('designer')
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (ref.current) return draggable({ element: ref.current, getInitialData: () => ({ palette: kind }) })
  }, [kind])
  return (
    <button ref={ref} type="button" onClick={() => onAdd(kind)}>
      <Icon name={KIND_ICONS[kind]} size={15} />
      {t(`kind.${kind}`)}
    </button>
  )
}

/** Every kind of field; a click puts it below the chosen one, a drag where it is dropped. */
export const Palette = ({ onAdd }: { onAdd(kind: Kind): void }) => {
  const t = useText('designer')
  return (
    <nav className="designer-palette" aria-label={t('palette')}>
      {Object.entries(GROUPS).map(([group, kinds]) => (
        <section key={group}>
          <h3>{t(`group.${group}`)}</h3>
          {kinds.map((kind) => (
            <Sample key={kind} kind={kind} onAdd={onAdd} />
          ))}
        </section>
      ))}
    </nav>
  )
}
