import { useEffect, useMemo, useRef } from 'react'
import { useConfig } from '#web/state/config.ts'
import { useOwnKeys } from '#web/state/keys.ts'
import { isDialogOpen } from '#web/ui/dialog-open.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** A letter about the value that has the focus; `run` is null where there is none. Where somebody types it wants Alt: the letter itself is theirs. */
export const useFieldKey = (letter: 'Q' | 'V', title: string, name: string, run: (() => void) | null): void => {
  const letters = useConfig((s) => s.layout.letters)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const isOn = run !== null
  useOwnKeys(useMemo(() => ({ title, keys: isOn ? [{ name, key: `${letter} / Alt ${letter}` }] : [] }), [isOn, title, name, letter]))
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent): void => {
      if (event.code !== `Key${letter}` || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      if (!event.altKey && (!letters || isTyping(event.target))) return
      if (isDialogOpen()) return
      event.preventDefault()
      latest.current?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn, letter, letters])
}
