import { useEffect, useRef } from 'react'
import { isDialogOpen } from '../../ui/dialog-open.ts'
import { useTabs } from '../../state/tabs.ts'

const ownsEscape = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"], [popover]') !== null

/** Escape leads back, unless something nearer wants it: a dialog, a field, an open menu, the full screen. */
export const useEscape = (leave: () => void): void => {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    // A menu that Escape closes is closed by the time the key comes up: what was open is asked before.
    let wasOpen = false
    const before = (): void => {
      wasOpen = isDialogOpen()
    }
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || wasOpen || ownsEscape(event.target)) return
      if (!useTabs.getState().tabFullScreen) latest.current()
    }
    window.addEventListener('keydown', before, true)
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', before, true)
      window.removeEventListener('keydown', press)
    }
  }, [])
}
