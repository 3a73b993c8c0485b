import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { fetchQuery, type QueryCell, type QueryEntry } from '../../api/member-query.ts'
import { useText } from '../../i18n/index.ts'
import { exactTime } from '../../ui/format.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { unitOf } from '../../study/unit.ts'
import { AnswerForm } from './answer-form.tsx'
import { Talk } from './talk.tsx'

/** A code as people read it. */
const called = (cell: QueryCell | null, value: string | null): string =>
  value === null || value === '' ? '∅' : (cell?.options?.find(({ code }) => code === value)?.label ?? value)

const Said = ({ entry, cell }: { entry: QueryEntry; cell: QueryCell | null }) => {
  const t = useText('query')
  const { before, after } = entry
  return (
    <li>
      <p>
        <b>{t(`kind.${entry.kind}`)}</b> {entry.by ?? (entry.kind === 'assigned' ? '' : t('system'))}{' '}
        <time dateTime={entry.at}>{exactTime(new Date(entry.at))}</time>
      </p>
      {entry.category && <p>{t(`category.${entry.category}`)}</p>}
      {entry.text && <p className="member-query-text">{entry.text}</p>}
      {entry.told.map((line, i) => (
        <p key={i}>
          {line.title} {line.before !== null && <del>{line.before}</del>} {line.before !== null && '→'} <ins>{line.after}</ins>
        </p>
      ))}
      {after !== null ? (
        <p>
          <del>{called(cell, before)}</del> → <ins>{called(cell, after)}</ins>
        </p>
      ) : (
        before !== null && (
          <p>
            {t('valueThen')} <b>{called(cell, before)}</b>
          </p>
        )
      )}
    </li>
  )
}

const LOOK_MS = 3000

export const QueryView = ({ id }: { id: number }) => {
  const t = useText('query')
  const { data, error, reload } = useAnswer(useCallback(() => fetchQuery(id), [id]))
  const next = data?.next
  // The re-check comes within seconds: whoever has just answered sees what it says.
  useEffect(() => {
    if (next !== 'recheck') return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [next, reload])
  return (
    <>
      <p>
        <Link className="member-query-back" to=".">
          {t('member.back')}
        </Link>
      </p>
      {!data && (error ? <Failure error={error} retry={reload} /> : <Skeleton rows={5} />)}
      {data && (
        <article className="member-query">
          <h1>{data.text}</h1>
          <p>
            #{data.id} {data.title}
          </p>
          {data.cell?.label && (
            <p className="member-query-value">
              {data.cell.label}
              <strong>
                {called(data.cell, data.cell.value)} {unitOf(data.cell)}
              </strong>
            </p>
          )}
          {next && (
            <p className="member-query-next" role="status" data-next={next}>
              {t(`next.${next}`)}
            </p>
          )}
          {data.state === 'open' && data.mayAnswer && <AnswerForm query={data} onDone={reload} />}
          <h2 className="member-sub">{t('thread')}</h2>
          <ol aria-label={t('thread')}>
            {data.entries.map((entry) => (
              <Said key={entry.id} entry={entry} cell={data.cell} />
            ))}
          </ol>
          {data.about && <Talk {...data.about} />}
        </article>
      )}
    </>
  )
}
