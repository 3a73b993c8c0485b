import type { MenuProps } from 'antd'
import type { MouseEvent } from 'react'
import type { Lang } from '../../state/config.ts'
import { addressOf, type MenuNode, titleOf, visibleMenu } from '../../state/menu.ts'
import { Icon } from '../../ui/icon.tsx'

export type Item = NonNullable<MenuProps['items']>[number]

export const keyOf = (node: MenuNode): string => String(node.id)

/** A real link, so that it opens in a new window with the middle button; a plain click is the menu's. */
const plainClick = (event: MouseEvent): void => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) event.preventDefault()
}

const Label = ({ node, title }: { node: MenuNode; title: string }) => (
  <a href={addressOf(node)} tabIndex={-1} onClick={plainClick} title={title}>
    {title}
    {node.menu_type === 'link' && <Icon name="external-link" size={12} className="menu-out" />}
  </a>
)

type Options = { lang: Lang; defaultIcon: string; depth?: number; flat?: boolean }

/** `flat` leaves the children to the side menu (the Double layout). Below the second level icons would only be noise. */
export const menuItems = (nodes: readonly MenuNode[], { lang, defaultIcon, depth = 0, flat = false }: Options): Item[] =>
  nodes.map((node) => {
    const title = titleOf(node, lang)
    const icon = depth < 2 ? <Icon name={node.icon || defaultIcon} size={16} /> : null
    const children = node.children ?? []
    if (node.type === 'menu_dir' && !flat) {
      return { key: keyOf(node), label: title, icon, children: menuItems(children, { lang, defaultIcon, depth: depth + 1 }) }
    }
    return { key: keyOf(node), label: flat ? title : <Label node={node} title={title} />, icon, title }
  })

export const shownMenu = visibleMenu
