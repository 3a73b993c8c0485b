import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef } from 'react'
import down from 'virtual:icon/chevron-down'
import up from 'virtual:icon/chevron-up'
import grip from 'virtual:icon/grip-vertical'
import trash from 'virtual:icon/trash-2'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Glyph } from '#web/ui/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import type { Kind } from '#kernel'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { type FieldCard, type Model, titleIn } from './model.ts'
import { KIND_ICONS, kindOf } from './palette.tsx'

/** A finger cannot drag past the edge of a phone: one place at a time. */
const STEPS = [
  { step: -1, icon: up, word: 'up' },
  { step: 1, icon: down, word: 'down' },
] as const

type Props = {
  model: Model
  chosen: string | null
  onChoose(key: string): void
  onMove(key: string, to: number): void
  /** A kind dragged out of the palette; at the end when it was dropped below the cards. */
  onInsert(kind: Kind, at: number | undefined): void
  onRemove(key: string): void
  wrong: ReadonlySet<string>
}

/** The fields in their order: drag by the handle, or Alt with the arrow keys, or on a phone a step at a time. */
export const Canvas = (p: Props) => {
  const t = useText('designer')
  const ref = useRef<HTMLDivElement>(null)
  const { onInsert } = p
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => kindOf(source.data) !== null,
      onDragEnter: () => element.setAttribute('data-drop', ''),
      onDragLeave: () => element.removeAttribute('data-drop'),
      onDrop: ({ source, location, self }) => {
        element.removeAttribute('data-drop')
        // A card below the pointer has taken it already.
        if (location.current.dropTargets[0]?.element === self.element) onInsert(kindOf(source.data)!, undefined)
      },
    })
  }, [onInsert])
  return (
    <div ref={ref} className="designer-canvas">
      {p.model.cards.length === 0 ? (
        <Empty icon="square-plus" title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <ol className="designer-cards" aria-label={t('fields')}>
          {p.model.cards.map((card, at) => (
            <Card key={card.key} {...p} card={card} at={at} />
          ))}
        </ol>
      )}
    </div>
  )
}

const Card = ({ card, at, model, chosen, onChoose, onMove, onInsert, onRemove, wrong }: Props & { card: FieldCard; at: number }) => {
  const t = useText('designer')
  const isNarrow = useNarrow()
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return combine(
      draggable({ element, getInitialData: () => ({ designer: card.key }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) =>
          kindOf(source.data) !== null || (typeof source.data['designer'] === 'string' && source.data['designer'] !== card.key),
        onDragEnter: () => element.setAttribute('data-drop', ''),
        onDragLeave: () => element.removeAttribute('data-drop'),
        onDrop: ({ source }) => {
          element.removeAttribute('data-drop')
          const kind = kindOf(source.data)
          if (kind) onInsert(kind, at)
          else onMove(source.data['designer'] as string, at)
        },
      }),
    )
  }, [card.key, at, onMove, onInsert])
  const title = titleIn(card, useLanguage())
  const isChosen = chosen === card.key
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={ref} className="designer-card" data-chosen={isChosen || undefined} data-wrong={wrong.has(card.name) || undefined}>
      {!isNarrow && (
        <span className="designer-grip" aria-hidden>
          <Glyph body={grip} />
        </span>
      )}
      <button
        type="button"
        className="designer-card-body"
        aria-pressed={isChosen}
        onClick={() => onChoose(card.key)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          onMove(card.key, at + (event.key === 'ArrowUp' ? -1 : 1))
        }}
      >
        <Icon name={KIND_ICONS[card.field.kind]} size={16} />
        <b>{title}</b>
        <code>{card.name}</code>
        <small>{t(`kind.${card.field.kind}`)}</small>
        {card.field.required && <i>{t('property.required')}</i>}
      </button>
      {isNarrow &&
        STEPS.map(({ step, icon, word }) => (
          <Button
            key={word}
            look="quiet"
            icon={icon}
            disabled={!model.cards[at + step]}
            aria-label={t(word, { name: title })}
            onClick={() => onMove(card.key, at + step)}
          />
        ))}
      <Button look="quiet" icon={trash} aria-label={t('remove', { name: title })} onClick={() => onRemove(card.key)} />
    </li>
  )
}
