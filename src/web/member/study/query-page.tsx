import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fetchQueries, type QueryHead, type QueryState } from '../../api/member-query.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { QueryView } from './query-view.tsx'
import { exactTime } from '../../ui/format.ts'
import './query.css'

await ensureText('query', 'list', 'entry')

const STATES = ['open', 'answered', 'closed'] as const satisfies readonly QueryState[]
const today = (): string => exactTime(new Date()).slice(0, 10)

const Line = ({ row }: { row: QueryHead }) => {
  const t = useText('query')
  const isLate = row.due !== null && row.due < today()
  return (
    <li>
      <Link to={`?id=${row.id}`}>
        <b>{row.text}</b>
        <small>
          #{row.id} {row.title}
        </small>
        <small>
          {row.study}
          {row.due && <em data-late={isLate || undefined}>{t(isLate ? 'late' : 'dueOn', { day: row.due })}</em>}
        </small>
      </Link>
    </li>
  )
}

const List = ({ state }: { state: QueryState }) => {
  const t = useText('query')
  const [page, setPage] = useState(1)
  const { data, error, waiting, reload } = useAnswer(useCallback(() => fetchQueries(state, page), [state, page]))
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={4} />
  if (data.total === 0) return <Empty icon="message-square" title={t(`member.none.${state}`)} text={t('member.noneHint')} />
  const pages = Math.max(1, Math.ceil(data.total / data.limit))
  return (
    <>
      <ul className="member-queries" aria-busy={waiting}>
        {data.list.map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
      {pages > 1 && (
        <p className="member-tools entry-pages">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('entry:previous')}
          </Button>
          <span>{t('entry:pageOf', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('entry:next')}
          </Button>
        </p>
      )}
    </>
  )
}

/** What the site is asked, one question after the other; on a phone as well as at a desk. */
export default function QueryPage() {
  const t = useText('query')
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || null
  const chosen = STATES.find((state) => state === search.get('state')) ?? 'open'
  if (id !== null) return <QueryView key={id} id={id} />
  return (
    <>
      <header className="member-title">
        <h1>{t('member.title')}</h1>
        <p>{t('member.hint')}</p>
      </header>
      <nav className="member-query-states" aria-label={t('views')}>
        {STATES.map((state) => (
          <Link key={state} to={`?state=${state}`} aria-current={state === chosen ? 'page' : undefined}>
            {t(`member.state.${state}`)}
          </Link>
        ))}
      </nav>
      <List key={chosen} state={chosen} />
    </>
  )
}
