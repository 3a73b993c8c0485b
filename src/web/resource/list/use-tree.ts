import { useMemo, useState } from 'react'
import type { RowData } from '../../field/view.ts'
import { allNodes, buildTree, findNode, flatItems, type GridItem, openItems } from '../../grid/item.ts'

/** A small tree starts open, a large one closed; while something is searched for everything is open, or hits would hide. */
const OPEN_UP_TO = 60

type Folding = { all: boolean | null; single: ReadonlyMap<number, boolean> }
const untouched: Folding = { all: null, single: new Map() }

export const useTree = (rows: readonly RowData[], isTree: boolean, searching: boolean) => {
  const [folding, setFolding] = useState<Folding>(untouched)
  const roots = useMemo(() => (isTree ? buildTree(rows) : []), [rows, isTree])
  const byDefault = searching || rows.length <= OPEN_UP_TO
  const items: GridItem<RowData>[] = useMemo(
    () => (isTree ? openItems(roots, (key) => folding.single.get(key) ?? folding.all ?? byDefault) : flatItems(rows)),
    [roots, rows, isTree, folding, byDefault],
  )
  const isOpen = (key: number): boolean => folding.single.get(key) ?? folding.all ?? byDefault
  return {
    items,
    isOpen,
    toggle: (key: number) => setFolding({ ...folding, single: new Map(folding.single).set(key, !isOpen(key)) }),
    allOpen: folding.all ?? byDefault,
    openAll: (all: boolean) => setFolding({ all, single: new Map() }),
    below: (key: number): number[] => (isTree ? allNodes(findNode(roots, key)?.children ?? []).map((n) => n.key) : []),
  }
}
