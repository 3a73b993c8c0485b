import { Link, useSearchParams } from 'react-router'
import Chapter from '../guide/chapter.tsx'
import { ensureText, useText } from '../i18n/index.ts'
import '../ui/panel-card.css'
import './docs-page.css'

await ensureText('guide')

const CHAPTERS = ['site', 'analyst'] as const

/** What a site, and whoever analyses a study, has to know, in the member centre. */
export default function MemberDocsPage() {
  const t = useText('guide')
  const [search] = useSearchParams()
  const chosen = CHAPTERS.find((name) => name === search.get('chapter')) ?? 'site'
  return (
    <>
      <nav className="member-chapters" aria-label={t('title')}>
        {CHAPTERS.map((name) => (
          <Link key={name} to={`?chapter=${name}`} aria-current={name === chosen ? 'page' : undefined}>
            {t(`chapter.${name}`)}
          </Link>
        ))}
      </nav>
      <div className="panel-card">
        <Chapter key={chosen} name={chosen} />
      </div>
    </>
  )
}
