import { matchRoutes } from 'react-router'
import { t } from '../i18n/index.ts'
import { addressOf, type MenuNode } from '../state/menu.ts'
import { toast } from '../state/toast.ts'
import { router } from './held-router.ts'

/** A star route would match anything: only a real page counts. */
const leadsSomewhere = (path: string): boolean => {
  const matches = matchRoutes(router().routes, path)
  return matches?.at(-1)?.route.path !== '*' && matches !== null
}

/** Goes to a page and says why when it cannot. */
export const go = async (to: string): Promise<void> => {
  const { state } = router()
  const target = new URL(to, window.location.origin)
  if (state.location.pathname === target.pathname && state.location.search === target.search) return toast.info(t('shell:nav.already'))
  if (!leadsSomewhere(target.pathname)) return toast.error(t('shell:nav.invalid'))
  await router().navigate(to)
  const blocked = [...router().state.blockers.values()].some((b) => b.state === 'blocked')
  if (blocked) toast.warning(t('shell:nav.intercepted'))
}

export const openMenu = (node: MenuNode): void => {
  if (node.type !== 'menu') return toast.error(t('shell:nav.unrecognised'))
  switch (node.menu_type) {
    case 'tab':
    case 'iframe':
      return void go(addressOf(node))
    case 'link':
      // An address typed into the menu rules may be anything; only web addresses are opened.
      if (/^(https?:\/\/|\/[^/\\])/.test(node.url)) return void window.open(node.url, '_blank', 'noopener')
      return toast.error(t('shell:nav.invalid'))
    default:
      return toast.error(t('shell:nav.unrecognised'))
  }
}
