import { setLanguage, useLanguage, useText } from '../i18n/index.ts'
import { languages } from '../languages.ts'
import './language-switch.css'

/** Few languages: a switch, not a menu. */
export const LanguageSwitch = () => {
  const t = useText()
  const now = useLanguage()
  return (
    <div className="language-switch" role="group" aria-label={t('switchLanguage')}>
      {languages.map(({ lang, name, short }) => (
        <button key={lang} type="button" lang={lang} title={name} aria-pressed={lang === now} onClick={() => void setLanguage(lang)}>
          {short}
        </button>
      ))}
    </div>
  )
}
