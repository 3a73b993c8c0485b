import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { fetchQueries, fetchQuery, type OwnQuery, type QueryCell, type QueryEntry } from '../../api/member-query.ts'
import { fileNameOf, previewAddress } from '../../field/asset.ts'
import { useText } from '../../i18n/index.ts'
import { called } from '../../study/called.ts'
import { Proof } from '../../study/proof.tsx'
import { QueryWay } from '../../study/query-way.tsx'
import { ToldLines } from '../../study/told-lines.tsx'
import { exactTime } from '../../ui/format.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { useUploads } from '../../upload/store.ts'
import { UploadButton } from '../../upload/upload-button.tsx'
import { unitOf } from '../../study/unit.ts'
import { AnswerForm } from './answer-form.tsx'
import { Talk } from './talk.tsx'

const Said = ({ entry, cell, question }: { entry: QueryEntry; cell: QueryCell | null; question: string }) => {
  const t = useText('query')
  const { before, after } = entry
  return (
    <li>
      <p>
        <b>{t(`kind.${entry.kind}`)}</b> {entry.by ?? (entry.kind === 'assigned' ? '' : t('system'))}{' '}
        <time dateTime={entry.at}>{exactTime(new Date(entry.at))}</time>
      </p>
      {entry.category && <p>{t(`category.${entry.category}`)}</p>}
      {entry.text && entry.text !== question && <p className="member-query-text">{entry.text}</p>}
      {entry.kind === 'proved' ? <Proof lines={entry.told} /> : <ToldLines lines={entry.told} />}
      {entry.file && (
        <p>
          <a className="member-query-attached" href={previewAddress(entry.file)} target="_blank" rel="noreferrer">
            {fileNameOf(entry.file)}
          </a>
        </p>
      )}
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

const OPEN: ReadonlySet<string> = new Set(['received', 'reading', 'mapped', 'compared', 'quarantined'])
/** A whole file with the right values, over the same way as any other; what was sent and not submitted yet comes first. */
const CorrectedFile = ({ id, sent }: Pick<OwnQuery, 'id' | 'sent'>) => {
  const t = useText('query')
  const waits = sent !== null && sent.submittedAt === null && OPEN.has(sent.state)
  return (
    <div className="member-query-correct">
      {waits ? (
        <Link className="member-query-sent" to={`/user/study/gather?delivery=${sent.id}`}>
          {t('member.sentFile', { number: sent.number, name: sent.name })}
        </Link>
      ) : (
        <>
          <p>{t('member.correctHint')}</p>
          <UploadButton target={`query/${id}`} label={t('member.correct')} />
        </>
      )}
    </div>
  )
}

/** Behind an answer: whoever has ten to answer goes from one to the next, and not over the list. */
const NextOne = () => {
  const t = useText('query')
  const { data } = useAnswer(useCallback(() => fetchQueries('open', 1), []))
  const next = data?.list[0]
  return next ? (
    <p>
      <Link className="member-query-sent" to={`?id=${next.id}`}>
        {t('member.nextOne', { count: data.total })}
      </Link>
    </p>
  ) : null
}

const LOOK_MS = 3000
const WATCH_MS = 1000

export const QueryView = ({ id }: { id: number }) => {
  const t = useText('query')
  const { data, error, waiting, reload } = useAnswer(useCallback(() => fetchQuery(id), [id]))
  const next = data?.next
  // The re-check comes within seconds: whoever has just answered sees what it says.
  const uploads = useUploads((s) => s.items)
  // A file that has arrived is read a moment later.
  const waits = next === 'recheck' || next === 'accept' || uploads.some(({ state }) => state === 'sending' || state === 'done')
  useEffect(() => {
    // Asked again while an answer is on its way, a slow line would bring none.
    if (!waits || waiting) return undefined
    const timer = setTimeout(reload, next === 'recheck' ? WATCH_MS : LOOK_MS)
    return () => clearTimeout(timer)
  }, [waits, waiting, next, reload])
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
          <QueryWay state={data.state} next={data.next} category={data.category} />
          {next && (
            <p className="member-query-next" role="status" data-next={next}>
              {t(`next.${next}`)}
            </p>
          )}
          {data.state !== 'open' && <NextOne />}
          {data.state === 'open' && data.takesFile && <CorrectedFile id={data.id} sent={data.sent} />}
          {data.state === 'open' && data.mayAnswer && <AnswerForm query={data} onDone={reload} />}
          <h2 className="member-sub">{t('thread')}</h2>
          <ol className="member-query-thread" aria-label={t('thread')}>
            {data.entries.map((entry) => (
              <Said key={entry.id} entry={entry} cell={data.cell} question={data.text} />
            ))}
          </ol>
          {data.about && <Talk {...data.about} />}
        </article>
      )}
    </>
  )
}
