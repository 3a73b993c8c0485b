import { useText } from '#web'
import { formatNumber } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { go } from '#web/navigation/open.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Work } from './board.ts'

const COLUMNS = ['waits', 'runs', 'worse'] as const

const Line = ({ work }: { work: Work }) => {
  const t = useText('dashboard')
  const lang = useLanguage()
  return (
    <li>
      <button type="button" data-widget={work.key} onClick={() => void go(work.path)}>
        <Icon name={work.icon} size={15} />
        <span>{work.title}</span>
        {Boolean(work.late) && <em>{t('work.late', { value: formatNumber(work.late ?? 0, lang) })}</em>}
        <strong>
          {formatNumber(work.value, lang)}
          {work.capped && '+'}
        </strong>
      </button>
    </li>
  )
}

/** What asks for this person: each line leads to exactly its rows. */
export const WorkCard = ({ works }: { works: readonly Work[] }) => {
  const t = useText('dashboard')
  return (
    <div className="works">
      {COLUMNS.map((column) => {
        const lines = works.filter((work) => work.column === column)
        return (
          <section key={column} className="panel work" data-column={column} aria-labelledby={`work-${column}`}>
            <header>
              <h2 id={`work-${column}`}>{t(`work.${column}`)}</h2>
            </header>
            {lines.length === 0 && <p className="panel-empty">{t(`work.none.${column}`)}</p>}
            <ul>
              {lines.map((work) => (
                <Line key={work.key} work={work} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
