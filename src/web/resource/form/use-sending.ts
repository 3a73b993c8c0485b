import { useEffect, useRef, useState } from 'react'

/** While a form is sent nothing can be typed that would be lost with the answer; afterwards the focus is where it was. */
export const useSending = () => {
  const [sending, setSending] = useState(false)
  const held = useRef<Element | null>(null)
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    held.current = document.activeElement
    setSending(true)
    try {
      return await work()
    } finally {
      setSending(false)
    }
  }
  // An effect and not the next frame: on a busy machine that comes while the form still holds still.
  useEffect(() => {
    if (sending) return
    const back = held.current
    held.current = null
    // It fell to the page, or to the drawer around the form; whoever went elsewhere meanwhile stays there.
    if (back instanceof HTMLElement && document.activeElement?.contains(back)) back.focus({ preventScroll: true })
  }, [sending])
  return { sending, during }
}
