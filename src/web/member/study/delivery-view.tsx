import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import download from 'virtual:icon/download'
import {
  fetchDelivery,
  fetchRefusedFile,
  type ProblemLine,
  type SentDelivery,
  submitDelivery,
  withdrawDelivery,
} from '../../api/member-gather.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { handOver } from '../../ui/hand-over.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { useAnswer } from '../../api/use-answer.ts'
import { Receipt } from './receipt.tsx'
import { Talk } from './talk.tsx'
import { Standing, isAtWork } from './standing.tsx'

const LOOK_MS = 1500

type Kind = 'stops' | 'refused' | 'warns'
const Problems = ({ kind, count, list }: { kind: Kind; count: number; list: readonly ProblemLine[] }) => {
  const t = useText('gather')
  if (list.length === 0) return null
  const title = t(kind, { count })
  return (
    <section className="member-refused" data-kind={kind}>
      <h2 className="member-sub">{title}</h2>
      <p>
        {t(`${kind}Hint`)} {t('rowsCounted')} {list.length < count && t('refusedCut', { shown: list.length })}
      </p>
      <ol aria-label={title}>
        {list.map((row) => (
          <li key={`${row.row} ${row.text}`}>
            <b>{t('rowAt', { row: row.row })}</b> <span>{[row.subject, row.visit].filter(Boolean).join(' · ') || '∅'}</span>
            <span>{row.text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Which rows do not pass and why, and the same as a file to correct. */
const Found = ({ data }: { data: SentDelivery }) => {
  const t = useText('gather')
  const { refused, checked } = data
  const parts = [
    { kind: 'stops', count: checked?.stops.rows ?? 0, list: checked?.stops.list ?? [] },
    { kind: 'refused', count: data.rowsRejected ?? 0, list: refused },
    { kind: 'warns', count: checked?.warns.rows ?? 0, list: checked?.warns.list ?? [] },
  ] as const
  if (parts.every(({ list }) => list.length === 0)) return checked ? <p className="member-note">{t('checkedClean')}</p> : null
  return (
    <>
      <p className="member-tools">
        <Button icon={download} onClick={() => void fetchRefusedFile(data.id, 'excel').then((file) => handOver(file, 'refused.xlsx'))}>
          {t('saveMarked')}
        </Button>
        <Button icon={download} onClick={() => void fetchRefusedFile(data.id, 'csv').then((file) => handOver(file, 'refused.csv'))}>
          {t('saveRefused')}
        </Button>
      </p>
      {data.visits.length > 0 && (
        <p className="notice">
          {t('visitsAre', { visits: data.visits.map(({ code, name }) => t('visitIs', { code, name })).join(t('comma')) })}
        </p>
      )}
      {parts.map((part) => (
        <Problems key={part.kind} {...part} />
      ))}
    </>
  )
}

const Read = ({ data }: { data: SentDelivery }) => {
  const t = useText('gather')
  const lang = useLanguage()
  const amount = (n: number | null) => formatNumber(n ?? 0, lang)
  const trouble = data.trouble ?? data.error
  if (trouble)
    return (
      <p className="field-error" role="alert">
        {trouble}
      </p>
    )
  if (isAtWork(data)) return <p role="status">{t('reading')}</p>
  return (
    <>
      {data.state === 'mapped' && !data.hasSubject && (
        <p className="field-error" role="alert">
          {t('noSubject')}
        </p>
      )}
      {data.rowsSame !== null && (
        <p className="member-sum">
          {t('sum', {
            rows: amount(data.rowsIn),
            added: amount(data.rowsStored),
            changed: amount(data.rowsChanged),
            same: amount(data.rowsSame),
            refused: amount(data.rowsRejected),
          })}
        </p>
      )}
      {data.unknown.length > 0 && <p className="member-note">{t('unknown', { columns: data.unknown.join(t('comma')) })}</p>}
    </>
  )
}

const Decision = ({ data, reload }: { data: SentDelivery; reload(): void }) => {
  const t = useText('gather')
  const [busy, setBusy] = useState(false)
  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await deed()
    } catch {
      // The refusal stands in a notice already; what is true now is read anew.
    } finally {
      setBusy(false)
      reload()
    }
  }
  if (data.submittedAt || data.state === 'rejected' || isAtWork(data)) return null
  const isUnreadable = (data.trouble ?? data.error) !== null
  return (
    <>
      {isUnreadable ? (
        <p>{t('unreadableHint')}</p>
      ) : data.hindrance ? (
        <p className="field-error" role="alert">
          {data.hindrance}
        </p>
      ) : (
        <p>{t('submitHint')}</p>
      )}
      <p className="member-tools">
        {isUnreadable ? (
          <Link className="btn" data-look="primary" to={`?gather=${data.gather.id}`}>
            {t('uploadAgain')}
          </Link>
        ) : (
          <Button
            look="primary"
            busy={busy}
            disabled={data.hindrance !== null}
            onClick={() => void run(() => submitDelivery(data.id, t('submitted')))}
          >
            {t('submit')}
          </Button>
        )}
        <Button busy={busy} onClick={() => void run(() => withdrawDelivery(data.id, t('withdrawn')))}>
          {t('withdraw')}
        </Button>
      </p>
    </>
  )
}

/** A file that was handed over: what the server has read, what does not pass and why, then the member's word and the receipt. */
export const DeliveryView = ({ id }: { id: number }) => {
  const t = useText('gather')
  const { data, error, reload } = useAnswer(useCallback(() => fetchDelivery(id), [id]))
  const waits = data !== undefined && (data.atWork || isAtWork(data))
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={6} />
  return (
    <article className="member-delivery">
      <p>
        <Link className="member-back" to={`?gather=${data.gather.id}`}>
          {t('backTo', { name: data.gather.name })}
        </Link>
      </p>
      <header className="member-title">
        <h1>
          #{data.number} {data.name}
        </h1>
        <Standing row={data} />
        {data.query !== null && (
          <p>
            <Link className="member-back" to={`/user/study/query?id=${data.query}`}>
              {t('answers', { id: data.query })}
            </Link>
          </p>
        )}
      </header>
      <Read data={data} />
      <Decision data={data} reload={reload} />
      {data.submittedAt && <Receipt data={data} />}
      <Found data={data} />
      <Talk resource="gather.delivery" record={data.id} />
    </article>
  )
}
