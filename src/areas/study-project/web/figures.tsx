import type { ReactNode } from 'react'
import { useResource, useText } from '#web'
import { formatNumber } from '#web/ui/format.ts'
import type { Enrolment, Overview } from './api.ts'
import { TabLink } from './tab-link.tsx'

const DAY_MS = 86_400_000
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const inDays = (enrolment: readonly Enrolment[], days: number, today: string): number => {
  const from = new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
  return sum(enrolment.filter(({ day }) => day > from).map(({ count }) => count))
}

type Fact = { key: string; value: ReactNode; note: string; tab: string; filter?: string }
/** `planned`: of all sites, where these are all. */
type Props = { planned: number | null } & Pick<Overview, 'sites' | 'enrolment' | 'gathers' | 'today'>

/** Four figures of the reader's sites; each is a door to its rows. */
export const Figures = ({ planned, sites, enrolment, gathers, today }: Props) => {
  const t = useText('study')
  const { lang } = useResource().words
  const number = (value: number) => formatNumber(value, lang)
  const of = (name: 'enrolled' | 'completed' | 'withdrawn' | 'screened') => sum(sites?.map((site) => site[name]) ?? [])
  const enrolled = of('enrolled')
  const share = (part: number, whole: number) => (whole ? `${formatNumber((100 * part) / whole, lang, 1)} %` : '–')
  const facts: Fact[] = [
    ...(sites
      ? [
          {
            key: 'enrolled',
            value: planned === null ? number(enrolled) : `${number(enrolled)} / ${number(planned)}`,
            note: t('fact.enrolledNote', { count: inDays(enrolment, 7, today) }),
            tab: 'subjects',
            filter: 'state:IN:enrolled,completed,withdrawn',
          },
          {
            key: 'completed',
            value: number(of('completed')),
            note: share(of('completed'), enrolled),
            tab: 'subjects',
            filter: 'state:IN:completed',
          },
          {
            key: 'withdrawn',
            value: number(of('withdrawn')),
            note: share(of('withdrawn'), of('screened')),
            tab: 'subjects',
            filter: 'state:IN:withdrawn',
          },
        ]
      : []),
    ...(gathers === null
      ? []
      : [{ key: 'gathers', value: number(gathers), note: t('fact.gathersNote'), tab: 'gather', filter: 'state:IN:open' }]),
  ]
  return (
    <ul className="study-facts">
      {facts.map(({ key, value, note, tab, filter }) => (
        <li key={key} className="panel-card">
          <span>{t(`fact.${key}`)}</span>
          <TabLink tab={tab} {...(filter ? { filter } : {})}>
            <strong>{value}</strong>
          </TabLink>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  )
}
