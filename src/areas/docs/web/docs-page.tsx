import { Link, useSearchParams } from 'react-router'
import { ensureText, later, useText } from '#web'
import { CHAPTERS, isChapter } from '#web/guide/chapters.ts'
import '#web/ui/panel-card.css'
import './docs.css'

await ensureText('area', 'guide')

const Chapter = later(
  () => import('#web/guide/chapter.tsx'),
  (m) => m.default,
)
const ApiReference = later(
  () => import('./api-reference.tsx'),
  (m) => m.default,
)

/** The guide by kind of work, and the calls of the API behind it. */
export default function DocsPage() {
  const t = useText('area')
  const guide = useText('guide')
  const [search] = useSearchParams()
  const asked = search.get('chapter')
  const chapter = isChapter(asked) ? asked : CHAPTERS[0]
  const isApi = asked === 'api'
  const entry = (name: string, title: string, isHere: boolean) => (
    <Link key={name} to={`?chapter=${name}`} aria-current={isHere ? 'page' : undefined}>
      {title}
    </Link>
  )
  return (
    <section className="docs-page">
      <nav className="docs-chapters" aria-label={guide('title')}>
        {CHAPTERS.map((name) => entry(name, guide(`chapter.${name}`), !isApi && name === chapter))}
        {entry('api', t('docs.api'), isApi)}
      </nav>
      {isApi ? (
        <ApiReference />
      ) : (
        <div className="panel-card docs-chapter">
          <Chapter key={chapter} name={chapter} />
        </div>
      )}
    </section>
  )
}
