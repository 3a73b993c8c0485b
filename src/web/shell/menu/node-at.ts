import { matchPath } from 'react-router'
import { addressOf, flatten, type MenuNode } from '../../state/menu.ts'

/** Plain addresses first; a page with parameters in its path matches by its pattern. */
export const nodeAt = (nodes: readonly MenuNode[], path: string): MenuNode | undefined => {
  const pages = flatten(nodes).filter((n) => n.type === 'menu' && n.menu_type !== 'link')
  return pages.find((n) => addressOf(n) === path) ?? pages.find((n) => n.path.includes(':') && matchPath(addressOf(n), path))
}
