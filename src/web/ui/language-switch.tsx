import { setLanguage, useLanguage, useText } from '../i18n/index.ts'
import { useState } from 'react'
import { isFirstVisit, languages, offered, pageTag } from '../languages.ts'
import './language-switch.css'

/** Few languages: a switch, not a menu. */
export const LanguageSwitch = () => {
  const t = useText()
  const now = useLanguage()
  const [isFirst, setFirst] = useState(isFirstVisit)
  const offer = isFirst ? offered(now, navigator.languages) : undefined
  const choose = (lang: string) => {
    setFirst(false)
    void setLanguage(lang)
  }
  const buttons = (
    <div className="language-switch" role="group" aria-label={t('switchLanguage')}>
      {languages.map(({ lang, name, short }) => (
        <button key={lang} type="button" lang={lang} title={name} aria-pressed={lang === now} onClick={() => choose(lang)}>
          {short}
        </button>
      ))}
    </div>
  )
  if (!offer) return buttons
  return (
    <span className="language-choice">
      <button type="button" className="language-offer" lang={pageTag(offer.lang)} onClick={() => choose(offer.lang)}>
        {offer.offer}
      </button>
      {buttons}
    </span>
  )
}
