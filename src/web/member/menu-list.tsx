import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useLanguage, useText } from '../i18n/index.ts'
import { titleOf } from '../state/menu.ts'
import { memberAddress, type MemberMenu, useMemberMenu } from '../state/member-menu.ts'
import { isWeb } from '../shell/framed.tsx'
import { Icon } from '../ui/icon.tsx'
import { memberPageOf } from './pages.ts'

const Entry = ({ menu }: { menu: MemberMenu }) => {
  const lang = useLanguage()
  const body = (
    <>
      <Icon name={menu.icon || 'file'} />
      {titleOf(menu, lang)}
    </>
  )
  if (menu.menu_type !== 'link') return <NavLink to={memberAddress(menu)}>{body}</NavLink>
  return (
    <a href={menu.url} target="_blank" rel="noopener noreferrer">
      {body}
      <Icon name="external-link" size={13} />
    </a>
  )
}

/** What leads somewhere: pages of this build, and addresses that a browser may open. A `route` is a page without an entry. */
const leads = (menu: MemberMenu): boolean => {
  if (menu.type === 'route') return false
  return menu.menu_type === 'link' || menu.menu_type === 'iframe' ? isWeb(menu.url ?? '') : memberPageOf[menu.name] !== undefined
}

const Group = ({ menu }: { menu: MemberMenu }) => {
  const lang = useLanguage()
  const entries = (menu.children ?? []).filter((m) => m.children?.length || leads(m))
  if (!menu.children?.length) return leads(menu) ? <Entry menu={menu} /> : null
  if (entries.length === 0) return null
  return (
    <div role="group" aria-label={titleOf(menu, lang)}>
      <b aria-hidden>{titleOf(menu, lang)}</b>
      {entries.map((m) => (
        <Group key={m.id} menu={m} />
      ))}
    </div>
  )
}

/** The pages that the member's group holds. On a phone a row that scrolls, with the open page in sight. */
export const MenuList = () => {
  const t = useText('member')
  const menus = useMemberMenu((s) => s.menus)
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector(`a[href="${pathname}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav ref={nav} className="member-menu" aria-label={t('title.member')}>
      {menus.map((menu) => (
        <Group key={menu.id} menu={menu} />
      ))}
    </nav>
  )
}
