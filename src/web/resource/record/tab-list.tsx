import { useEffect, useRef } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { useText } from '../../i18n/index.ts'
import { isDialogOpen } from '../../ui/dialog-open.ts'
import { useResource } from '../context.ts'
import type { RecordTab } from './record-tabs.ts'
import { useKeyGroup } from '../../state/keys.ts'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at, last) => (at > 0 ? at - 1 : last),
  ArrowRight: (at, last) => (at < last ? at + 1 : 0),
  Home: () => 0,
  End: (_, last) => last,
}

type Props = {
  tabs: readonly RecordTab[]
  current: string
  /** Walking with the keys leaves no trail in the history. */ onChoose(key: string, replace: boolean): void
}

/** One stop for the Tab key; arrows walk over the tabs. */
export const TabList = ({ tabs, current, onChoose }: Props) => {
  const t = useText('record')
  const { words } = useResource()
  const list = useRef<HTMLDivElement>(null)
  useKeyGroup('record')
  const walk = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>): void => {
    const step = STEPS[event.key]
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const at = step(
      tabs.findIndex((tab) => tab.key === current),
      tabs.length - 1,
    )
    onChoose(tabs[at]!.key, true)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
  }
  const latest = useRef(walk)
  useEffect(() => {
    latest.current = walk
  })
  // The list that was left took the focus with it: the keys work before anything here has it.
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.target === document.body && event.key.startsWith('Arrow') && !isDialogOpen()) latest.current(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <div ref={list} className="record-tabs" role="tablist" aria-label={t('parts')} tabIndex={-1} onKeyDown={walk}>
      {tabs.map(({ key, title, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`tab-${key}`}
          aria-selected={key === current}
          aria-controls={`panel-${key}`}
          tabIndex={key === current ? 0 : -1}
          onClick={() => onChoose(key, false)}
        >
          {title}
          {count !== undefined && <small>{formatNumber(count, words.lang)}</small>}
        </button>
      ))}
    </div>
  )
}
