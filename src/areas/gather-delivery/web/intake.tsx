import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import download from 'virtual:icon/download'
import type { Row } from '#kernel'
import { ensureText, useResource, useText } from '#web'
import { inOtherLanguage } from '#web/api/other-language.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { Button } from '#web/ui/button.tsx'
import { exactTime, formatNumber, formatSize, joinNames } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import type { gatherDelivery } from '../index.ts'
import { fetchChanges, saveRefused, saveSource } from './api.ts'
import type { Changes } from './api.ts'
import { Decision } from './decision.tsx'
import { figuresOf, manifestOf } from './manifest.ts'
import { Mapping } from './mapping.tsx'
import { AddedRows, ChangedRows, ProblemRows, VanishedRows } from './rows.tsx'
import './delivery.css'

await ensureText('delivery', 'import', 'datafile')

type Delivery = Row<typeof gatherDelivery>
/** What the record that a field points to is called. */
const labelIn = (row: object, name: string): string => {
  const labels: unknown = Reflect.get(row, '_labels')
  const label: unknown = typeof labels === 'object' && labels !== null ? Reflect.get(labels, name) : ''
  return typeof label === 'string' ? label : ''
}
const LOOK_MS = 1500
const STEPS = ['received', 'recognised', 'compared', 'stored'] as const
const REACHED: Readonly<Record<string, number>> = {
  received: 1,
  reading: 1,
  mapped: 2,
  compared: 3,
  quarantined: 3,
  rejected: 3,
  accepted: 4,
}

/** What the step at hand waits for: a worker, or somebody's decision. */
const STANDING: Readonly<Record<string, string>> = { mapped: 'decide', compared: 'decide', quarantined: 'decide', rejected: 'ended' }

/** Where the delivery stands: what is behind it, what it waits for. */
const Steps = ({ state }: { state: string }) => {
  const t = useText('delivery')
  const at = REACHED[state] ?? 0
  return (
    <ol className="delivery-steps" aria-label={t('steps')}>
      {STEPS.map((step, i) => (
        <li key={step} data-standing={i < at ? 'done' : i === at ? 'current' : 'ahead'} aria-current={i === at ? 'step' : undefined}>
          {t(`step.${step}`)}
          <small>{t(`standing.${i < at ? 'done' : i === at ? (STANDING[state] ?? 'current') : 'ahead'}`)}</small>
        </li>
      ))}
    </ol>
  )
}

