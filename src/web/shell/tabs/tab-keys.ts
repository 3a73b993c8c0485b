import type { KeyboardEvent } from 'react'
import { closeTab } from '../../navigation/tab-actions.ts'
import { useTabs } from '../../state/tabs.ts'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at, last) => (at > 0 ? at - 1 : last),
  ArrowRight: (at, last) => (at < last ? at + 1 : 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** One stop for the Tab key, however many tabs are open: arrows move between them, Delete closes, as the cross does: not what is pinned. */
export const pressTabKey = (event: KeyboardEvent<HTMLElement>): void => {
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('.tab-name')]
  const at = names.indexOf(event.target as HTMLElement)
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const step = STEPS[event.key]
  if (step) names[step(at, names.length - 1)]?.focus()
  else if (event.key === 'Delete' && names.length > 1) {
    const path = names[at]?.closest<HTMLElement>('.tab')?.dataset['path']
    if (!path || useTabs.getState().tabsView.some((tab) => tab.path === path && tab.pinned)) return
    ;(names[at + 1] ?? names[at - 1])?.focus()
    closeTab(path)
  } else return
  event.preventDefault()
}
