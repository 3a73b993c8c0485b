import { memberIndex, type MemberMenu, publicIndex } from '../api/member.ts'
import { router } from '../shell/held-router.ts'
import { useMember } from '../state/member.ts'
import { memberAddress, memberPages, useMemberMenu } from '../state/member-menu.ts'
import { useSite } from '../state/site.ts'
import { memberPageOf } from './pages.ts'

const registered = new Set<string>()

/** Until member rules are set up, everybody sees their own account. */
const plainMenu = (): MemberMenu[] =>
  [
    { key: 'overview', icon: 'layout-dashboard' },
    { key: 'profile', icon: 'circle-user-round' },
  ].map(({ key, icon }, i) => ({ id: -1 - i, title: '', textKey: `page.${key}`, name: `account/${key}`, path: `account/${key}`, icon }))

/** Fills the session and adds the pages of the member's own menu; answers the first address. */
export const bootMember = async (): Promise<string | null> => {
  const [{ data }, site] = await Promise.all([memberIndex(), publicIndex().catch(() => null)])
  if (site) useSite.getState().take(site.data.site)
  useMember.getState().take(data.userInfo)
  const menus = data.menus.length ? data.menus : plainMenu()
  const pages = memberPages(menus).filter((m) => memberPageOf[m.name])
  const routes = pages
    .filter((m) => !registered.has(m.name) && registered.add(m.name))
    .map((m) => ({
      id: `member:${m.name}`,
      path: memberAddress(m).replace('/user/', ''),
      lazy: async () => ({ Component: (await memberPageOf[m.name]?.())?.default ?? null }),
      handle: { title: 'title.member' },
    }))
  router().patchRoutes('user', routes)
  useMemberMenu.getState().take(menus)
  return pages[0] ? memberAddress(pages[0]) : null
}
