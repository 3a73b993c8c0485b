import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { fetchQuery, type OwnQuery, type QueryCell, type QueryEntry } from '../../api/member-query.ts'
import { fileNameOf, previewAddress } from '../../field/asset.ts'
import { useText } from '../../i18n/index.ts'
import { ToldLines } from '../../study/told-lines.tsx'
import { exactTime } from '../../ui/format.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { useUploads } from '../../upload/store.ts'
import { UploadButton } from '../../upload/upload-button.tsx'
import { unitOf } from '../../study/unit.ts'
import { AnswerForm } from './answer-form.tsx'
import { Talk } from './talk.tsx'

/** A code as people read it. */
const called = (cell: QueryCell | null, value: string | null): string =>
  value === null || value === '' ? '∅' : (cell?.options?.find(({ code }) => code === value)?.label ?? value)

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
      <ToldLines lines={entry.told} />
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

const LOOK_MS = 3000

export const QueryView = ({ id }: { id: number }) => {
  const t = useText('query')
  const { data, error, reload } = useAnswer(useCallback(() => fetchQuery(id), [id]))
  const next = data?.next
  // The re-check comes within seconds: whoever has just answered sees what it says.
  const uploads = useUploads((s) => s.items)
  // A file that has arrived is read a moment later.
  const waits = next === 'recheck' || next === 'accept' || uploads.some(({ state }) => state === 'sending' || state === 'done')
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
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
          {data.state === 'open' && data.takesFile && <CorrectedFile id={data.id} sent={data.sent} />}
          {data.state === 'open' && data.mayAnswer && <AnswerForm query={data} onDone={reload} />}
          <h2 className="member-sub">{t('thread')}</h2>
          <ol aria-label={t('thread')}>
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
