import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useTabs } from '../state/tabs.ts'
import { isDialogOpen } from '../ui/dialog-open.ts'
import { usePanels } from './panels.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Ctrl+K opens the palette from anywhere, also from inside a field; ? shows the keys; Escape leaves the full screen. */
export const useShortcuts = (): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        // At once: the next key would still reach the field that somebody was writing in.
        flushSync(() => usePanels.getState().open('palette'))
      } else if (event.key === '?' && !event.ctrlKey && !event.altKey && !event.metaKey && !isTyping(event.target) && !isDialogOpen()) {
        event.preventDefault()
        usePanels.getState().open('keys')
      } else if (event.key === 'Escape' && !event.defaultPrevented && !isDialogOpen()) {
        if (useTabs.getState().tabFullScreen) useTabs.getState().setFullScreen(false)
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
