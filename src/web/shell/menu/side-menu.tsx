import { Menu } from 'antd'
import { useLanguage, useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { flatten, type MenuNode } from '../../state/menu.ts'
import { openMenu } from '../../navigation/open.ts'
import { keyOf, menuItems } from './menu-items.tsx'
import { type MenuTrail, useMenuTrail, useOpenKeys } from './use-menu-state.ts'
import './menu.css'

const openByKey = (nodes: readonly MenuNode[], key: string): void => {
  const node = flatten(nodes).find((n) => keyOf(n) === key)
  if (!node) return
  openMenu(node)
  const { layout, setLayout } = useConfig.getState()
  if (layout.shrink) setLayout({ menuCollapse: true })
}

/** In the Double layout the header holds the first level, and the side only what lies under the open one. */
const useShown = (): MenuTrail => {
  const menu = useMenuTrail()
  const double = useConfig((s) => s.layout.layoutMode === 'Double')
  if (!double) return menu
  const top = menu.nodes.find((n) => keyOf(n) === menu.trail[0])
  return { ...menu, nodes: top?.children ?? [], trail: menu.trail.slice(1) }
}

export const SideMenu = () => {
  const t = useText('shell')
  const lang = useLanguage()
  const { menuUniqueOpened, menuDefaultIcon, menuCollapse, shrink } = useConfig((s) => s.layout)
  const shown = useShown()
  const [open, setOpen] = useOpenKeys(shown, menuUniqueOpened)
  const collapsed = menuCollapse && !shrink
  return (
    <nav className="side-menu" aria-label={t('mainMenu')}>
      <Menu
        mode="inline"
        inlineIndent={20}
        inlineCollapsed={collapsed}
        items={menuItems(shown.nodes, { lang, defaultIcon: menuDefaultIcon })}
        selectedKeys={shown.selected}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
        onClick={({ key }) => openByKey(shown.nodes, key)}
      />
    </nav>
  )
}

export const TopMenu = () => {
  const t = useText('shell')
  const lang = useLanguage()
  const { layoutMode, menuDefaultIcon } = useConfig((s) => s.layout)
  const { nodes, trail } = useMenuTrail()
  const flat = layoutMode === 'Double'
  /** A directory in the Double layout leads to its first page. */
  const click = (key: string): void => {
    const node = nodes.find((n) => keyOf(n) === key)
    const page = flat && node?.type === 'menu_dir' ? flatten(node.children ?? []).find((n) => n.type === 'menu') : null
    if (page) openMenu(page)
    else openByKey(nodes, key)
  }
  return (
    <nav className="top-menu" aria-label={t('mainMenu')}>
      <Menu
        mode="horizontal"
        items={menuItems(nodes, { lang, defaultIcon: menuDefaultIcon, flat })}
        selectedKeys={flat ? trail.slice(0, 1) : trail}
        onClick={({ key }) => click(key)}
      />
    </nav>
  )
}
