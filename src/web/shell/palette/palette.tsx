import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLanguage, useText } from '../../i18n/index.ts'
import { useAdmin } from '../../state/admin.ts'
import { useMenu } from '../../state/menu.ts'
import { useTerminal } from '../terminal/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Modal } from '../../ui/modal.tsx'
import { usePanels } from '../panels.ts'
import { actionEntries, commandEntries, pageEntries, recordEntries } from './entries.ts'
import { type Entry, find } from './match.ts'
import { loadSpelling } from './spell.ts'
import './palette.css'

const none = (): string[] => []
const close = (): void => usePanels.getState().close('palette')

/** Names work at once; pinyin as soon as its dictionary has arrived. */
const useEntries = (): Entry[] => {
  const t = useText('shell')
  const lang = useLanguage()
  const menus = useMenu((s) => s.nodes)
  const { commands, loadCommands } = useTerminal()
  const isSuper = useAdmin((s) => s.super)
  useEffect(() => {
    if (isSuper) loadCommands(lang)
  }, [isSuper, lang, loadCommands])
  const [spell, setSpell] = useState<(title: string) => string[]>(() => none)
  useEffect(() => {
    loadSpelling().then(
      (loaded) => setSpell(() => loaded),
      () => {},
    )
  }, [])
  return [
    ...pageEntries(menus, lang, spell),
    ...recordEntries(menus, lang, spell),
    ...actionEntries(t, spell),
    ...(isSuper ? commandEntries(t, commands, spell) : []),
  ]
}

const Row = ({ entry, id, active, choose, point }: { entry: Entry; id: string; active: boolean; choose(): void; point(): void }) => {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <button
      type="button"
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className="palette-row"
      onMouseMove={point}
      onClick={choose}
    >
      <Icon name={entry.icon} />
      <span>{entry.title}</span>
      <small>{entry.hint}</small>
      {active && <Icon name="corner-down-left" size={14} />}
    </button>
  )
}

const KINDS = { page: 'palette.pages', record: 'palette.records', action: 'palette.actions' } as const
const RECENT = 5

type Group = readonly [kind: Entry['kind'], entries: Entry[]]
/** As they stand below each other: the kind of the best hit first. Without a wish, the last few records and then the pages. */
const groupsOf = (text: string, all: readonly Entry[]): Group[] => {
  const found = find(text, all)
  const of = (kind: Entry['kind']) => found.filter((e) => e.kind === kind)
  if (text.trim() !== '') return [...new Set(found.map((e) => e.kind))].map((kind) => [kind, of(kind)])
  return [
    ['record', of('record').slice(0, RECENT)],
    ['page', of('page')],
    ['action', of('action')],
  ]
}

export default function Palette() {
  const t = useText('shell')
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const groups = groupsOf(text, useEntries())
  const found = groups.flatMap(([, entries]) => entries)
  const active = Math.min(at, found.length - 1)
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return
    close()
    entry.run()
  }
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step) setAt(Math.max(0, Math.min(found.length - 1, active + step)))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(found[active])
    else return
    event.preventDefault()
  }
  return (
    <Modal className="palette" aria-label={t('palette.open')} light onCancel={close}>
      <div className="palette-head">
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found[active] ? `${id}-${found[active].id}` : undefined}
          aria-label={t('palette.open')}
          placeholder={t('palette.placeholder')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={t('palette.open')}>
        {groups.map(([kind, entries]) =>
          entries.length === 0 ? null : (
            <div key={kind} role="group" aria-label={t(KINDS[kind])}>
              <h4 aria-hidden>{t(KINDS[kind])}</h4>
              {entries.map((entry) => {
                const index = found.indexOf(entry)
                return (
                  <Row
                    key={entry.id}
                    id={`${id}-${entry.id}`}
                    entry={entry}
                    active={index === active}
                    point={() => setAt(index)}
                    choose={() => choose(entry)}
                  />
                )
              })}
            </div>
          ),
        )}
        {found.length === 0 && <p>{t('palette.none')}</p>}
      </div>
      <div className="palette-foot">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('palette.move')} <kbd>↵</kbd> {t('palette.run')}
        <span className="sr-only" role="status">
          {t('palette.results', { count: found.length })}
        </span>
      </div>
    </Modal>
  )
}
