import { setLanguage, useLanguage, useText } from '../i18n/index.ts'
import { languages } from '../state/config.ts'
import './language-switch.css'

/** Two languages: a switch, not a menu. */
export const LanguageSwitch = () => {
  const t = useText()
  const now = useLanguage()
  return (
    <div className="language-switch" role="group" aria-label={t('switchLanguage')}>
      {languages.map(({ name }) => (
        <button key={name} type="button" lang={name} aria-pressed={name === now} onClick={() => void setLanguage(name)}>
          {name === 'en' ? 'EN' : '中文'}
        </button>
      ))}
    </div>
  )
}
