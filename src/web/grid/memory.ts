import { clampWidth } from './column.ts'

/** What a person arranged in one table; kept in local storage under the table's id. */
export type ColumnMemory = { width: Record<string, number> } & Arrangement
/** Which columns there are, in which order, and which stay in place. */
export type Arrangement = { hidden: string[]; shown: string[]; order: string[]; pinned: string[] }
export const asDefined: Arrangement = { hidden: [], shown: [], order: [], pinned: [] }
export const emptyMemory: ColumnMemory = { width: {}, ...asDefined }

export const memoryKey = (tableId: string): string => `table.${tableId}`

const names = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x): x is string => typeof x === 'string') : [])

/** Written by an older version or by hand: what cannot be read is forgotten, a list must still open. */
export const parseMemory = (text: string | null): ColumnMemory => {
  try {
    const raw = JSON.parse(text ?? '{}') as Partial<Record<keyof ColumnMemory, unknown>> | null
    const width = Object.entries((raw?.width ?? {}) as Record<string, unknown>).flatMap(([id, w]) =>
      typeof w === 'number' ? [[id, clampWidth(w)] as const] : [],
    )
    const [hidden, shown, order, pinned] = [raw?.hidden, raw?.shown, raw?.order, raw?.pinned].map(names)
    return { width: Object.fromEntries(width), hidden: hidden ?? [], shown: shown ?? [], order: order ?? [], pinned: pinned ?? [] }
  } catch {
    return emptyMemory
  }
}

export const readMemory = (tableId: string): ColumnMemory => parseMemory(localStorage.getItem(memoryKey(tableId)))

export const saveMemory = (tableId: string, memory: ColumnMemory): void => {
  const blank = !Object.keys(memory.width).length && Object.values(arrangementOf(memory)).every((list) => list.length === 0)
  try {
    if (blank) localStorage.removeItem(memoryKey(tableId))
    else localStorage.setItem(memoryKey(tableId), JSON.stringify(memory))
  } catch (error) {
    console.warn('[grid] columns not saved', tableId, error)
  }
}

/** Columns of the definition are on until hidden; further columns are off until shown. */
export const isVisible = (memory: Pick<Arrangement, 'hidden' | 'shown'>, id: string, byDefault: boolean): boolean =>
  byDefault ? !memory.hidden.includes(id) : memory.shown.includes(id)

export const withVisible = <M extends Arrangement>(memory: M, id: string, byDefault: boolean, visible: boolean): M => {
  const without = (list: string[]) => list.filter((x) => x !== id)
  const hidden = byDefault && !visible ? [...without(memory.hidden), id] : without(memory.hidden)
  const shown = !byDefault && visible ? [...without(memory.shown), id] : without(memory.shown)
  return { ...memory, hidden, shown }
}

export const arrangementOf = ({ hidden, shown, order, pinned }: Arrangement): Arrangement => ({ hidden, shown, order, pinned })

/** In the person's order: pinned ones first; what they never placed stands where the definition has it, behind its neighbour. */
export const inOrder = (ids: readonly string[], { order, pinned }: Pick<Arrangement, 'order' | 'pinned'>): string[] => {
  const placed = order.filter((id) => ids.includes(id))
  for (const [i, id] of ids.entries()) {
    if (placed.includes(id)) continue
    const before = ids[i - 1]
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, id)
  }
  return [...placed.filter((id) => pinned.includes(id)), ...placed.filter((id) => !pinned.includes(id))]
}

/** One place up or down among those of the same kind: pinned ones stay among pinned ones. */
export const withMoved = <M extends Arrangement>(memory: M, ids: readonly string[], id: string, step: 1 | -1): M => {
  const order = inOrder(ids, memory)
  const at = order.indexOf(id)
  const other = order[at + step]
  if (other === undefined || memory.pinned.includes(other) !== memory.pinned.includes(id)) return memory
  return { ...memory, order: order.with(at, other).with(at + step, id) }
}

export const withPinned = <M extends Arrangement>(memory: M, id: string, on: boolean): M => ({
  ...memory,
  pinned: on ? [...memory.pinned.filter((x) => x !== id), id] : memory.pinned.filter((x) => x !== id),
})

export const withWidth = (memory: ColumnMemory, id: string, px: number): ColumnMemory => ({
  ...memory,
  width: { ...memory.width, [id]: clampWidth(px) },
})
