import { useState } from 'react'
import { ensureText, useResource, useText } from '#web'
import type { Row } from '#kernel'
import { previewAddress } from '#web/field/asset.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { exactTime, formatNumber, formatSize, momentOf } from '#web/ui/format.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { UploadButton } from '#web/upload/upload-button.tsx'
import { datafile } from '../index.ts'
import { Choice } from './choice.tsx'
import { Header, Variables } from './header.tsx'
import { Aside, Look, isShowable } from './look.tsx'
import { type Note, type Seen, useSeen } from './preview.ts'
import { Table } from './table.tsx'
import './datafile.css'

await ensureText('datafile', 'upload', 'list')

type File = Row<typeof datafile>
/** By a freeze or a lock of its study: the page says so, and takes no version. */
const isHeld = (row: File): boolean => '_held' in row && row._held !== undefined
const SHOWN_NOTES = 20

const Notes = ({ notes }: { notes: readonly Note[] }) => {
  const t = useText('datafile')
  if (notes.length === 0) return null
  return (
    <section className="detail">
      <h3>{t('notes')}</h3>
      <ul className="datafile-notes">
        {notes.slice(0, SHOWN_NOTES).map((note, i) => (
          <li key={i} data-severity={note.severity}>
            <b>{t(`severity.${note.severity}`)}</b>
            <span>{note.text}</span>
          </li>
        ))}
      </ul>
      {notes.length > SHOWN_NOTES && <p className="field-note">{t('moreNotes', { count: notes.length - SHOWN_NOTES })}</p>}
    </section>
  )
}

const TaskDoor = ({ task }: { task: number }) => {
  const t = useText('datafile')
  const tasks = useMenu((s) => listAddress(s.nodes, 'task'))
  return (
    <LabelLink active to={tasks && `${tasks}/${task}?tab=log`}>
      {t('compare.task')}
    </LabelLink>
  )
}

/** Where else the same bytes are kept. */
const Same = ({ same }: { same: Seen['same'] }) => {
  const t = useText('datafile')
  const list = useMenu((s) => listAddress(s.nodes, datafile.name))
  if (same.length === 0) return null
  return (
    <p className="datafile-same" role="note">
      {t('same.other')}{' '}
      {same.map((one) => (
        <LabelLink key={`${one.datafile}.${one.number}`} active to={list && `${list}/${one.datafile}`}>
          {t('same.version', { name: one.name, number: one.number })}
        </LabelLink>
      ))}
    </p>
  )
}

/** A version in one line. */
const Facts = ({ seen }: { seen: Seen }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const n = (value: number) => formatNumber(value, words.lang)
  const facts = [
    seen.format?.toUpperCase(),
    seen.encoding?.toUpperCase(),
    formatSize(seen.size, words.lang),
    seen.rows !== null && seen.columns !== null && t('extent', { rows: n(seen.rows), columns: n(seen.columns) }),
    t('compare.version', { number: seen.number }),
  ]
  return (
    <p className="datafile-facts">
      {facts
        .filter((fact) => typeof fact === 'string')
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </p>
  )
}

/** The hash that names a version, and whether what is stored still had it when it was last read. */
const Integrity = ({ seen }: { seen: Seen }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const at = momentOf(seen.checkedAt)
  return (
    <p className="datafile-hash" role="status">
      <b>SHA-256</b> <code>{seen.sha256}</code>{' '}
      {seen.check === null ? (
        <small>{t('integrity.unchecked')}</small>
      ) : (
        <>
          <Tag tone={seen.check === 'intact' ? 'passed' : 'error'}>{words.option('check', seen.check)}</Tag>{' '}
          {at && <small>{t('integrity.at', { at: exactTime(at) })}</small>}
        </>
      )}
    </p>
  )
}

const hasContent = (seen: Seen): boolean => seen.shown !== null || seen.kind === 'dicom' || isShowable({ kind: seen.kind, seen })
const Body = ({ id, seen }: { id: number; seen: Seen }) => {
  const t = useText('datafile')
  const { kind, rows, columns } = seen
  if (seen.shown) return <Table key={seen.number} row={{ id, rows, columns }} seen={seen} shown={seen.shown} />
  const look = { kind, seen }
  if (isShowable(look)) return <Look key={seen.number} {...look} />
  return kind === 'dicom' ? null : <p className="field-note">{t('noTable')}</p>
}

/** What was asked for, judged and released is seldom the newest: each version is looked at as itself. */
const Versions = ({ newest, shown, onChoose }: { newest: number; shown: number; onChoose(version: number): void }) => {
  const t = useText('datafile')
  const options = Array.from({ length: newest }, (_, i) => ({ value: String(i + 1), label: t('compare.version', { number: i + 1 }) }))
  return (
    <Choice label={t('whichVersion')} value={String(shown)} options={options.toReversed()} onChoose={(value) => onChoose(Number(value))} />
  )
}

/** A version, the newest at first: first rows of a table, the head of an image, and the door to the file itself. */
export const Content = ({ row }: { row: File }) => {
  const t = useText('datafile')
  const { may } = useResource()
  const newest = row.number ?? 0
  const [chosen, setChosen] = useState<number | null>(null)
  const version = chosen !== null && chosen < newest ? chosen : null
  const { data, error, isPending, refetch, mayRead } = useSeen(row, version)
  if (!mayRead) return <Empty icon="lock" title={t('noRight')} text={t('noRightHint')} />
  const versions = newest > 1 && <Versions newest={newest} shown={version ?? newest} onChoose={setChosen} />
  if (newest === 0 || (version === null && (row.state === 'received' || row.state === 'parsing')))
    return (
      <Empty icon="clock" title={t('parsing')} text={t('parsingHint')}>
        {data?.task && <TaskDoor task={data.task} />}
        {versions}
      </Empty>
    )
  if (version === null && row.state === 'unread')
    return (
      <Empty icon="circle-alert" title={t('unread')} text={t('unreadHint')}>
        {data?.task && <TaskDoor task={data.task} />}
        {versions}
      </Empty>
    )
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (isPending || !data) return <Skeleton rows={8} />
  return (
    <div className="record-card">
      <div className="datafile-tools">
        <Facts seen={data} />
        {versions}
        {data.url && (
          <a className="btn" data-look="plain" href={previewAddress(data.url, data.name)} target="_blank" rel="noreferrer">
            {t('open')}
          </a>
        )}
        {may('upload') && row.state !== 'locked' && !isHeld(row) && <UploadButton target={`datafile/${row.id}`} isNewVersion />}
      </div>
      {row.folder && <p className="field-note">{t('folder', { folder: row.folder })}</p>}
      <Integrity seen={data} />
      {data.url === null && (
        <p className="field-note" role="note">
          {t('partly')}
        </p>
      )}
      <Same same={data.same} />
      <Aside key={data.number} state={row.state} seen={data} hasMore={hasContent(data)}>
        <Header kind={data.kind} header={data.header} />
        <Body id={row.id} seen={data} />
        <Variables header={data.header} />
      </Aside>
      <Notes notes={data.notes ?? []} />
    </div>
  )
}
