import { useState } from 'react'
import type { RowData } from '../../field/view.ts'

/**
 * The record as its form on a page was opened, and the key of that form. What comes anew while somebody types (another's change, the other
 * language) would wipe it: it waits until nothing is typed, and a save merges it. `lang`: of its labels.
 */
export const useOpened = <R extends RowData | null | undefined>(row: R, isTyped: boolean, lang = '') => {
  const [opened, setOpened] = useState({ row, lang, turn: 0 })
  const begin = (next: R) => setOpened(({ turn }) => ({ row: next, lang, turn: turn + 1 }))
  const isSame = opened.row?.id === row?.id && opened.row?.version === row?.version && opened.lang === lang
  if (!isSame && !isTyped) begin(row)
  return { opened: opened.row, turn: opened.turn, begin }
}
