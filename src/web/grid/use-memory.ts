import { useState } from 'react'
import { type ColumnMemory, emptyMemory, readMemory, saveMemory, withVisible, withWidth } from './memory.ts'

export const useColumnMemory = (tableId: string) => {
  const [memory, setMemory] = useState<ColumnMemory>(() => readMemory(tableId))
  const change = (next: ColumnMemory) => {
    setMemory(next)
    saveMemory(tableId, next)
  }
  return {
    memory,
    setWidth: (id: string, px: number) => change(withWidth(memory, id, px)),
    setVisible: (id: string, byDefault: boolean, visible: boolean) => change(withVisible(memory, id, byDefault, visible)),
    reset: () => change(emptyMemory),
  }
}
