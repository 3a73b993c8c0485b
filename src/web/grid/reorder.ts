import type { GridItem } from './item.ts'

export type Move = { id: number; targetId: number }

/** Only siblings trade places: a row carried into another branch would change its parent without anybody saying so. */
export const mayMove = (items: readonly Pick<GridItem<unknown>, 'key' | 'parent'>[], move: Move): boolean => {
  const a = items.find((i) => i.key === move.id)
  const b = items.find((i) => i.key === move.targetId)
  return a !== undefined && b !== undefined && a.key !== b.key && a.parent === b.parent
}

/** The sibling above (−1) or below (+1), for moving by keyboard. */
export const neighbour = (items: readonly Pick<GridItem<unknown>, 'key' | 'parent'>[], key: number, step: 1 | -1): number | null => {
  const self = items.find((i) => i.key === key)
  const siblings = items.filter((i) => i.parent === self?.parent)
  return siblings[siblings.findIndex((i) => i.key === key) + step]?.key ?? null
}

/** `id` takes the place of `targetId`, the rest shifts: what the server will answer, shown before it does. */
export const reordered = <T extends { id: number }>(rows: readonly T[], { id, targetId }: Move): T[] => {
  const from = rows.findIndex((r) => r.id === id)
  const to = rows.findIndex((r) => r.id === targetId)
  const next = [...rows]
  if (from < 0 || to < 0) return next
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
