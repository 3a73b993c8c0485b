import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { fetchGathers } from '../../api/member-gather.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { DeliveryView } from './delivery-view.tsx'
import { GatherView } from './gather-view.tsx'
import { OwedList } from './owed-list.tsx'
import './gather.css'

const EntryView = lazy(() => import('./entry-view.tsx').then((m) => ({ default: m.EntryView })))

await ensureText('list', 'upload')

const List = () => {
  const t = useText('gather')
  const { data, error, reload } = useAnswer(fetchGathers)
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={4} />
  if (data.length === 0) return <Empty icon="inbox" title={t('none')} text={t('noneHint')} />
  return <OwedList rows={data} />
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
