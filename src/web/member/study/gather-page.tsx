import { Link, useSearchParams } from 'react-router'
import { fetchGathers, type OwedGather } from '../../api/member-gather.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { DeliveryView } from './delivery-view.tsx'
import { GatherView } from './gather-view.tsx'
import { Due } from './standing.tsx'
import './gather.css'

await ensureText('gather', 'list', 'upload')

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
          <span>{t('sentSoFar', { count: row.sent })}</span>
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

/** What the member's studies ask their site for: hand a file over, see what was read, stand by it. */
export default function GatherPage() {
  const t = useText('gather')
  const [search] = useSearchParams()
  const [delivery, gather] = [Number(search.get('delivery')) || null, Number(search.get('gather')) || null]
  if (delivery !== null) return <DeliveryView key={delivery} id={delivery} />
  if (gather !== null) return <GatherView key={gather} id={gather} />
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
