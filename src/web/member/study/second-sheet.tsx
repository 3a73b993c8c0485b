import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { type Entry, type EntryPlace, saveSecond } from '../../api/member-entry.ts'
import { draftAt, dropDraft, keepDraft } from '../../draft/drafts.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EntryFiles } from './entry-files.tsx'
import { EntrySections } from './entry-sections.tsx'
import { entryStore, type OpenEntry } from './entry-store.ts'
import { EntryTitle } from './entry-title.tsx'
import { useJudgement, useLine } from './use-entry.ts'
import './entry.css'

await ensureText('entry', 'field')

/** Nothing goes to the server before it is compared: what is typed lies on this device alone. */
const openSecond = (place: EntryPlace, entry: Entry, path: string, onCompared: (differences: number) => void): OpenEntry => {
  const key = `second ${place.gather} ${place.subject} ${place.visit ?? 0} ${place.instance}`
  return entryStore(place, entry, draftAt('user', key), {
    save: async (sent) => {
      const { differences, ...entered } = await saveSecond(sent)
      onCompared(differences)
      return entered
    },
    submit: () => Promise.reject(new Error('A second entry is sent once, by its save')),
    keep: (kept) => (kept ? void keepDraft('user', { key, path, ...kept }) : dropDraft('user', key)),
  })
}

/** What this person does not read they are not asked for. */
const readIn = (entry: Entry): Entry => {
  const masked = new Set(entry.form.masked)
  const sections = entry.form.sections.map((one) => ({ ...one, fields: one.fields.filter((name) => !masked.has(name)) }))
  return { ...entry, form: { ...entry.form, sections } }
}

const Told = ({ open, isSending }: { open: OpenEntry; isSending: boolean }) => {
  const t = useText('entry')
  const line = useLine(open, open.isSent())
  const trouble = useStore(open.store, (s) => s.trouble)
  if (trouble)
    return (
      <p className="field-error" role="alert">
        {trouble}
      </p>
    )
  const word = line === 'offline' ? 'second.offline' : isSending ? 'line.saving' : 'second.kept'
  return (
    <p className="entry-line" role="status" data-line={line}>
      {t(word)}
    </p>
  )
}

const Compared = ({ gather, differences, reload }: { gather: number; differences: number; reload(): void }) => {
  const t = useText('entry')
  return (
    <>
      <p className="notice notice-quiet" role="status">
        <Icon name={differences === 0 ? 'circle-check' : 'circle-alert'} size={16} />
        {differences === 0 ? t('second.agreed') : t('second.differ', { count: differences })}
      </p>
      <p className="member-tools">
        <Link className="btn" data-look="primary" to={`?gather=${gather}`}>
          {t('second.next')}
        </Link>
        <Button onClick={reload}>{t('second.look')}</Button>
      </p>
    </>
  )
}

/** A form that somebody else has filled in, once more from the source. What they entered is not here. */
export const SecondSheet = ({ place, entry, reload }: { place: EntryPlace; entry: Entry; reload(): void }) => {
  const t = useText('entry')
  const { pathname, search } = useLocation()
  const [differences, setDifferences] = useState<number | null>(null)
  const [open] = useState(() => openSecond(place, entry, pathname + search, setDifferences))
  const [asks, setAsks] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useJudgement(open, place)
  const { values, judgement, line } = useStore(open.store)
  const masked = new Set(entry.form.masked)
  const missing = judgement.missing.filter((name) => !masked.has(name))
  const isClosed = entry.held !== null || !entry.gather.isOpen
  // What may have arrived is not changed before that is known.
  const isSending = line === 'saving' || line === 'offline'
  const isEmpty = !Object.values(values).some(Boolean)
  const compare = () => {
    const [first] = missing
    // The source may lack what the form requires: whoever has been told of it may go on.
    if (first && !asks) {
      setAsks(true)
      root.current?.querySelector<HTMLElement>(`[data-entry="${first}"] :is(input, textarea, select)`)?.focus()
    } else void open.save()
  }
  return (
    <div ref={root} className="entry-sheet">
      <EntryTitle entry={entry} stands="second" />
      {differences !== null && <Compared gather={place.gather} differences={differences} reload={reload} />}
      {differences === null && (
        <>
          <p className="notice notice-quiet">{t('second.hint')}</p>
          {entry.held && <p className="notice">{entry.held}</p>}
          {!entry.gather.isOpen && <p className="notice notice-quiet">{t('closed')}</p>}
          <EntrySections
            entry={readIn(entry)}
            open={open}
            // The first entry stands where it is: nothing that is said here stops the second.
            judgement={{ ...judgement, rules: judgement.rules.map((rule) => ({ ...rule, stops: false })) }}
            readOnly={isClosed || isSending}
            asks={asks}
            onLeave={() => undefined}
          />
          <EntryFiles place={{ ...place, form: entry.form.id }} readOnly />
          <footer className="entry-foot">
            <Told open={open} isSending={isSending} />
            {asks && missing.length > 0 && (
              <p className="field-error" role="alert">
                {t('second.missing', { count: missing.length })}
              </p>
            )}
            {!isClosed && (
              <p className="member-tools">
                <Button look="primary" busy={line === 'saving'} disabled={isEmpty || line === 'offline'} onClick={compare}>
                  {t('second.compare')}
                </Button>
                {line === 'refused' && <Button onClick={reload}>{t('readAgain')}</Button>}
              </p>
            )}
          </footer>
        </>
      )}
    </div>
  )
}
