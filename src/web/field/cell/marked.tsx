import type { ReactNode } from 'react'

/** A corner on a cell, and what it means in words for whoever cannot see it or asks. */
export const Marked = ({ words, children }: { words: readonly string[]; children: ReactNode }) => (
  <span className="cell-marked" title={words.join(' · ')}>
    {children}
    <span className="sr-only">{words.join(', ')}</span>
  </span>
)
