import { useState } from 'react'
import {
  type Arrangement,
  arrangementOf,
  asDefined,
  type ColumnMemory,
  readMemory,
  saveMemory,
  withMoved,
  withPinned,
  withVisible,
  withWidth,
} from './memory.ts'

/** An arrangement that lies over what is remembered: that of a saved view. */
export type Overlay = { key: number; arrangement: Arrangement }

export const useColumnMemory = (tableId: string, over: Overlay | null = null) => {
  const [stored, setStored] = useState<ColumnMemory>(() => readMemory(tableId))
  const [changed, setChanged] = useState<Overlay | null>(null)
  const lying = over && (changed?.key === over.key ? changed : over)
  const memory: ColumnMemory = lying ? { ...stored, ...lying.arrangement } : stored
  const keep = (next: ColumnMemory) => {
    setStored(next)
    saveMemory(tableId, next)
  }
  // What is changed in a saved view stays its own until somebody saves it; widths are the person's.
  const arrange = (next: ColumnMemory) => (over ? setChanged({ key: over.key, arrangement: arrangementOf(next) }) : keep(next))
  return {
    memory,
    /** A saved view that is no longer shown as it was saved. */
    isChanged: changed !== null && changed.key === over?.key,
    setWidth: (id: string, px: number) => keep(withWidth(stored, id, px)),
    setVisible: (id: string, byDefault: boolean, visible: boolean) => arrange(withVisible(memory, id, byDefault, visible)),
    move: (ids: readonly string[], id: string, step: 1 | -1) => arrange(withMoved(memory, ids, id, step)),
    pin: (id: string, on: boolean) => arrange(withPinned(memory, id, on)),
    reset: () => (over ? setChanged(null) : keep({ width: {}, ...asDefined })),
    /** The view was saved as it is shown. */
    settle: () => setChanged(null),
  }
}
