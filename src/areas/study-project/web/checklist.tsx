import { useText } from '#web'
import type { Check } from './api.ts'
import { TabLink } from './tab-link.tsx'

/** What a new study still needs. Each line leads to where it is settled and ticks itself. */
export const Checklist = ({ checks }: { checks: readonly Check[] }) => {
  const t = useText('study')
  return (
    <section className="panel-card">
      <h2>
        {t('checklist')}
        <small>{t('checklistOf', { done: checks.filter((check) => check.done).length, total: checks.length })}</small>
      </h2>
      <ul className="study-checks">
        {checks.map(({ key, done, tab }) => (
          <li key={key} data-done={done || undefined}>
            <i aria-hidden>{done ? '✓' : '○'}</i>
            <span className="sr-only">{t(done ? 'checkDone' : 'checkOpen')}</span>
            <span>
              <TabLink tab={tab ?? 'facts'}>{t(`check.${key}`)}</TabLink>
              <small>{t(`checkHint.${key}`)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
