import type { ReactNode } from 'react'

/** What people and locks have said has a sign of its own; what rules found is the corner. */
const SIGNS: Readonly<Record<string, string>> = { query: '?', answered: '↩', vanished: '∅', verified: '✓', locked: '▣' }
/** A cell has room for so many; that there are more is said by a plus. */
const MOST = 2

export const signsOf = (kinds: readonly string[]): { corner: boolean; sign: string } => {
  const found = kinds.some((kind) => !(kind in SIGNS))
  const signs = kinds.flatMap((kind) => SIGNS[kind] ?? [])
  const room = MOST - Number(found)
  return { corner: found, sign: signs.slice(0, room).join('') + (signs.length > room ? '+' : '') }
}

/** Marks on a cell, and what they mean in words for whoever cannot see them or asks. */
export const Marked = ({ kinds, words, children }: { kinds: readonly string[]; words: readonly string[]; children: ReactNode }) => {
  const { corner, sign } = signsOf(kinds)
  return (
    <span className="cell-marked" title={words.join(' · ')} data-corner={corner || undefined} data-sign={sign || undefined}>
      {children}
      <span className="sr-only">{words.join(', ')}</span>
    </span>
  )
}
