import { memberIndex, publicIndex } from '../api/member.ts'
import { router } from '../shell/held-router.ts'
import { useMember } from '../state/member.ts'
import { memberAddress, memberPages, useMemberMenu } from '../state/member-menu.ts'
import { useSite } from '../state/site.ts'
import { memberPageOf } from './pages.ts'

const registered = new Set<string>()

/** Fills the session and adds the pages of the member's own menu; answers the first address. */
export const bootMember = async (): Promise<string | null> => {
  const [{ data }, site] = await Promise.all([memberIndex(), publicIndex().catch(() => null)])
  if (site) useSite.getState().fill(site.data.site)
  useMember.getState().fill(data.userInfo)
  const pages = memberPages(data.menus).filter((m) => memberPageOf[m.name])
  const routes = pages
    .filter((m) => !registered.has(m.name) && registered.add(m.name))
    .map((m) => ({
      id: `member:${m.name}`,
      path: memberAddress(m).replace('/user/', ''),
      lazy: async () => ({ Component: (await memberPageOf[m.name]?.())?.default ?? null }),
      handle: { title: 'title.member' },
    }))
  router().patchRoutes('user', routes)
  useMemberMenu.getState().fill(data.menus)
  return pages[0] ? memberAddress(pages[0]) : null
}
