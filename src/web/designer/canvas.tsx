import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef } from 'react'
import grip from 'virtual:icon/grip-vertical'
import trash from 'virtual:icon/trash-2'
import { useText } from '../i18n/index.ts'
import { Button } from '../resource/button.tsx'
import { Empty } from '../resource/states.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Icon } from '../ui/icon.tsx'
import type { FieldCard, Model } from './model.ts'
import { KIND_ICONS } from './palette.tsx'

type Props = {
  model: Model
  chosen: string | null
  onChoose(key: string): void
  onMove(key: string, to: number): void
  onRemove(key: string): void
  wrong: ReadonlySet<string>
}

/** The fields in their order: drag by the handle, or Alt with the arrow keys. */
export const Canvas = (p: Props) => {
  const t = useText('designer')
  if (p.model.cards.length === 0) return <Empty icon="square-plus" title={t('empty.title')} text={t('empty.text')} />
  return (
    <ol className="designer-cards" aria-label={t('fields')}>
      {p.model.cards.map((card, at) => (
        <Card key={card.key} {...p} card={card} at={at} />
      ))}
    </ol>
  )
}

const Card = ({ card, at, chosen, onChoose, onMove, onRemove, wrong }: Props & { card: FieldCard; at: number }) => {
  const t = useText('designer')
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return combine(
      draggable({ element, getInitialData: () => ({ designer: card.key }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['designer'] === 'string' && source.data['designer'] !== card.key,
        onDragEnter: () => element.setAttribute('data-drop', ''),
        onDragLeave: () => element.removeAttribute('data-drop'),
        onDrop: ({ source }) => {
          element.removeAttribute('data-drop')
          onMove(source.data['designer'] as string, at)
        },
      }),
    )
  }, [card.key, at, onMove])
  return (
    <li ref={ref} className="designer-card" data-chosen={chosen === card.key || undefined} data-wrong={wrong.has(card.name) || undefined}>
      <span className="designer-grip" aria-hidden>
        <Glyph body={grip} />
      </span>
      <button
        type="button"
        className="designer-card-body"
        aria-pressed={chosen === card.key}
        onClick={() => onChoose(card.key)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          onMove(card.key, at + (event.key === 'ArrowUp' ? -1 : 1))
        }}
      >
        <Icon name={KIND_ICONS[card.field.kind]} size={16} />
        <b>{card.zh || card.en}</b>
        <code>{card.name}</code>
        <small>{t(`kind.${card.field.kind}`)}</small>
        {card.field.required && <i>{t('property.required')}</i>}
      </button>
      <Button look="quiet" icon={trash} aria-label={t('remove', { name: card.zh })} onClick={() => onRemove(card.key)} />
    </li>
  )
}
