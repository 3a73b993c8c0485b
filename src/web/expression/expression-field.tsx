import { type ChangeEvent, type KeyboardEvent, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { behind, type Lang } from '../languages.ts'
import { follow } from '../ui/popup.tsx'
import { suggest, type Offer, type Vocabulary } from './suggest.ts'
import './expression.css'

type Box = HTMLInputElement | HTMLTextAreaElement
type Typed = { text: string; at: number; isAsked: boolean }
type Props = {
  value: string
  onChange(value: string): void
  /** Asked when it is needed: what can be named changes while somebody types elsewhere. */
  vocabulary(): Vocabulary
  lang: Lang
  /** One line, as a cell has it, or several. */
  lines: 'one' | 'many'
  /** What the box says of itself: label, error, help. */
  own: Readonly<Record<string, unknown>> & { id: string }
}

const ROWS = { least: 2, most: 12 }

/** Where an expression is typed. What could stand at the cursor is offered while typing and on Ctrl+Space. */
export const ExpressionField = ({ value, onChange, vocabulary, lang, lines, own }: Props) => {
  const t = useText('field')
  const language = behind(lang)
  const listId = useId()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [current, setCurrent] = useState(0)
  const box = useRef<Box>(null)
  const panel = useRef<HTMLDivElement>(null)
  // What an offer writes is no reason to offer again.
  const isTaking = useRef(false)
  // Looked up with every drawing: what can be named may arrive after the first letter was typed.
  const found = typed && suggest(typed.text, typed.at, vocabulary(), typed.isAsked)
  const isOpen = found !== null

  useLayoutEffect(() => {
    const [list, anchor] = [panel.current, box.current]
    if (!isOpen || !list || !anchor) return
    list.showPopover()
    return follow(list, anchor, 'start')
  }, [isOpen])
  useLayoutEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, current, listId])

  const look = (at: Box, isAsked: boolean) => {
    setTyped({ text: at.value, at: at.selectionStart ?? at.value.length, isAsked })
    setCurrent(0)
  }
  const close = () => setTyped(null)
  const take = ({ insert, back }: Offer) => {
    const at = box.current
    if (!at || !found) return
    at.focus()
    at.setSelectionRange(found.from, found.to)
    isTaking.current = true
    // As if it were typed: it can be undone like everything else.
    document.execCommand('insertText', false, insert)
    isTaking.current = false
    at.setSelectionRange(found.from + insert.length - back, found.from + insert.length - back)
    close()
  }
  const onKeyDown = (event: KeyboardEvent<Box>) => {
    if (event.nativeEvent.isComposing) return
    const stop = () => {
      event.preventDefault()
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
    }
    if (event.key === ' ' && event.ctrlKey) {
      stop()
      return look(event.currentTarget, true)
    }
    if (!found) return
    const step = event.altKey ? 0 : event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const offer = found.offers[current]
    if (step) {
      stop()
      setCurrent((current + step + found.offers.length) % found.offers.length)
    } else if (offer && !event.shiftKey && !event.ctrlKey && !event.metaKey && (event.key === 'Enter' || event.key === 'Tab')) {
      stop()
      take(offer)
    } else if (event.key === 'Escape') {
      stop()
      close()
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight' || event.key === 'Home' || event.key === 'End') close()
  }
  const common = {
    ...own,
    value,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'off',
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-activedescendant': isOpen ? `${listId}-${current}` : undefined,
    onKeyDown,
    onBlur: close,
    onChange: (event: ChangeEvent<Box>) => {
      onChange(event.target.value)
      const { nativeEvent } = event
      const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
      if (!isTaking.current && !isComposing) look(event.target, false)
    },
    onCompositionEnd: (event: SyntheticEvent<Box>) => look(event.currentTarget, false),
    onClick: close,
  }
  const controls = isOpen ? listId : undefined
  const rows = Math.min(Math.max(value.split('\n').length + 1, ROWS.least), ROWS.most)
  return (
    <>
      {lines === 'one' ? (
        <input
          {...common}
          ref={(at) => void (box.current = at)}
          type="text"
          role="combobox"
          aria-controls={controls}
          aria-expanded={isOpen}
        />
      ) : (
        <textarea
          {...common}
          aria-controls={controls}
          ref={(at) => void (box.current = at)}
          className="input input-area input-code"
          rows={rows}
        />
      )}
      {found && (
        <div
          ref={panel}
          id={listId}
          popover="manual"
          role="listbox"
          tabIndex={-1}
          aria-label={t('offers')}
          className="popup offers"
          // The box keeps the cursor, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.offers.map((offer, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys go to the box, which names the option that is meant
            <div
              key={`${offer.kind} ${offer.name}`}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === current}
              className="offer"
              data-kind={offer.kind}
              onClick={() => take(offer)}
            >
              <code>{offer.name}</code>
              <span>{offer.note[language]}</span>
              {offer.help && <small>{offer.help[language]}</small>}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
