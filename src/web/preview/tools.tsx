import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import next from 'virtual:icon/chevron-down'
import previous from 'virtual:icon/chevron-up'
import minus from 'virtual:icon/minus'
import fit from 'virtual:icon/move-horizontal'
import plus from 'virtual:icon/plus'
import printer from 'virtual:icon/printer'
import search from 'virtual:icon/search'
import close from 'virtual:icon/x'
import { useText } from '../i18n/index.ts'
import { Glyph } from '../ui/glyph.tsx'
import { nextZoom } from './zoom-steps.ts'

type ToolProps = { icon: string; label: string; name?: string; disabled?: boolean; pressed?: boolean; onClick(): void }
export const Tool = ({ icon, label, name, disabled, pressed, onClick }: ToolProps) => (
  <button
    type="button"
    className="tool"
    data-tool={name}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    <Glyph body={icon} size={18} />
  </button>
)

export const Pager = ({ at, count, onGo }: { at: number; count: number; onGo(page: number): void }) => {
  const t = useText('preview')
  const [typed, setTyped] = useState<string | null>(null)
  const go = (): void => {
    const wish = Number(typed)
    if (typed !== null && Number.isInteger(wish)) onGo(Math.min(count, Math.max(1, wish)))
    setTyped(null)
  }
  return (
    <div className="tool-group">
      <Tool icon={previous} label={t('page.previous')} disabled={at <= 1} onClick={() => onGo(at - 1)} />
      <input
        className="tool-page"
        inputMode="numeric"
        aria-label={t('page.label')}
        value={typed ?? String(at)}
        onFocus={(e) => e.target.select()}
        onChange={(e) => setTyped(e.target.value)}
        onBlur={go}
        onKeyDown={(e) => e.key === 'Enter' && go()}
      />
      <span className="tool-of">/ {count}</span>
      <Tool icon={next} label={t('page.next')} disabled={at >= count} onClick={() => onGo(at + 1)} />
    </div>
  )
}

export const ZoomTools = ({ value, isFit, onZoom }: { value: number; isFit: boolean; onZoom(value: number | 'fit'): void }) => {
  const t = useText('preview')
  return (
    <div className="tool-group">
      <Tool icon={minus} label={t('zoom.out')} onClick={() => onZoom(nextZoom(value, -1))} />
      <button type="button" className="tool-zoom" aria-label={t('zoom.reset')} title={t('zoom.reset')} onClick={() => onZoom(1)}>
        {Math.round(value * 100)}%
      </button>
      <Tool icon={plus} label={t('zoom.in')} onClick={() => onZoom(nextZoom(value, 1))} />
      <Tool icon={fit} label={t('zoom.fit')} pressed={isFit} onClick={() => onZoom('fit')} />
    </div>
  )
}

export const PrintTool = ({ onPrint }: { onPrint(): void }) => {
  const t = useText('preview')
  return <Tool icon={printer} name="print" label={t('print')} onClick={onPrint} />
}

type Finding = { isOpen: boolean; count: number; at: number; onOpen(open: boolean): void; onFind(text: string, at: number): void }

/** Enter goes on, Shift+Enter back, Escape closes and takes the marks away. */
export const FindTool = ({ isOpen, count, at, onOpen, onFind }: Finding) => {
  const t = useText('preview')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  const shut = (): void => {
    onOpen(false)
    onFind('', 1)
    setText('')
  }
  return (
    <div className="tool-group">
      <Tool icon={search} label={t('find.open')} pressed={isOpen} onClick={() => (isOpen ? shut() : onOpen(true))} />
      {isOpen && (
        <div className="tool-find" role="search">
          <input
            ref={input}
            id={id}
            type="search"
            value={text}
            placeholder={t('find.placeholder')}
            aria-label={t('find.placeholder')}
            onChange={(e) => {
              setText(e.target.value)
              onFind(e.target.value.trim(), 1)
            }}
            onKeyDown={(e) => {
              if (e.key === 'Escape') shut()
              if (e.key === 'Enter' && text.trim()) onFind(text.trim(), e.shiftKey ? at - 1 : at + 1)
            }}
          />
          <output htmlFor={id}>{text.trim() ? (count ? `${at} / ${count}` : t('find.none')) : ''}</output>
          <Tool icon={previous} label={t('find.previous')} disabled={!count} onClick={() => onFind(text.trim(), at - 1)} />
          <Tool icon={next} label={t('find.next')} disabled={!count} onClick={() => onFind(text.trim(), at + 1)} />
          <Tool icon={close} label={t('find.close')} onClick={shut} />
        </div>
      )}
    </div>
  )
}

type Keys = { zoom?: (direction: 1 | -1 | 0) => void; find?: () => void; print?: () => void; page?: (step: 1 | -1) => void }

/** One list of keys for every viewer, also for those that are pressed inside the frame. */
export const pressed = (keys: Keys, key: string, ctrl: boolean): boolean => {
  const action =
    key === '+' || key === '='
      ? () => keys.zoom?.(1)
      : key === '-'
        ? () => keys.zoom?.(-1)
        : key === '0'
          ? () => keys.zoom?.(0)
          : ctrl && key === 'f'
            ? keys.find
            : ctrl && key === 'p'
              ? keys.print
              : key === 'PageDown'
                ? keys.page && (() => keys.page?.(1))
                : key === 'PageUp'
                  ? keys.page && (() => keys.page?.(-1))
                  : undefined
  action?.()
  return action !== undefined
}

export const useKeys = (keys: Keys): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement || event.altKey) return
      if (pressed(keys, event.key.length === 1 ? event.key.toLowerCase() : event.key, event.ctrlKey || event.metaKey))
        event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

export const ToolRule = (): ReactNode => <i className="tool-rule" aria-hidden />
