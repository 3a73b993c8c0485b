import { useLocation } from 'react-router'
import { useLanguage, useText } from '../i18n/index.ts'
import { Framed } from '../shell/framed.tsx'
import { titleOf } from '../state/menu.ts'
import { memberAddress, memberPages, useMemberMenu } from '../state/member-menu.ts'

/** A page of another system inside the member centre. Only what the menu holds: a link could otherwise put any site into our frame. */
export default function FramedPage() {
  const t = useText('member')
  const lang = useLanguage()
  const { pathname } = useLocation()
  const menu = memberPages(useMemberMenu((s) => s.menus)).find((m) => m.menu_type === 'iframe' && memberAddress(m) === pathname)
  return menu?.url ? <Framed url={menu.url} title={titleOf(menu, lang)} /> : <p>{t('noMenu')}</p>
}
