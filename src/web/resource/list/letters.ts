import { type KeyboardEvent, type RefObject, useMemo } from 'react'
import type { RowData } from '../../field/view.ts'
import type { Lines } from '../../grid/lines.ts'
import { useConfig } from '../../state/config.ts'
import { type OwnKeys, useOwnKeys } from '../../state/keys.ts'
import { useResource } from '../context.ts'

/** In a cell, not in a box that is typed into. */
export const isInGrid = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('[role=grid]') !== null && !target.matches('input:not([type=checkbox]), textarea, select')

const PLACES: Readonly<Record<string, string>> = { '/': '.quick-search input', f: '.filter-bar button' }

type Setup = {
  panel: RefObject<HTMLElement | null>
  lines: Lines<RowData>
  chosen: readonly RowData[]
  isIdle: boolean
  run(action: string, rows: readonly RowData[]): void
}

/**
 * Letters that act while a row has the focus, and only then: somebody who dictates or types elsewhere sets nothing off.
 * What is chosen is meant, without a choice the row itself.
 */
export const useLetters = ({ panel, lines, chosen, isIdle, run }: Setup): ((event: KeyboardEvent) => void) => {
  const { resource, words, half, may } = useResource()
  const letters = useMemo(
    () => Object.entries(half.rowActions ?? {}).flatMap(([action, { key }]) => (key && may(action) ? [{ action, key }] : [])),
    [half, may],
  )
  const own = useMemo(
    (): OwnKeys => ({ title: words.title, keys: letters.map(({ action, key }) => ({ name: words.action(action), key })) }),
    [letters, words],
  )
  useOwnKeys(own)
  const isOn = useConfig((s) => s.layout.letters)
  return (event) => {
    if (!isOn) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !isInGrid(event.target)) return
    const item = lines.at(Number(event.target.closest<HTMLElement>('[data-r]')?.dataset['r'] ?? -1))
    if (!item) return
    const pressed = event.key.toLowerCase()
    const place = PLACES[pressed]
    const found = letters.find(({ key }) => key.toLowerCase() === pressed)
    if (place !== undefined) {
      event.preventDefault()
      panel.current?.querySelector<HTMLElement>(place)?.focus()
    } else if (found && isIdle && resource.actions[found.action]) {
      event.preventDefault()
      run(found.action, chosen.length > 0 ? chosen : [item.row])
    }
  }
}
