import type { ComponentType } from 'react'
import { memberIndex, publicIndex } from '../api/member.ts'
import { loadDrafts } from '../draft/drafts.ts'
import { router } from '../navigation/held-router.ts'
import { useMember } from '../state/member.ts'
import { memberAddress, type MemberMenu, memberPages, useMemberMenu } from '../state/member-menu.ts'
import { useSite } from '../state/site.ts'
import { memberPageOf } from './pages.ts'

const registered = new Set<string>()

type Load = () => Promise<{ default: ComponentType }>
const loadOf = (menu: MemberMenu): Load | undefined =>
  menu.menu_type === 'iframe' ? () => import('./framed-page.tsx') : menu.menu_type === 'link' ? undefined : memberPageOf[menu.name]

/** Fills the session and adds the pages of the member's own menu; answers the first address. */
export const bootMember = async (): Promise<string | null> => {
  const [{ data }, site] = await Promise.all([memberIndex(), publicIndex().catch(() => null)])
  if (site) useSite.getState().take({ ...site.data.site, passwordMin: site.data.passwordMin })
  useMember.getState().take(data.userInfo)
  await loadDrafts('user', data.userInfo.id ?? 0)
  const pages = memberPages(data.menus).filter(loadOf)
  const routes = pages
    .map((menu) => ({ menu, path: menu.menu_type === 'iframe' ? 'iframe/:url' : memberAddress(menu).replace('/user/', '') }))
    .filter(({ path }) => !registered.has(path) && registered.add(path))
    .map(({ menu, path }) => ({
      id: `member:${path}`,
      path,
      lazy: async () => ({ Component: (await loadOf(menu)?.())?.default ?? null }),
      handle: { title: 'title.member' },
    }))
  router().patchRoutes('user', routes)
  useMemberMenu.getState().take(data.menus, data.rules)
  return pages[0] ? memberAddress(pages[0]) : null
}
