import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fetchGathers, type OwedGather } from '../../api/member-gather.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { DeliveryView } from './delivery-view.tsx'
import { GatherView } from './gather-view.tsx'
import { Due } from './standing.tsx'
import './gather.css'

const EntryView = lazy(() => import('./entry-view.tsx').then((m) => ({ default: m.EntryView })))

await ensureText('gather', 'list', 'upload')

/** Of a form: what waits for the member, in numbers. */
const ToDo = ({ counts }: { counts: NonNullable<OwedGather['toDo']> }) => {
  const t = useText('gather')
  const { late = 0, due = 0, draft = 0, second = 0, done = 0 } = counts
  return (
    <>
      {late > 0 && (
        <em className="member-due" data-late>
          {t('form.late', { count: late })}
        </em>
      )}
      {due > 0 && <em>{t('form.due', { count: due })}</em>}
      {draft > 0 && <em>{t('form.draft', { count: draft })}</em>}
      {second > 0 && <em>{t('form.second', { count: second })}</em>}
      <span>{t('form.done', { count: done })}</span>
    </>
  )
}

const Line = ({ row }: { row: OwedGather }) => {
  const t = useText('gather')
  return (
    <li>
      <Link to={`?gather=${row.id}`}>
        <b>{row.name}</b>
        <small>{[row.study, row.form].filter(Boolean).join(' · ')}</small>
        <small>
          <Due day={row.due} />
          {row.waiting > 0 && <em>{t('waiting', { count: row.waiting })}</em>}
          {row.toDo ? <ToDo counts={row.toDo} /> : <span>{t('sentSoFar', { count: row.sent })}</span>}
        </small>
      </Link>
    </li>
  )
}

const List = () => {
  const t = useText('gather')
  const { data, error, reload } = useAnswer(fetchGathers)
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={4} />
  if (data.length === 0) return <Empty icon="inbox" title={t('none')} text={t('noneHint')} />
  return (
    <ul className="member-gathers">
      {data.map((row) => (
        <Line key={row.id} row={row} />
      ))}
    </ul>
  )
}

const whole = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** What the member's studies ask their site for: hand a file over, see what was read, stand by it. */
export default function GatherPage() {
  const t = useText('gather')
  const [search] = useSearchParams()
  const [delivery, gather, subject] = ['delivery', 'gather', 'subject'].map((name) => whole(search.get(name)))
  if (delivery) return <DeliveryView key={delivery} id={delivery} />
  if (gather && subject) {
    const place = { gather, subject, visit: whole(search.get('visit')), instance: whole(search.get('instance')) ?? 1 }
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <EntryView key={search.toString()} place={place} />
      </Suspense>
    )
  }
  if (gather) return <GatherView key={gather} id={gather} />
  return (
    <>
      <header className="member-title">
        <h1>{t('title')}</h1>
        <p>{t('hint')}</p>
      </header>
      <List />
    </>
  )
}
