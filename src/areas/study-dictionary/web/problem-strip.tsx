import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import type { Problem } from './model.ts'

const SHOWN = 8

/** What stands in the way of publication, and what is worth knowing; each leads to its cell. */
export const ProblemStrip = ({ problems, onGo }: { problems: readonly Problem[]; onGo(problem: Problem): void }) => {
  const t = useText('dictionary')
  const lang = behind(useLanguage())
  const errors = problems.filter((p) => !p.isNotice)
  if (problems.length === 0) return <p className="dictionary-fine">✓ {t('fine')}</p>
  const sorted = [...errors, ...problems.filter((p) => p.isNotice)]
  return (
    <div className="dictionary-problems" role="status">
      <b>{t('problems', { errors: errors.length, notices: problems.length - errors.length })}</b>
      <ul>
        {sorted.slice(0, SHOWN).map((p, i) => (
          <li key={i} data-notice={p.isNotice}>
            <button type="button" onClick={() => onGo(p)}>
              {p.isNotice ? '◐' : '▲'} {[p.variable || p.form, p.words[lang]].filter(Boolean).join(': ')}
            </button>
          </li>
        ))}
        {sorted.length > SHOWN && <li>{t('more', { count: sorted.length - SHOWN })}</li>}
      </ul>
    </div>
  )
}
