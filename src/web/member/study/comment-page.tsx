import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAnswer } from '../../api/use-answer.ts'
import { fetchTalks, type Talk as Talked } from '../../comment/api.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { exactTime, momentOf } from '../../ui/format.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { Talk } from './talk.tsx'
import './query.css'

await ensureText('comment', 'list')

const Line = ({ talk: { resource, record, title, count, at } }: { talk: Talked }) => {
  const t = useText('comment')
  const moment = momentOf(at)
  return (
    <li>
      <Link to={`?about=${resource}&record=${record}`}>
        <b>{title}</b>
        <small>
          {t('count', { count })}
          {moment && <em>{exactTime(moment)}</em>}
        </small>
      </Link>
    </li>
  )
}

const List = () => {
  const t = useText('comment')
  const { data, error, reload } = useAnswer(useCallback(() => fetchTalks(), []))
  return (
    <>
      <header className="member-title">
        <h1>{t('title')}</h1>
        <p>{t('member.hint')}</p>
      </header>
      {!data ? (
        error ? (
          <Failure error={error} retry={reload} />
        ) : (
          <Skeleton rows={4} />
        )
      ) : data.length === 0 ? (
        <Empty icon="message-square-text" title={t('none')} text={t('member.noneHint')} />
      ) : (
        <ul className="member-queries">
          {data.map((talk) => (
            <Line key={`${talk.resource} ${talk.record}`} talk={talk} />
          ))}
        </ul>
      )}
    </>
  )
}

/** What a member has said something about or was called to, and the talk about one of these. */
export default function CommentPage() {
  const t = useText('comment')
  const [search] = useSearchParams()
  const [about, record] = [search.get('about'), Number(search.get('record'))]
  if (!about || !record) return <List />
  return (
    <>
      <p>
        <Link className="member-query-back" to=".">
          {t('member.back')}
        </Link>
      </p>
      <Talk key={`${about} ${record}`} resource={about} record={record} titled />
    </>
  )
}
