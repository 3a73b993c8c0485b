import type { KeyboardEvent } from 'react'
import { type Position, positionAfter } from './focus.ts'

export type GridKeys = {
  position: Position
  rows: number
  columns: number
  page: number
  /** Column index of the first data column. */
  first: number
  /** Of the focused row: true open, false closed, null no children. */
  open: boolean | null
  /** Whether keys that are a letter alone do something: whoever dictates switches them off. */
  letters: boolean
  go(position: Position): void
  select?: (() => void) | undefined
  selectAll?: (() => void) | undefined
  enter?: (() => void) | undefined
  toggle?: (() => void) | undefined
  move?: ((step: 1 | -1) => void) | undefined
  /** J and K go from flag to flag instead of from row to row. */
  walk?: ((step: 1 | -1) => void) | undefined
}

/** Keys typed into a widget inside a cell belong to the widget; arrows leave it only where it has no use for them. */
const ownsKey = (target: HTMLElement, key: string): boolean => {
  if (target.closest('textarea, select, [contenteditable="true"], input:not([type="checkbox"])')) return true
  return (key === 'Enter' || key === ' ') && target.closest('button, a, input, [role="switch"]') !== null
}

const command = (event: KeyboardEvent, k: GridKeys): (() => void) | null | undefined => {
  const { key } = event
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null
  if (event.altKey) return step && k.move ? () => k.move?.(step) : null
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') return k.selectAll
  if (key === ' ' && k.position.row >= 0) return k.select
  if (key === 'Enter' && k.position.row >= 0) return k.enter
  if (k.toggle && k.position.column === k.first && ((key === 'ArrowRight' && k.open === false) || (key === 'ArrowLeft' && k.open === true)))
    return k.toggle
  if (!k.letters && /^[a-z]$/i.test(key)) return null
  const along = /^j$/i.test(key) ? 1 : /^k$/i.test(key) ? -1 : null
  if (along && k.walk && !event.ctrlKey && !event.metaKey) return () => k.walk?.(along)
  const next = positionAfter(key, event.ctrlKey || event.metaKey, k.position, k)
  return next && (() => k.go(next))
}

export const handleKey = (event: KeyboardEvent, keys: GridKeys): void => {
  if (event.defaultPrevented || ownsKey(event.target as HTMLElement, event.key)) return
  const run = command(event, keys)
  if (!run) return
  event.preventDefault()
  run()
}
