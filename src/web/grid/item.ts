/** One line of the grid. In a flat list depth is 0 and the parent null. */
export type GridItem<Row> = { key: number; row: Row; depth: number; parent: number | null; children: number }
export type Node<Row> = { key: number; row: Row; parent: number | null; children: Node<Row>[] }
type Keyed = { id: number; parentId?: number | null }

export const flatItems = <Row extends Keyed>(rows: readonly Row[]): GridItem<Row>[] =>
  rows.map((row) => ({ key: row.id, row, depth: 0, parent: null, children: 0 }))

/**
 * Rows keep their order among siblings. A row whose parent is not in the list (filtered out, outside the scope) becomes a root,
 * and so does one member of a ring: neither may vanish from the screen.
 */
export const buildTree = <Row extends Keyed>(rows: readonly Row[]): Node<Row>[] => {
  const nodes = new Map<number, Node<Row>>(rows.map((row) => [row.id, { key: row.id, row, parent: null, children: [] }]))
  const roots: Node<Row>[] = []
  /** The smallest id of the ring that leads from a row back to itself. */
  const ringOf = (id: number): number | null => {
    const path = [id]
    for (let at = nodes.get(id)?.row.parentId; at != null && nodes.has(at); at = nodes.get(at)!.row.parentId) {
      if (at === id) return Math.min(...path)
      if (path.includes(at)) return null
      path.push(at)
    }
    return null
  }
  for (const node of nodes.values()) {
    const parent = node.row.parentId == null ? undefined : nodes.get(node.row.parentId)
    if (!parent || ringOf(node.key) === node.key) roots.push(node)
    else {
      node.parent = parent.key
      parent.children.push(node)
    }
  }
  return roots
}

/** The visible lines: children only below an open parent. */
export const openItems = <Row>(roots: readonly Node<Row>[], isOpen: (key: number) => boolean): GridItem<Row>[] => {
  const items: GridItem<Row>[] = []
  const walk = (nodes: readonly Node<Row>[], depth: number): void => {
    for (const { key, row, parent, children } of nodes) {
      items.push({ key, row, depth, parent, children: children.length })
      if (children.length && isOpen(key)) walk(children, depth + 1)
    }
  }
  walk(roots, 0)
  return items
}

export const allNodes = <Row>(roots: readonly Node<Row>[]): Node<Row>[] => roots.flatMap((n) => [n, ...allNodes(n.children)])
export const findNode = <Row>(roots: readonly Node<Row>[], key: number): Node<Row> | undefined => allNodes(roots).find((n) => n.key === key)
