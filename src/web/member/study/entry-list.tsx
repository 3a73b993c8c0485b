import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Cell, type ExpectedSubject, fetchExpected } from '../../api/member-entry.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField, TextField } from '../../ui/form.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { isTodo, placeAddress } from './entry-place.ts'
import './entry.css'

await ensureText('entry')

const COUNTED = ['late', 'due', 'draft', 'second', 'done'] as const

const Place = ({ gather, subject, cell }: { gather: number; subject: ExpectedSubject; cell: Cell }) => {
  const t = useText('entry')
  const { standing, opens, closes } = cell
  const day = standing === 'later' ? opens : standing === 'late' || standing === 'due' ? closes : null
  return (
    <li>
      <Link to={placeAddress(gather, subject.id, cell)} data-standing={standing}>
        <b>
          {cell.name ?? t('noVisit')}
          {cell.instance > 1 && ` · ${cell.instance}`}
        </b>
        <span>{t(`standing.${standing}`)}</span>
        {day && <small>{t(standing === 'later' ? 'opensOn' : 'closesOn', { day })}</small>}
      </Link>
    </li>
  )
}

type Whole = { gather: number; subject: ExpectedSubject; repeats: boolean; onlyTodo: boolean }
const BEGUN: ReadonlySet<string> = new Set(['done', 'draft', 'second'])

const Subject = ({ gather, subject, repeats, onlyTodo }: Whole) => {
  const t = useText('entry')
  const shown = onlyTodo ? subject.cells.filter(isTodo) : subject.cells
  const last = Map.groupBy(subject.cells, ({ visit }) => visit)
  return (
    <li className="entry-subject">
      <h2>{subject.code}</h2>
      <ul>
        {shown.map((cell) => (
          <Place key={`${cell.visit} ${cell.instance}`} gather={gather} subject={subject} cell={cell} />
        ))}
        {repeats &&
          !onlyTodo &&
          [...last].flatMap(([visit, cells]) => {
            const newest = cells.at(-1)
            if (!newest || !BEGUN.has(newest.standing)) return []
            return (
              <li key={`more ${visit}`}>
                <Link to={placeAddress(gather, subject.id, { visit, instance: newest.instance + 1 })} data-standing="extra">
                  <b>{newest.name ?? t('noVisit')}</b>
                  <span>{t('more')}</span>
                </Link>
              </li>
            )
          })}
      </ul>
    </li>
  )
}

/** Whom the form is filled in for: what is late and due first, all of them on request. */
export const EntryList = ({ gather }: { gather: number }) => {
  const t = useText('entry')
  const [query, setQuery] = useSearchParams()
  const view = query.get('view') === 'all' ? 'all' : 'todo'
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const [page, setPage] = useState(1)
  const { data, error, waiting, reload } = useAnswer(
    useCallback(() => fetchExpected({ gather, view, code, page }), [gather, view, code, page]),
  )
  const choose = (next: string) => {
    setPage(1)
    setQuery(next === 'all' ? { gather: String(gather), view: 'all' } : { gather: String(gather) }, { replace: true })
  }
  const pages = data ? Math.max(1, Math.ceil(data.total / data.limit)) : 1
  return (
    <>
      {data && (
        <ul className="entry-counts" aria-label={t('counts')}>
          {COUNTED.filter((standing) => standing !== 'second' || data.counts.second).map((standing) => (
            <li key={standing} data-standing={standing}>
              <b>{data.counts[standing] ?? 0}</b> {t(`standing.${standing}`)}
            </li>
          ))}
        </ul>
      )}
      <form
        className="entry-filter"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setPage(1)
          setCode(typed.trim())
        }}
      >
        <ChoiceField
          label={t('show')}
          name="view"
          value={view}
          options={(['todo', 'all'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={choose}
        />
        <TextField
          label={t('find')}
          type="search"
          enterKeyHint="search"
          value={typed}
          maxLength={40}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            setPage(1)
            setCode(typed.trim())
          }}
        />
      </form>
      {!data && (error ? <Failure error={error} retry={reload} /> : <Skeleton rows={5} />)}
      {data?.list.length === 0 && (
        <Empty
          icon="check"
          title={t(code ? 'noneFound' : view === 'todo' ? 'noneTodo' : 'noneAll')}
          text={t(view === 'todo' && !code ? 'noneTodoHint' : 'noneAllHint')}
        />
      )}
      {data && data.list.length > 0 && (
        <ul className="entry-subjects" aria-busy={waiting}>
          {data.list.map((subject) => (
            <Subject key={subject.id} gather={gather} subject={subject} repeats={data.repeats} onlyTodo={view === 'todo'} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <p className="member-tools entry-pages">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <span>{t('pageOf', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('next')}
          </Button>
        </p>
      )}
    </>
  )
}
