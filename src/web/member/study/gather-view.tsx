import { lazy, Suspense, useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { fetchGather, fetchSent, type SentHead } from '../../api/member-gather.ts'
import { useText } from '../../i18n/index.ts'
import { exactTime } from '../../ui/format.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { useUploads } from '../../upload/store.ts'
import { UploadButton } from '../../upload/upload-button.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { Due, Standing, isAtWork, standingOf } from './standing.tsx'

const EntryList = lazy(() => import('./entry-list.tsx').then((m) => ({ default: m.EntryList })))
const LOOK_MS = 1500

const Line = ({ row }: { row: SentHead }) => {
  const t = useText('gather')
  const standing = standingOf(row)
  const next = standing === 'ready' || standing === 'stopped' || standing === 'unreadable' ? standing : null
  return (
    <li>
      <Link to={`?delivery=${row.id}`}>
        <b>
          #{row.number} {row.name}
        </b>
        <small>
          <Standing row={row} />
          {row.receivedAt && <time dateTime={row.receivedAt}>{exactTime(new Date(row.receivedAt))}</time>}
          {row.rowsIn !== null && <span>{t('rows', { count: row.rowsIn })}</span>}
        </small>
        {next && <span className="member-next">{t(`toDo.${next}`)}</span>}
      </Link>
    </li>
  )
}

/** The way to hand a file over, and what was handed over before. */
const Files = ({ id, intake }: { id: number; intake: string }) => {
  const t = useText('gather')
  const sent = useAnswer(useCallback(() => fetchSent(id), [id]))
  const uploads = useUploads((s) => s.items)
  const { reload } = sent
  // A file that has arrived is a delivery a moment later.
  const waits = uploads.some(({ state }) => state === 'sending' || state === 'done') || sent.data?.some(isAtWork) === true
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
  return (
    <>
      <p className="member-note">{t(intake === 'reject' ? 'rule.reject' : 'rule.other')}</p>
      <p className="member-tools">
        <UploadButton target={`gather.project/${id}`} />
      </p>
      <h2 className="member-sub">{t('sent')}</h2>
      {!sent.data && (sent.error ? <Failure error={sent.error} retry={reload} /> : <Skeleton rows={3} />)}
      {sent.data?.length === 0 && <Empty icon="package" title={t('noneSent')} text={t('noneSentHint')} />}
      {sent.data && sent.data.length > 0 && (
        <ul className="member-gathers">
          {sent.data.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
    </>
  )
}

/** One gather project: what it wants, then its forms to fill in or the way to hand a file over. */
export const GatherView = ({ id }: { id: number }) => {
  const t = useText('gather')
  const head = useAnswer(useCallback(() => fetchGather(id), [id]))
  if (!head.data) return head.error ? <Failure error={head.error} retry={head.reload} /> : <Skeleton rows={5} />
  const { name, study, form, due, remark, intake, ways } = head.data
  return (
    <>
      <p>
        <Link className="member-back" to=".">
          {t('back')}
        </Link>
      </p>
      <header className="member-title">
        <h1>{name}</h1>
        <p>
          {[study, form].filter(Boolean).join(' · ')} <Due day={due} />
        </p>
      </header>
      {remark && <p>{remark}</p>}
      {ways.includes('form') && (
        <Suspense fallback={<Skeleton rows={5} />}>
          <EntryList gather={id} />
        </Suspense>
      )}
      {ways.includes('upload') && <Files id={id} intake={intake} />}
    </>
  )
}
