import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import calendar from 'virtual:icon/calendar-days'
import printer from 'virtual:icon/printer'
import { type RowData, ensureText, useResource, useText } from '#web'
import { runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form.tsx'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import { type Entry, type Timeline, type Visit, fetchTimeline } from './timeline-api.ts'
import './timeline.css'

await ensureText('timeline')

const recordAddress = (study: number, { form, record }: Entry): string =>
  `/admin/clinical/data?study=${study}&form=${form}${record === null ? '' : `&record=${record}`}`
/** Open findings and queries of a subject, or of one of their records. */
const openAddress = (of: 'finding' | 'query', subject: number, entry?: Entry): string => {
  const states = of === 'finding' ? 'new,reopened,fixing,queried' : 'open,answered'
  const record = entry?.record ? `&filter=record:=:${entry.record}` : ''
  return `/admin/${of}?filter=subject:IN:${subject}&filter=state:IN:${states}${record}`
}

const Marks = ({ subject, findings, queries, entry }: { subject: number; findings: number; queries: number; entry?: Entry }) => {
  const t = useText('timeline')
  return (
    <>
      {findings > 0 && (
        <Link className="timeline-mark" data-kind="finding" to={openAddress('finding', subject, entry)}>
          {t('findings', { count: findings })}
        </Link>
      )}
      {queries > 0 && (
        <Link className="timeline-mark" data-kind="query" to={openAddress('query', subject, entry)}>
          {t('queries', { count: queries })}
        </Link>
      )}
    </>
  )
}

type MissProps = { subject: number; visit: Visit; done(): void }
/** Why a visit did not take place; the words stand in the history of the subject. */
const Miss = ({ subject, visit, done }: MissProps) => {
  const t = useText('timeline')
  const { words } = useResource()
  const [isOpen, setOpen] = useState(false)
  const [because, setBecause] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (reason: string) => {
    setBusy(true)
    try {
      await runAction('study.subject', 'miss', [subject], { visit: visit.visit, because: reason }, uuid(), { showSuccess: false })
      setOpen(false)
      setBecause('')
      done()
    } finally {
      setBusy(false)
    }
  }
  if (visit.standing === 'missed')
    return (
      <Button busy={busy} onClick={() => void send('')}>
        {t('expectAgain')}
      </Button>
    )
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{words.action('miss')}</Button>
  return (
    <div className="timeline-miss">
      <TextArea label={words.field('because')} rows={2} maxLength={500} value={because} onChange={(e) => setBecause(e.target.value)} />
      <p className="timeline-tools">
        <Button look="primary" busy={busy} disabled={because.trim() === ''} onClick={() => void send(because.trim())}>
          {words.action('miss')}
        </Button>
        <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
      </p>
    </div>
  )
}

const MISSABLE = new Set(['late', 'due', 'missed'])
const Line = ({ subject, study, visit, reload }: { subject: number; study: number; visit: Visit; reload(): void }) => {
  const t = useText('timeline')
  const { may } = useResource()
  const { opens, closes, planned } = visit
  return (
    <li data-standing={visit.standing}>
      <header>
        <b>{visit.name ?? t('noVisit')}</b>
        <em>{t(`standing.${visit.standing}`)}</em>
        {planned && <small>{opens === closes ? planned : t('window', { planned, opens: opens ?? '', closes: closes ?? '' })}</small>}
      </header>
      {visit.reason && <p className="timeline-reason">{t('because', { reason: visit.reason })}</p>}
      {visit.entries.length > 0 && (
        <ul>
          {visit.entries.map((entry) => (
            <li key={`${entry.form} ${entry.record ?? 0}`} data-state={entry.state ?? 'none'}>
              <Link to={recordAddress(study, entry)}>
                {entry.name}
                {entry.instance > 1 && ` #${entry.instance}`}
              </Link>
              <span>{t(`state.${entry.state ?? 'none'}`)}</span>
              <Marks subject={subject} findings={entry.findings} queries={entry.queries} entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {visit.visit !== null && MISSABLE.has(visit.standing) && may('miss') && <Miss subject={subject} visit={visit} done={reload} />}
    </li>
  )
}

const Body = ({ row, data, reload }: { row: RowData; data: Timeline; reload(): void }) => {
  const t = useText('timeline')
  const counts = Object.entries(Object.groupBy(data.visits, ({ standing }) => standing)).map(([standing, list]) => ({
    standing,
    n: list?.length ?? 0,
  }))
  if (data.visits.length === 0) return <Empty icon={calendar} title={t('none')} text={t('noneHint')} />
  return (
    <div className="timeline">
      <div className="timeline-head">
        <p>{counts.map(({ standing, n }) => `${t(`standing.${standing}`)} ${n}`).join(' · ')}</p>
        <Button icon={printer} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      {(data.others.findings > 0 || data.others.queries > 0) && (
        <p className="timeline-others">
          {t('others')} <Marks subject={row.id} {...data.others} />
        </p>
      )}
      <ol aria-label={t('title')}>
        {data.visits.map((visit) => (
          <Line key={visit.visit ?? 0} subject={row.id} study={data.study} visit={visit} reload={reload} />
        ))}
      </ol>
    </div>
  )
}

/** What was to happen to a subject and what did, visit by visit, each entry with what is open about it. */
export const SubjectTimeline = ({ row, reload }: { row: RowData; reload(): void }) => {
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['subject', 'timeline', row.id, row.version, lang],
    queryFn: ({ signal }) => fetchTimeline(row.id, signal),
    staleTime: 0,
    retry: false,
  })
  const again = () => {
    reload()
    void refetch()
  }
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />
  return <Body row={row} data={data} reload={again} />
}
