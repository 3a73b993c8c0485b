import { type ReactNode, useEffect } from 'react'
import arrowLeft from 'virtual:icon/arrow-left'
import { publicIndex } from '../api/member.ts'
import { useText } from '../i18n/index.ts'
import { useSessionEnd } from '../state/session-end.ts'
import { ownSiteName, useSite } from '../state/site.ts'
import { Mark } from './brand.tsx'
import { Glyph } from './glyph.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { PageFoot } from './page-foot.tsx'
import './sign-in-page.css'

/** The quiet page around every sign-in card. */
type Props = { audience: 'admin' | 'user'; title: string; hint: string; children: ReactNode }

export const SignInPage = ({ audience, title, hint, children }: Props) => {
  const t = useText()
  const { siteName, version } = useSite()
  const ended = useSessionEnd((s) => s[audience])
  useEffect(() => {
    // Decoration: without an answer the page is whole as well.
    if (!version)
      publicIndex().then(
        ({ data }) => useSite.getState().take(data.site),
        () => {},
      )
  }, [version])
  return (
    <div className="sign-in">
      <header>
        <a href="/" className="sign-in-home">
          <Glyph body={arrowLeft} />
          {t('title.home')}
        </a>
        <LanguageSwitch />
      </header>
      <main>
        <div className="sign-in-brand">
          <Mark size={40} />
          <p>{ownSiteName(siteName) || t('siteName')}</p>
        </div>
        <section className="sign-in-card">
          <h1>{title}</h1>
          <p className="sign-in-hint">{hint}</p>
          {ended && (
            <p className="notice notice-quiet" role="status">
              {t(ended.typed ? 'session.endedTyped' : 'session.ended')}
            </p>
          )}
          {children}
        </section>
      </main>
      <PageFoot />
    </div>
  )
}
