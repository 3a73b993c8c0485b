import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** A list of millions of rows would never reach the printer; whoever needs more exports. */
export const PAPER_ROWS = 2000

/** True while the page is being printed. The browser takes its picture when `beforeprint` returns: what is drawn later is not on the paper. */
export const usePaper = (): boolean => {
  const [paper, setPaper] = useState(() => window.matchMedia('print').matches)
  useEffect(() => {
    const media = window.matchMedia('print')
    const before = () => flushSync(() => setPaper(true))
    const read = () => setPaper(media.matches)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', read)
    media.addEventListener('change', read)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', read)
      media.removeEventListener('change', read)
    }
  }, [])
  return paper
}
