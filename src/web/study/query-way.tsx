import { useText } from '../i18n/index.ts'
import './query-way.css'

/** `works`: the system is at it now. `stands`: the re-check still finds it. `passed`: closed without it. */
type Standing = 'done' | 'waits' | 'works' | 'stands' | 'ahead' | 'passed'
type Stands = { state: string; next: string | null; category: string | null }

const MARK: Readonly<Record<Standing, string>> = { done: '✓', waits: '●', works: '', stands: '▲', ahead: '○', passed: '–' }
const WAYS: Readonly<Record<string, readonly Standing[]>> = {
  open: ['done', 'waits', 'ahead', 'ahead'],
  accept: ['done', 'done', 'waits', 'ahead'],
  recheck: ['done', 'done', 'works', 'ahead'],
  standing: ['done', 'done', 'stands', 'waits'],
  person: ['done', 'done', 'passed', 'waits'],
  locked: ['done', 'done', 'passed', 'waits'],
  closed: ['done', 'done', 'passed', 'done'],
  proved: ['done', 'done', 'done', 'done'],
  // A corrected record is enough: nobody had to answer.
  edited: ['done', 'passed', 'done', 'done'],
}
const STATIONS = ['asked', 'answered', 'rechecked', 'closed'] as const

/** Where a query is on its way from the question to the proof; none for one that was taken back. */
const wayOf = ({ state, next, category }: Stands): readonly Standing[] | undefined => {
  if (state === 'open') return WAYS['open']
  if (next === 'proved' && category === null) return WAYS['edited']
  return WAYS[next ?? state]
}

/** Asked, answered, checked again, closed: what the system does meanwhile can be watched. */
export const QueryWay = (query: Stands) => {
  const t = useText('query')
  const way = wayOf(query)
  if (!way) return null
  const at = way.findIndex((one) => one === 'waits' || one === 'works')
  return (
    <ol className="query-way" aria-label={t('way.title')}>
      {way.map((standing, i) => (
        <li key={STATIONS[i]} data-standing={standing} aria-current={i === at ? 'step' : undefined}>
          <i className={standing === 'works' ? 'btn-spin' : undefined} aria-hidden>
            {MARK[standing]}
          </i>
          <b>{t(`way.${i === 3 && query.next === 'proved' ? 'proved' : STATIONS[i]}`)}</b>
          <small>{t(`way.is.${standing}`)}</small>
        </li>
      ))}
    </ol>
  )
}
