import { Link } from 'react-router'
import type { OwedGather } from '../../api/member-gather.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Due } from './standing.tsx'
import './gather.css'

await ensureText('gather')

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
      <Link to={`/user/study/gather?gather=${row.id}`}>
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

/** What is to be handed over, until when, and how far it is. */
export const OwedList = ({ rows }: { rows: readonly OwedGather[] }) => (
  <ul className="member-gathers">
    {rows.map((row) => (
      <Line key={row.id} row={row} />
    ))}
  </ul>
)
