import { useEffect, useState } from 'react'

const PAUSE = 250

/** What is typed into a search, once the typing pauses: one question for a word, not one for each letter. */
export const useTypedText = (typed: string): string => {
  const text = typed.trim()
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    // Nothing to look for: what was there before comes back at once.
    const timer = setTimeout(setAsked, text === '' ? 0 : PAUSE, text)
    return () => clearTimeout(timer)
  }, [text])
  return asked
}
