import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../i18n/index.ts'
import { useAdmin } from '../state/admin.ts'
import { isSignedIn, useMember } from '../state/member.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import './error.css'

/** What happened, and the ways on from here. */
export const ErrorPage = ({ code, title, text, children }: { code: string; title: string; text: string; children?: ReactNode }) => {
  const t = useText('error')
  const { key } = useLocation()
  const admin = useAdmin((s) => s.token !== '')
  const member = useMember(isSignedIn)
  return (
    <main className="error-page">
      <LanguageSwitch />
      <p className="error-code" aria-hidden>
        {code}
      </p>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
      <div className="error-ways">
        {key !== 'default' && window.history.length > 1 && (
          <button type="button" onClick={() => window.history.back()}>
            {t('back')}
          </button>
        )}
        <a href="/">{t('toHome')}</a>
        {member && <a href="/user">{t('toMember')}</a>}
        {/* The last one stands out: whoever works in the back office wants back there. */}
        {admin && <a href="/admin">{t('toAdmin')}</a>}
      </div>
    </main>
  )
}