/** By the rows that it counts: in = new + changed + same + refused. */
const Figures = ({ row }: { row: Delivery }) => {
  const t = useText('delivery')
  const { words } = useResource()
  const { cells, vanished, stops, isChecked, recycled } = figuresOf(row.diff)
  // Of a file of several sites, whoever belongs to one is told no counts.
  const amount = (n: number | null) => (n === null ? '–' : formatNumber(n, words.lang))
  const figures = [
    { key: 'in', n: row.rowsIn },
    { key: 'added', n: row.rowsStored },
    { key: 'changed', n: row.rowsChanged, note: row.rowsChanged ? t('ofCells', { count: cells, amount: amount(cells) }) : '' },
    { key: 'same', n: row.rowsSame },
    { key: 'refused', n: row.rowsRejected },
    ...(isChecked ? [{ key: 'stops', n: stops }] : []),
    { key: 'vanished', n: vanished, note: recycled ? t('recycled', { count: recycled }) : '' },
  ]
  return (
    <dl className="delivery-figures" aria-label={t('figures')}>
      {figures.map(({ key, n, note }) => (
        <div key={key} data-kind={n ? key : undefined}>
          <dt>{t(`figure.${row.state === 'accepted' && key === 'refused' ? 'left' : key}`)}</dt>
          <dd>
            {amount(n)}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Recognised = ({ row, changes, onChanged }: { row: Delivery; changes: Changes; onChanged(): void }) => {
  const t = useText('delivery')
  const td = useText('datafile')
  const { words, may } = useResource()
  const lang = behind(useLanguage())
  const manifest = manifestOf(row.manifest)
  const isOpen = row.state === 'mapped' || row.state === 'compared' || row.state === 'quarantined'
  const unmapped = manifest.columns.filter((name) => !(name in manifest.mapping))
  if (manifest.trouble)
    return (
      <p className="form-trouble" role="alert">
        {manifest.trouble[lang]}
      </p>
    )
  return (
    <>
      <p>
        {t('read', {
          format: manifest.format ?? '?',
          encoding: manifest.encoding ?? '–',
          rows: row.rowsIn === null ? '–' : formatNumber(row.rowsIn, words.lang),
        })}
      </p>
      {manifest.notes.length > 0 && (
        <details className="delivery-notes">
          <summary>{t('notes', { count: manifest.notes.length })}</summary>
          <ul>
            {manifest.notes.map((note, i) => (
              <li key={i}>
                <b>{td(`severity.${note.severity}`)}</b> {note.text?.[lang] ?? <code>{note.code}</code>}
              </li>
            ))}
          </ul>
        </details>
      )}
      <details className="delivery-columns" open={row.state === 'mapped'}>
        <summary>
          {t('mappedOf', { count: Object.keys(manifest.mapping).length, all: manifest.columns.length })}
          {unmapped.length > 0 && <small> {t('unmapped', { names: joinNames(unmapped) })}</small>}
        </summary>
        <Mapping
          id={row.id}
          manifest={manifest}
          changes={changes}
          mayChange={isOpen && may('map') && !changes.atWork}
          onChanged={onChanged}
        />
      </details>
    </>
  )
}

const Compared = ({ row, changes }: { row: Delivery; changes: Changes }) => {
  const t = useText('delivery')
  const titles = new Map(changes.targets.map(({ name, title }) => [name, title]))
  const titleOf = (slot: string): string => titles.get(slot) ?? slot
  const slots = Object.keys(changes.added[0]?.values ?? {}).filter(Boolean)
  const { stops, warns, vanished } = figuresOf(row.diff)
  const parts = [
    { key: 'stops', count: stops, shown: changes.stops.length, List: <ProblemRows kind="stops" rows={changes.stops} /> },
    { key: 'changed', count: row.rowsChanged, shown: changes.changed.length, List: <ChangedRows changes={changes} titleOf={titleOf} /> },
    { key: 'refused', count: row.rowsRejected, shown: changes.refused.length, List: <ProblemRows kind="refused" rows={changes.refused} /> },
    { key: 'warns', count: warns, shown: changes.warns.length, List: <ProblemRows kind="warns" rows={changes.warns} /> },
    {
      key: 'vanished',
      count: vanished,
      shown: changes.vanished.length,
      List: <VanishedRows changes={changes} study={row.study} form={row.form} />,
    },
    {
      key: 'added',
      count: row.rowsStored,
      shown: changes.added.length,
      List: <AddedRows changes={changes} slots={slots} titleOf={titleOf} />,
    },
  ]
  return (
    <>
      <Figures row={row} />
      {parts
        .filter(({ shown }) => shown > 0)
        .map(({ key, count, shown, List }, i) => (
          <details key={key} open={i === 0}>
            <summary>{t(shown < (count ?? 0) ? `${key}Of` : `${key}All`, { count: count ?? 0, shown })}</summary>
            {List}
          </details>
        ))}
      {changes.refused.length + changes.stops.length + changes.warns.length > 0 && (
        <p className="delivery-tools">
          <Button icon={download} onClick={() => void saveRefused(row.id, 'excel')}>
            {t('saveMarked')}
          </Button>
          <Button icon={download} onClick={() => void saveRefused(row.id, 'csv')}>
            {t('saveRefused')}
          </Button>
        </p>
      )}
    </>
  )
}

/** From the file to the stored rows on one page. Every step is a task on the server: the page can be left and comes back where it was. */
export const Intake = ({ row, reload }: { row: Delivery; reload(): void }) => {
  const t = useText('delivery')
  const { words } = useResource()
  const lang = useLanguage()
  const queryKey = ['delivery', 'changes', row.id, row.version, lang]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchChanges(row.id, signal),
    placeholderData: inOtherLanguage(queryKey),
    staleTime: 0,
    retry: false,
  })
  const isAtWork = row.state === 'received' || row.state === 'reading' || data?.atWork === true
  useEffect(() => {
    if (!isAtWork) return undefined
    const timer = setInterval(() => {
      reload()
      void refetch()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isAtWork, reload, refetch])
  const changed = () => {
    reload()
    void refetch()
  }
  const isRead = manifestOf(row.manifest).format !== null || manifestOf(row.manifest).trouble !== null
  return (
    <div className="delivery">
      <Steps state={row.state} />
      <section className="panel-card delivery-done">
        <h2>{t('step.received')}</h2>
        <div>
          <p>{[labelIn(row, 'study'), labelIn(row, 'gather'), t('numbered', { number: row.number })].filter(Boolean).join(' · ')}</p>
          <p>
            {row.name} · {formatSize(row.size ?? 0, words.lang)} · {row.receivedAt && exactTime(new Date(row.receivedAt))}
          </p>
          <p className="panel-note">SHA-256 {row.sha256 ?? '–'}</p>
        </div>
        {row.sha256 && data?.isOpen && (
          <Button icon={download} onClick={() => void saveSource(row.id)}>
            {t('saveSource')}
          </Button>
        )}
      </section>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={6} />
      ) : (
        <>
          <section className="panel-card delivery-done">
            <h2>{t('step.recognised')}</h2>
            <div>{isRead ? <Recognised row={row} changes={data} onChanged={changed} /> : <p role="status">{t('reading')}</p>}</div>
          </section>
          {row.rowsSame !== null && (
            <section className="panel-card">
              <h2>{t('step.compared')}</h2>
              <Compared row={row} changes={data} />
            </section>
          )}
          <section className="panel-card delivery-decision">
            <h2>{t('step.stored')}</h2>
            <Decision row={row} changes={data} onChanged={changed} />
          </section>
        </>
      )}
    </div>
  )
}
