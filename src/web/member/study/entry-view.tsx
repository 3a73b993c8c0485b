import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { type Entry, type EntryPlace, fetchEntry, saveEntry, submitEntry } from '../../api/member-entry.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { draftAt, dropDraft, keepDraft } from '../../draft/drafts.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form.tsx'
import { PresetTexts } from '../../ui/preset-texts.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { EntryFiles } from './entry-files.tsx'
import { EntryNext } from './entry-next.tsx'
import { EntrySections, isSaid } from './entry-sections.tsx'
import { changesIn, entryStore, type OpenEntry } from './entry-store.ts'
import { EntryTitle } from './entry-title.tsx'
import { Talk } from './talk.tsx'
import { useJudgement, useLine } from './use-entry.ts'
import './entry.css'

await ensureText('entry', 'field')

const SecondSheet = lazy(() => import('./second-sheet.tsx').then((m) => ({ default: m.SecondSheet })))

const openEntry = (place: EntryPlace, entry: Entry, path: string): OpenEntry => {
  const key = `entry ${place.gather} ${place.subject} ${place.visit ?? 0} ${place.instance}`
  return entryStore(place, entry, draftAt('user', key), {
    save: saveEntry,
    submit: (version, once) => submitEntry(place, version, once),
    keep: (kept) => (kept ? void keepDraft('user', { key, path, ...kept }) : dropDraft('user', key)),
  })
}

const Told = ({ open, isDraft }: { open: OpenEntry; isDraft: boolean }) => {
  const t = useText('entry')
  const line = useLine(open, isDraft)
  const trouble = useStore(open.store, (s) => s.trouble)
  if (trouble)
    return (
      <p className="field-error" role="alert">
        {trouble}
      </p>
    )
  return (
    <p className="entry-line" role="status" data-line={line}>
      {line === 'calm' ? (isDraft ? t('line.calm') : '') : t(`line.${line}`)}
    </p>
  )
}

const Sheet = ({ place, entry, reload }: { place: EntryPlace; entry: Entry; reload(): void }) => {
  const t = useText('entry')
  const { pathname, search } = useLocation()
  const [open] = useState(() => openEntry(place, entry, pathname + search))
  const [asks, setAsks] = useState(false)
  const [sent, setSent] = useState(false)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useJudgement(open, place)
  // From one form to the next, each begins at its top.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const { record, values, judgement, trouble } = useStore(open.store)
  const isDraft = !record || record.state === 'draft'
  const readOnly = entry.held !== null || !entry.gather.isOpen
  const isChanged = Object.keys(changesIn({ record, values })).length > 0

  const during = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const submit = () =>
    during(async () => {
      if (!(await open.save())) return
      setAsks(true)
      const { missing, rules } = open.store.getState().judgement
      const first = missing[0] ?? rules.find(({ stops }) => stops)?.fields[0]
      if (first) root.current?.querySelector<HTMLElement>(`[data-entry="${first}"] :is(input, textarea, select)`)?.focus()
      else if (await open.submit()) setSent(true)
    })
  const correct = () => during(async () => (await open.save(reason.trim())) && setReason(''))
  const stands = record?.state ?? 'none'
  const stopped = judgement.rules.filter((rule) => rule.stops && isSaid(rule, values, asks))
  return (
    <div ref={root} className="entry-sheet">
      <EntryTitle entry={entry} stands={stands} />
      {entry.held && <p className="notice">{entry.held}</p>}
      {!entry.gather.isOpen && <p className="notice notice-quiet">{t('closed')}</p>}
      <EntrySections
        entry={entry}
        open={open}
        judgement={judgement}
        readOnly={readOnly}
        asks={asks}
        onLeave={() => void (isDraft && open.save())}
      />
      <EntryFiles place={{ ...place, form: entry.form.id }} readOnly={readOnly} />
      {!isDraft && isChanged && (
        <>
          <TextArea label={t('reason')} rows={2} maxLength={500} value={reason} onChange={(e) => setReason(e.target.value)} />
          <PresetTexts label={t('reason')} texts={entry.form.reasons} chosen={reason} onPick={setReason} />
        </>
      )}
      <footer className="entry-foot">
        <Told open={open} isDraft={isDraft} />
        {asks && judgement.missing.length > 0 && (
          <p className="field-error" role="alert">
            {t('missingCount', { count: judgement.missing.length })}
          </p>
        )}
        {stopped.length > 0 && (
          <div className="field-error" role="alert">
            {t('ruleStops')}
            <ul className="entry-rules">
              {stopped.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        {!isDraft && !isChanged && sent && <EntryNext place={place} />}
        {!isDraft && !isChanged && !readOnly && <p className="entry-hint">{t('correctHint')}</p>}
        {!readOnly && (isDraft || isChanged || trouble) && (
          <p className="member-tools">
            {isDraft ? (
              <Button look="primary" busy={busy} onClick={() => void submit()}>
                {t('submit')}
              </Button>
            ) : (
              isChanged && (
                <Button look="primary" busy={busy} disabled={reason.trim() === ''} onClick={() => void correct()}>
                  {t('correct')}
                </Button>
              )
            )}
            {trouble && <Button onClick={reload}>{t('readAgain')}</Button>}
          </p>
        )}
      </footer>
      {record && <Talk resource={entry.resource} record={record.id} />}
    </div>
  )
}

/** One form of one subject at one visit, one question below the other. */
export const EntryView = ({ place }: { place: EntryPlace }) => {
  const t = useText('entry')
  const { gather, subject, visit, instance } = place
  const [round, setRound] = useState(0)
  const ask = useCallback(() => fetchEntry({ gather, subject, visit, instance }), [gather, subject, visit, instance])
  const { data, error, reload } = useAnswer(ask)
  // What is being filled in is not begun anew by another look at it.
  const [opened, setOpened] = useState<{ entry: Entry; round: number } | null>(null)
  if (data && (opened === null || opened.round !== round) && opened?.entry !== data) setOpened({ entry: data, round })
  const again = () => {
    setRound(round + 1)
    reload()
  }
  return (
    <>
      <p>
        <Link className="member-back" to={`?gather=${gather}`}>
          {data ? t('backTo', { name: data.gather.name }) : t('back')}
        </Link>
      </p>
      {opened && !opened.entry.isSecond && <Sheet key={opened.round} place={place} entry={data ?? opened.entry} reload={again} />}
      {opened?.entry.isSecond && (
        <Suspense fallback={<Skeleton rows={8} />}>
          <SecondSheet key={opened.round} place={place} entry={data?.isSecond ? data : opened.entry} reload={again} />
        </Suspense>
      )}
      {!opened && (error ? <Failure error={error} retry={reload} /> : <Skeleton rows={8} />)}
    </>
  )
}
