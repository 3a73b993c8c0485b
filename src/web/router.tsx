import type { ComponentType } from 'react'
import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { ensureText } from './i18n/index.ts'
import { refusalPage, signedIn, toLoading, toLogin } from './shell/loading-address.ts'
import { followNavigation } from './shell/progress.ts'
import { CrashPage } from './shell/crash.tsx'
import { Root } from './shell/root.tsx'
import { holdRouter } from './navigation/held-router.ts'

type Loaded = Promise<{ default: ComponentType }>

/** Code and language file of a page arrive together, before it shows. */
const page =
  (load: () => Loaded, ...texts: string[]): NonNullable<RouteObject['lazy']> =>
  async () => {
    const [module] = await Promise.all([load(), ensureText(...texts)])
    return { Component: module.default }
  }

const titled = (title: string) => ({ handle: { title: `title.${title}` } })

const requireAdmin: RouteObject['loader'] = ({ request }) => {
  if (!signedIn.admin()) return toLogin('admin', request)
  // The menus are asked for while the shell's code is still on its way; a failure is told by the loading page, which asks again.
  void import('./shell/boot.ts').then((m) => m.boot()).catch(() => {})
  return null
}
const requireMember: RouteObject['loader'] = ({ request }) => (signedIn.user() ? null : toLogin('user', request))

/** A page of the member area that is not in my menu is closed to me rather than unknown. */
const memberRefusal = async (path: string): Promise<'/401' | '/404'> => {
  const { memberPageOf } = await import('./member/pages.ts')
  return memberPageOf[path.replace(/^\/user\//, '')] ? '/401' : '/404'
}

/** The home page is an entry of its own: leave the app for it. */
const leaveForHome: RouteObject['loader'] = () => {
  window.location.assign('/')
  return new Promise<never>(() => {})
}

/** Routes that only send on; without a component the router warns about an empty page. */
const Nothing = () => null

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: Nothing,
    children: [
      { path: '/', loader: leaveForHome, Component: Nothing },
      { path: 'admin/login', lazy: page(() => import('./shell/login/admin-login.tsx'), 'login'), ...titled('adminLogin') },
      { path: 'user/login', lazy: page(() => import('./member/member-login.tsx'), 'login'), ...titled('userLogin') },
      { path: 'office', lazy: page(() => import('./preview/preview-page.tsx'), 'preview'), ...titled('preview') },
      { path: 'word', lazy: page(() => import('./preview/preview-page.tsx'), 'preview'), ...titled('preview') },
      {
        path: 'invitation',
        lazy: page(() => import('./invitation/invitation-page.tsx'), 'invitation'),
        ...titled('invitation'),
      },
      { path: '401', lazy: page(() => import('./error/no-power.tsx'), 'error'), ...titled('noPower') },
      { path: '404', lazy: page(() => import('./error/not-found.tsx'), 'error'), ...titled('notFound') },
      {
        id: 'admin',
        path: 'admin',
        loader: requireAdmin,
        lazy: page(() => import('./shell/admin-shell.tsx'), 'shell'),
        ...titled('admin'),
        children: [
          { index: true, loader: () => redirect('/admin/loading'), Component: Nothing },
          { path: 'loading/:to?', lazy: page(() => import('./shell/loading-page.tsx')), ...titled('loading') },
          { path: '*', loader: ({ request }) => toLoading('admin', request, refusalPage), Component: Nothing },
        ],
      },
      {
        id: 'user',
        path: 'user',
        loader: requireMember,
        lazy: page(() => import('./member/member-shell.tsx'), 'member'),
        ...titled('member'),
        children: [
          { index: true, loader: () => redirect('/user/loading'), Component: Nothing },
          { path: 'loading/:to?', lazy: page(() => import('./member/member-loading.tsx')), ...titled('loading') },
          { path: '*', loader: ({ request }) => toLoading('user', request, memberRefusal), Component: Nothing },
        ],
      },
      { path: '*', loader: () => redirect('/404'), Component: Nothing },
    ],
  },
]

export const createAppRouter = () => {
  const router = createBrowserRouter(routes)
  holdRouter(router)
  followNavigation(router)
  return router
}
