import type { RouteObject } from 'react-router'
import { addressOf, flatten, type MenuNode, opensPage } from '../state/menu.ts'
import { router } from './held-router.ts'
import { pageOf } from './pages.ts'

const registered = new Set<string>()

const iframePage = () => import('./iframe-page.tsx').then((m) => m.default)

const routeOf = (node: MenuNode): RouteObject | null => {
  const load = node.menu_type === 'iframe' ? iframePage : pageOf(node.component)
  if (!load) return null
  const path = addressOf(node).replace(/^\/admin\//, '')
  return { id: `page:${path}`, path, lazy: async () => ({ Component: await load() }), handle: { addtab: true } }
}

/** Menu entries become routes. An entry whose component this build does not know gets none: opening it says "invalid route". */
export const registerRoutes = (menus: readonly MenuNode[]): void => {
  const routes = flatten(menus)
    .filter((node) => opensPage(node) && node.extend !== 'add_menu_only')
    .flatMap((node) => routeOf(node) ?? [])
    .filter((route) => !registered.has(route.id ?? '') && registered.add(route.id ?? ''))
  if (routes.length) router().patchRoutes('admin', routes)
}

export const isRegistered = (address: string): boolean => registered.has(`page:${address.replace(/^\/admin\//, '')}`)
