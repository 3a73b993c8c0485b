import { useState } from 'react'

/** While a form is sent nothing can be typed that would be lost with the answer; afterwards the focus is where it was. */
export const useSending = () => {
  const [sending, setSending] = useState(false)
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    const held = document.activeElement
    setSending(true)
    try {
      return await work()
    } finally {
      setSending(false)
      requestAnimationFrame(() => {
        // It fell to the page, or to the drawer around the form; whoever went elsewhere meanwhile stays there.
        if (held instanceof HTMLElement && document.activeElement?.contains(held)) held.focus({ preventScroll: true })
      })
    }
  }
  return { sending, during }
}
