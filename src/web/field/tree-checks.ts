import type { Option } from '#kernel'

type Line = { option: Option; depth: number }
const idOf = (option: Option): number => Number(option.value)

const childrenOf = (options: readonly Option[]): Map<number | null, Option[]> => {
  const ids = new Set(options.map(idOf))
  const map = new Map<number | null, Option[]>()
  for (const option of options) {
    const parent = option.parentId != null && ids.has(option.parentId) && option.parentId !== idOf(option) ? option.parentId : null
    map.set(parent, [...(map.get(parent) ?? []), option])
  }
  return map
}

/** Options in the order of the tree, each with its depth. */
export const treeOrder = (options: readonly Option[]): Line[] => {
  const children = childrenOf(options)
  const lines: Line[] = []
  const walk = (parent: number | null, depth: number): void => {
    for (const option of children.get(parent) ?? []) {
      lines.push({ option, depth })
      walk(idOf(option), depth + 1)
    }
  }
  walk(null, 0)
  return lines
}

/** Lines that are not inside a closed branch. */
export const openLines = (lines: readonly Line[], closed: ReadonlySet<number>): Line[] => {
  let hidden = Infinity
  return lines.filter(({ option, depth }) => {
    if (depth > hidden) return false
    hidden = closed.has(idOf(option)) ? depth : Infinity
    return true
  })
}

/** A node and everything below it. */
export const branchOf = (options: readonly Option[], id: number): number[] => {
  const children = childrenOf(options)
  const walk = (at: number): number[] => [at, ...(children.get(at) ?? []).flatMap((o) => walk(idOf(o)))]
  return walk(id)
}

export type Check = 'on' | 'half' | 'off'

/**
 * Stored is every checked leaf together with its ancestors. A node is on when everything below it is stored, half when it is
 * stored itself without that: a menu that got a new button yesterday is half, not suddenly everything and not nothing.
 */
export const deriveChecks = (options: readonly Option[], stored: ReadonlySet<number>): Map<number, Check> => {
  const children = childrenOf(options)
  const checks = new Map<number, Check>()
  const visit = (option: Option): Check => {
    const id = idOf(option)
    const below = (children.get(id) ?? []).map(visit)
    const check: Check =
      below.length === 0
        ? stored.has(id)
          ? 'on'
          : 'off'
        : below.every((c) => c === 'on')
          ? 'on'
          : below.some((c) => c !== 'off') || stored.has(id)
            ? 'half'
            : 'off'
    checks.set(id, check)
    return check
  }
  for (const root of children.get(null) ?? []) visit(root)
  return checks
}

/** Flips a node with everything below it, and settles its ancestors: with a stored child they are stored, without they go. */
export const flipCheck = (options: readonly Option[], stored: ReadonlySet<number>, id: number): Set<number> => {
  const byId = new Map(options.map((o) => [idOf(o), o]))
  const children = childrenOf(options)
  const next = new Set(stored)
  const on = deriveChecks(options, stored).get(id) !== 'on'
  for (const key of branchOf(options, id)) {
    if (byId.get(key)?.disabled) continue
    if (on) next.add(key)
    else next.delete(key)
  }
  const seen = new Set<number>([id])
  for (let at = byId.get(id)?.parentId; at != null && byId.has(at) && !seen.has(at); at = byId.get(at)!.parentId) {
    seen.add(at)
    if ((children.get(at) ?? []).some((o) => next.has(idOf(o)))) next.add(at)
    else next.delete(at)
  }
  return next
}

/** Makes a stored set whole: ancestors of what is stored, in the order of the options. Ids that are not offered stay as they are. */
export const closedSet = (options: readonly Option[], stored: ReadonlySet<number>): number[] => {
  const byId = new Map(options.map((o) => [idOf(o), o]))
  const whole = new Set(stored)
  for (const id of stored)
    for (let at = byId.get(id)?.parentId; at != null && byId.has(at) && !whole.has(at); at = byId.get(at)!.parentId) whole.add(at)
  return [...whole].toSorted((a, b) => a - b)
}
