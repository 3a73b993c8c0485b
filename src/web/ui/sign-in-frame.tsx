import type { ReactNode } from 'react'
import arrowLeft from 'virtual:icon/arrow-left'
import { useText } from '../i18n/index.ts'
import { useSite } from '../state/site.ts'
import { Mark } from './brand.tsx'
import { Glyph } from './glyph.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import './sign-in-frame.css'

/** The quiet page around every sign-in card. */
export const SignInFrame = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => {
  const t = useText()
  const record = useSite((s) => s.recordNumber)
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
          <p>{t('siteName')}</p>
        </div>
        <section className="sign-in-card">
          <h1>{title}</h1>
          <p className="sign-in-hint">{hint}</p>
          {children}
        </section>
      </main>
      <footer>{record}</footer>
    </div>
  )
}
