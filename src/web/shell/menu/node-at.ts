import { matchPath } from 'react-router'
import { addressOf, flatten, isResource, type MenuNode, recordAt } from '../../state/menu.ts'

/** Plain addresses first; a page with parameters in its path matches by its pattern, that of a record belongs to its list. */
export const nodeAt = (nodes: readonly MenuNode[], path: string): MenuNode | undefined => {
  const pages = flatten(nodes).filter((n) => n.type === 'menu' && n.menu_type !== 'link')
  const list = recordAt(path)?.list
  return (
    pages.find((n) => addressOf(n) === path) ??
    pages.find((n) => n.path.includes(':') && matchPath(addressOf(n), path)) ??
    pages.find((n) => addressOf(n) === list && isResource(n.component))
  )
}
