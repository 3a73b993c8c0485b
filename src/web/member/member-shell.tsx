import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import logOut from 'virtual:icon/log-out'
import { memberLogout } from '../api/member.ts'
import { forgetDrafts } from '../draft/drafts.ts'
import { useText } from '../i18n/index.ts'
import { useStream } from '../live/use-stream.ts'
import { ownSiteName, useSite } from '../state/site.ts'
import { useMember } from '../state/member.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Mark } from '../ui/brand.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { PageFoot } from '../ui/page-foot.tsx'
import { useUploads } from '../upload/store.ts'
import { useRecalled } from '../upload/use-recalled.ts'
import { MenuList } from './menu-list.tsx'
import { MemberBell } from './news/bell.tsx'
import './member.css'

const UploadPanel = lazy(() => import('../upload/panel.tsx'))

/** The server ends the session first; only then is it forgotten here. */
const signOut = async (): Promise<void> => {
  const { refreshToken, clear } = useMember.getState()
  const { code } = await memberLogout(refreshToken)
  if (code !== 1) return
  await forgetDrafts('user')
  clear()
  window.location.reload()
}

export default function MemberShell() {
  const t = useText('member')
  const { id, nickname, username, avatar } = useMember()
  const { siteName } = useSite()
  const isUploading = useUploads((s) => s.items.length > 0)
  useStream('user', id)
  useRecalled('user', id)
  return (
    <div className="member">
      <header className="member-head">
        <div>
          <a href="/" className="brand">
            <Mark size={26} />
            <span>{ownSiteName(siteName) || t('siteName')}</span>
          </a>
          <LanguageSwitch />
          <MemberBell />
          <span className="member-who">
            <Avatar src={avatar} name={nickname || username || '–'} size={28} />
            <strong>{nickname || username}</strong>
          </span>
          <button type="button" className="member-out" aria-label={t('signOut')} onClick={() => void signOut().catch(() => {})}>
            <Glyph body={logOut} />
            <span>{t('signOut')}</span>
          </button>
        </div>
      </header>
      <div className="member-body">
        <MenuList />
        <main className="member-main">
          <Outlet />
        </main>
      </div>
      <PageFoot />
      {isUploading && (
        <Suspense>
          <UploadPanel />
        </Suspense>
      )}
    </div>
  )
}
