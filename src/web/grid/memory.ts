import { clampWidth } from './column.ts'

/** What a person arranged in one table; kept in local storage under the table's id. */
export type ColumnMemory = { width: Record<string, number>; hidden: string[]; shown: string[] }
export const emptyMemory: ColumnMemory = { width: {}, hidden: [], shown: [] }

export const memoryKey = (tableId: string): string => `table.${tableId}`

const names = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x): x is string => typeof x === 'string') : [])

/** Written by an older version or by hand: what cannot be read is forgotten, a list must still open. */
export const parseMemory = (text: string | null): ColumnMemory => {
  try {
    const raw = JSON.parse(text ?? '{}') as Partial<Record<keyof ColumnMemory, unknown>> | null
    const width = Object.entries((raw?.width ?? {}) as Record<string, unknown>).flatMap(([id, w]) =>
      typeof w === 'number' ? [[id, clampWidth(w)] as const] : [],
    )
    return { width: Object.fromEntries(width), hidden: names(raw?.hidden), shown: names(raw?.shown) }
  } catch {
    return emptyMemory
  }
}

export const readMemory = (tableId: string): ColumnMemory => parseMemory(localStorage.getItem(memoryKey(tableId)))

export const saveMemory = (tableId: string, memory: ColumnMemory): void => {
  const blank = !Object.keys(memory.width).length && !memory.hidden.length && !memory.shown.length
  try {
    if (blank) localStorage.removeItem(memoryKey(tableId))
    else localStorage.setItem(memoryKey(tableId), JSON.stringify(memory))
  } catch (error) {
    console.warn('[grid] columns not saved', tableId, error)
  }
}

/** Columns of the definition are on until hidden; further columns are off until shown. */
export const isVisible = (memory: ColumnMemory, id: string, byDefault: boolean): boolean =>
  byDefault ? !memory.hidden.includes(id) : memory.shown.includes(id)

export const withVisible = (memory: ColumnMemory, id: string, byDefault: boolean, visible: boolean): ColumnMemory => {
  const without = (list: string[]) => list.filter((x) => x !== id)
  const hidden = byDefault && !visible ? [...without(memory.hidden), id] : without(memory.hidden)
  const shown = !byDefault && visible ? [...without(memory.shown), id] : without(memory.shown)
  return { ...memory, hidden, shown }
}

export const withWidth = (memory: ColumnMemory, id: string, px: number): ColumnMemory => ({
  ...memory,
  width: { ...memory.width, [id]: clampWidth(px) },
})
