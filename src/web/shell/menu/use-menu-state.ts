import { useState } from 'react'
import { useLocation } from 'react-router'
import { type MenuNode, recordAt, trailTo, useMenu, visibleMenu } from '../../state/menu.ts'
import { keyOf } from './menu-items.tsx'

export type MenuTrail = { nodes: MenuNode[]; trail: string[]; selected: string[] }

/** The visible menu and the way to the page that is open. */
export const useMenuTrail = (): MenuTrail => {
  const all = useMenu((s) => s.nodes)
  const { pathname } = useLocation()
  const nodes = visibleMenu(all)
  const own = trailTo(nodes, pathname)
  const trail = (own.length ? own : trailTo(nodes, recordAt(pathname)?.list ?? '')).map(keyOf)
  return { nodes, trail, selected: trail.slice(-1) }
}

const parentsOf = (nodes: readonly MenuNode[], key: string, above: string[] = []): string[] => {
  for (const node of nodes) {
    if (keyOf(node) === key) return above
    const found = parentsOf(node.children ?? [], key, [...above, keyOf(node)])
    if (found.length) return found
  }
  return []
}

/** Which directories are open: the page's own always unfolds; with unique-opened, a new one closes its siblings. */
export const useOpenKeys = ({ nodes, trail }: MenuTrail, unique: boolean): [string[], (keys: string[]) => void] => {
  const directories = trail.slice(0, -1)
  const [open, setOpen] = useState<string[]>(directories)
  const [followed, setFollowed] = useState(trail.join())
  if (followed !== trail.join()) {
    setFollowed(trail.join())
    setOpen(unique ? directories : [...new Set([...open, ...directories])])
  }
  const change = (keys: string[]): void => {
    const added = keys.find((k) => !open.includes(k))
    setOpen(unique && added ? [...parentsOf(nodes, added), added] : keys)
  }
  return [open, change]
}
