import type { MouseEvent } from 'react'
import { activateTab } from '../../navigation/tab-actions.ts'

/** Back to a page that may be open already: with its filters, as it was left. */
export const followTab = (event: MouseEvent, to: string): void => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  activateTab(to)
}
