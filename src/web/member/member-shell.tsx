import { NavLink, Outlet } from 'react-router'
import { memberLogout } from '../api/member.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { useMember } from '../state/member.ts'
import { memberAddress, memberPages, useMemberMenu } from '../state/member-menu.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Mark } from '../ui/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { memberPageOf } from './pages.ts'
import './member.css'

/** The server ends the session first; only then is it forgotten here. */
const signOut = async (): Promise<void> => {
  const { refreshToken, clear } = useMember.getState()
  const { code } = await memberLogout(refreshToken)
  if (code !== 1) return
  clear()
  window.location.reload()
}

export default function MemberShell() {
  const t = useText('member')
  const lang = useLanguage()
  const { nickname, username, avatar } = useMember()
  const menus = useMemberMenu((s) => s.menus)
  return (
    <div className="member">
      <header className="member-head">
        <a href="/" className="brand">
          <Mark size={24} />
          <span>{t('siteName')}</span>
        </a>
        <LanguageSwitch />
        <Avatar src={avatar} name={nickname || username || '–'} size={28} />
        <strong>{nickname || username}</strong>
        <button type="button" className="link" onClick={() => void signOut().catch(() => {})}>
          {t('signOut')}
        </button>
      </header>
      <div className="member-body">
        <nav className="member-menu" aria-label={t('title.member')}>
          {memberPages(menus)
            .filter((m) => memberPageOf[m.name])
            .map((m) => (
              <NavLink key={m.id} to={memberAddress(m)}>
                <Icon name={m.icon || 'file'} />
                {m.textKey ? t(m.textKey) : (m.titles?.[lang] ?? m.title)}
              </NavLink>
            ))}
        </nav>
        <main className="member-main">
          <Outlet />
        </main>
      </div>
    </div>
  )
}
