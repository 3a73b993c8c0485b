import type { RouteObject } from 'react-router'
import { addressOf, flatten, type MenuNode, opensPage } from '../state/menu.ts'
import { CrashPage } from './crash.tsx'
import { router } from '../navigation/held-router.ts'
import { pageOf } from './pages.ts'

const registered = new Set<string>()

const iframePage = () => import('./iframe-page.tsx').then((m) => m.default)

const routeOf = (node: MenuNode): RouteObject | null => {
  const iframe = node.menu_type === 'iframe'
  const load = iframe ? iframePage : pageOf(node.component)
  if (!load) return null
  // The router compares decoded paths, so an encoded address as a route would never match: one route serves all of them.
  const path = iframe ? 'iframe/:url' : addressOf(node).replace(/^\/admin\//, '')
  return { id: `page:${path}`, path, lazy: async () => ({ Component: await load() }), handle: { addtab: true }, ErrorBoundary: CrashPage }
}

/** Menu entries become routes. An entry whose component this build does not know gets none: opening it says "invalid route". */
export const registerRoutes = (menus: readonly MenuNode[]): void => {
  const routes = flatten(menus)
    .filter((node) => opensPage(node) && node.extend !== 'add_menu_only')
    .flatMap((node) => routeOf(node) ?? [])
    .filter((route) => !registered.has(route.path ?? '') && registered.add(route.path ?? ''))
  if (routes.length) router().patchRoutes('admin', routes)
}

/** Is there a page behind this menu address? */
export const isRegistered = (address: string): boolean => {
  const path = address.replace(/^\/admin\//, '')
  return registered.has(path.startsWith('iframe/') ? 'iframe/:url' : path)
}
