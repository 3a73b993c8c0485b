import { redirect, type RouteObject } from 'react-router'
import { addressOf, flatten, type MenuNode, opensPage, recordAt } from '../state/menu.ts'
import { CrashPage } from './crash.tsx'
import { router } from '../navigation/held-router.ts'
import { refusalPage } from './loading-address.ts'
import { pageOf, recordPageOf } from './pages.ts'

const registered = new Set<string>()

const iframePage = () => import('./iframe-page.tsx').then((m) => m.default)

const route = (path: string, load: ReturnType<typeof pageOf>, more: Pick<RouteObject, 'loader'> = {}): RouteObject[] =>
  load
    ? [
        {
          id: `page:${path}`,
          path,
          lazy: async () => ({ Component: await load() }),
          handle: { addtab: true },
          ErrorBoundary: CrashPage,
          ...more,
        },
      ]
    : []

/** What stands below a list is a record, by its number; any other word is somebody else's address, or nobody's. */
const onlyRecords: RouteObject['loader'] = ({ request }) => {
  const { pathname } = new URL(request.url)
  return recordAt(pathname) ? null : redirect(refusalPage(pathname))
}

const routesOf = (node: MenuNode): RouteObject[] => {
  // The router compares decoded paths, so an encoded address as a route would never match: one route serves all of them.
  if (node.menu_type === 'iframe') return route('iframe/:url', iframePage)
  const path = addressOf(node).replace(/^\/admin\//, '')
  return [...route(path, pageOf(node.component)), ...route(`${path}/:id`, recordPageOf(node.component), { loader: onlyRecords })]
}

/** Menu entries become routes. An entry whose component this build does not know gets none: opening it says "invalid route". */
export const registerRoutes = (menus: readonly MenuNode[]): void => {
  const routes = flatten(menus)
    .filter((node) => opensPage(node) && node.extend !== 'add_menu_only')
    .flatMap(routesOf)
    .filter((route) => !registered.has(route.path ?? '') && registered.add(route.path ?? ''))
  if (routes.length) router().patchRoutes('admin', routes)
}

/** Is there a page behind this menu address? */
export const isRegistered = (address: string): boolean => {
  const path = address.replace(/^\/admin\//, '')
  return registered.has(path.startsWith('iframe/') ? 'iframe/:url' : path)
}
