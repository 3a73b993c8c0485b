/** Where a page belongs: the specification's rule, which also knows the hash form of the address. */
export const isAdminPage = (path: string, hash = ''): boolean => /^\/admin(\/|$)/.test(path) || hash.startsWith('#/admin')

/** The preview and an invitation belong to nobody: whoever signs in on the way to one comes back to it. */
export const isSharedPage = (path: string): boolean => /^\/(office|word|invitation)([?#]|$)/.test(path)

/** `#/admin/…` and `#/user/…` from old links, as the clean path they mean; null when the hash is an ordinary anchor. */
export const cleanPathOfHash = (hash: string): string | null => (/^#\/[^/\\]/.test(hash) ? hash.slice(1) : null)

const routeNames = new Map(
  Object.entries({
    home: '/',
    '/': '/',
    admin: '/admin',
    adminLogin: '/admin/login',
    user: '/user',
    userLogin: '/user/login',
    noPower: '/401',
    notFound: '/404',
  }),
)

/** The server may send the person elsewhere, but only inside this site: `//evil.example` and `https:` are refused. */
export const safePath = (data: unknown, origin: string): string | null => {
  const { routePath, routeName } = (data ?? {}) as { routePath?: unknown; routeName?: unknown }
  const named = typeof routeName === 'string' ? routeNames.get(routeName) : undefined
  const wish = typeof routePath === 'string' && routePath !== '' ? routePath : named
  if (!wish || !wish.startsWith('/')) return null
  const url = URL.canParse(wish, origin) ? new URL(wish, origin) : null
  return url && url.origin === origin ? url.pathname + url.search + url.hash : null
}
