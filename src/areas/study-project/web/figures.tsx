import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useResource, useText } from '#web'
import { Course } from '#web/ui/course.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { Enrolment, Overview } from './api.ts'
import { TabLink } from './tab-link.tsx'

const DAY_MS = 86_400_000
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const inDays = (enrolment: readonly Enrolment[], days: number, today: string): number => {
  const from = new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
  return sum(enrolment.filter(({ day }) => day > from).map(({ count }) => count))
}

/** A door to a tab of the study, or to the page of another list. */
type Door = { tab: string; filter?: string } | { path: string }
const signed = (change: number, lang: Parameters<typeof formatNumber>[1]): string =>
  `${change > 0 ? '+' : ''}${formatNumber(change, lang, 1)}`
type Fact = { key: string; value: ReactNode; note: string; door: Door; course?: readonly { value: number }[] }
/** `planned`: of all sites, where these are all. */
type Props = { planned: number | null } & Pick<Overview, 'sites' | 'enrolment' | 'gathers' | 'scores' | 'queries' | 'today'>

/** Figures of the reader's sites; each is a door to its rows. */
export const Figures = ({ planned, sites, enrolment, gathers, scores, queries, today }: Props) => {
  const t = useText('study')
  const { lang } = useResource().words
  const number = (value: number) => formatNumber(value, lang)
  const of = (name: 'enrolled' | 'completed' | 'withdrawn' | 'screened') => sum(sites?.map((site) => site[name]) ?? [])
  const enrolled = of('enrolled')
  const share = (part: number, whole: number) => (whole ? `${formatNumber((100 * part) / whole, lang, 1)} %` : '–')
  const [before, last] = [scores?.points.at(-2), scores?.points.at(-1)]
  const facts: Fact[] = [
    ...(sites
      ? [
          {
            key: 'enrolled',
            value: planned === null ? number(enrolled) : `${number(enrolled)} / ${number(planned)}`,
            note: t('fact.enrolledNote', { count: inDays(enrolment, 7, today) }),
            door: { tab: 'subjects', filter: 'state:IN:enrolled,completed,withdrawn' },
          },
          {
            key: 'completed',
            value: number(of('completed')),
            note: share(of('completed'), enrolled),
            door: { tab: 'subjects', filter: 'state:IN:completed' },
          },
          {
            key: 'withdrawn',
            value: number(of('withdrawn')),
            note: share(of('withdrawn'), of('screened')),
            door: { tab: 'subjects', filter: 'state:IN:withdrawn' },
          },
        ]
      : []),
    ...(gathers === null
      ? []
      : [{ key: 'gathers', value: number(gathers), note: t('fact.gathersNote'), door: { tab: 'gather', filter: 'state:IN:open' } }]),
    ...(scores
      ? [
          {
            key: 'score',
            value: last ? formatNumber(last.value, lang, 1) : '–',
            note: last
              ? before
                ? t('fact.scoreNote', { change: signed(last.value - before.value, lang) })
                : t('fact.scoreFirst')
              : t('fact.scoreNone'),
            door: { path: last?.path ?? scores.path },
            course: scores.points,
          },
        ]
      : []),
    ...(queries
      ? [
          {
            key: 'queries',
            value: number(queries.open),
            note: t('fact.queriesNote', { count: queries.old }),
            door: { path: queries.path },
          },
        ]
      : []),
  ]
  return (
    <ul className="study-facts">
      {facts.map(({ key, value, note, door, course }) => (
        <li key={key} className="panel-card">
          <span>{t(`fact.${key}`)}</span>
          {'tab' in door ? (
            <TabLink {...door}>
              <strong>{value}</strong>
            </TabLink>
          ) : (
            <Link to={door.path}>
              <strong>{value}</strong>
            </Link>
          )}
          <small>{note}</small>
          {course && course.length > 1 && <Course points={course} />}
        </li>
      ))}
    </ul>
  )
}
