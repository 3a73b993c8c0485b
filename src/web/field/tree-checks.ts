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

/** What a search leaves: each match with the way to it and what is below it; “delete” alone would not say of what. */
export const foundLines = (lines: readonly Line[], matches: (option: Option) => boolean): { lines: Line[]; found: number[] } => {
  const kept = new Set<Line>()
  const found: number[] = []
  const way: Line[] = []
  let within = Infinity
  for (const line of lines) {
    way.length = line.depth
    way.push(line)
    if (line.depth <= within) within = matches(line.option) ? line.depth : Infinity
    if (line.depth < within) continue
    found.push(idOf(line.option))
    for (const step of way) kept.add(step)
  }
  return { lines: lines.filter((line) => kept.has(line)), found }
}

/** The nodes above one, from the top: what tells two of the same name apart. */
export const wayTo = (options: readonly Option[], { parentId }: Option): string => {
  const above: string[] = []
  let at = options.find((o) => idOf(o) === parentId)
  while (at && !above.includes(at.label) && above.length < 20) {
    above.unshift(at.label)
    const { parentId: next } = at
    at = options.find((o) => idOf(o) === next)
  }
  return above.join(' / ')
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

/** Flips a node with everything below it. */
export const flipCheck = (options: readonly Option[], stored: ReadonlySet<number>, id: number): Set<number> =>
  putChecks(options, stored, branchOf(options, id), deriveChecks(options, stored).get(id) !== 'on')

/** Checks or clears these, and settles the ancestors of each: with a stored child they are stored, without they go. */
export const putChecks = (options: readonly Option[], stored: ReadonlySet<number>, ids: readonly number[], on: boolean): Set<number> => {
  const byId = new Map(options.map((o) => [idOf(o), o]))
  const children = childrenOf(options)
  const next = new Set(stored)
  const put = new Set(ids)
  for (const id of put) {
    if (byId.get(id)?.disabled) continue
    if (on) next.add(id)
    else next.delete(id)
  }
  for (const id of put) {
    const seen = new Set<number>([id])
    for (let at = byId.get(id)?.parentId; at != null && byId.has(at) && !seen.has(at); at = byId.get(at)!.parentId) {
      seen.add(at)
      if (put.has(at)) continue
      if ((children.get(at) ?? []).some((o) => next.has(idOf(o)))) next.add(at)
      else next.delete(at)
    }
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
