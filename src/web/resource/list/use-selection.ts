import { useState } from 'react'
import type { RowData } from '../../field/view.ts'
import type { Selection } from '../../grid/selection.ts'

/** What is chosen, with the rows as they were seen: those too that are no longer on screen. */
export const useSelection = (here: () => readonly RowData[]) => {
  const [seen, setSeen] = useState<ReadonlyMap<number, RowData | undefined>>(new Map())
  const selection: Selection = new Set(seen.keys())
  const fresh = (): ReadonlyMap<number, RowData> => new Map(seen.size > 0 ? here().map((row) => [row.id, row]) : [])
  return {
    selection,
    /** As they are now where they are on screen. */
    chosen: (): RowData[] => {
      const now = fresh()
      return [...seen].flatMap(([id, row]) => now.get(id) ?? row ?? [])
    },
    select: (next: Selection) => {
      const now = new Map(here().map((row) => [row.id, row]))
      setSeen((old) => new Map([...next].map((id) => [id, now.get(id) ?? old.get(id)])))
    },
    deselect: (ids: readonly number[]) => setSeen((old) => new Map([...old].filter(([id]) => !ids.includes(id)))),
    clear: () => setSeen(new Map()),
  }
}
