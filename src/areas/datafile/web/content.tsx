import { ensureText, useResource, useText } from '#web'
import type { Row } from '#kernel'
import { previewAddress } from '#web/field/asset.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { formatNumber, formatSize } from '#web/ui/format.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { UploadButton } from '#web/upload/upload-button.tsx'
import { datafile } from '../index.ts'
import { Header, Variables } from './header.tsx'
import { Aside, Look, isShowable } from './look.tsx'
import { type Note, type Seen, useSeen } from './preview.ts'
import { Table } from './table.tsx'
import './datafile.css'

await ensureText('datafile', 'upload', 'list')

type File = Row<typeof datafile>
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

/** The newest version in one line. */
const Facts = ({ row }: { row: File }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const n = (value: number) => formatNumber(value, words.lang)
  const facts = [
    row.format?.toUpperCase(),
    row.encoding?.toUpperCase(),
    row.size !== null && formatSize(row.size, words.lang),
    row.rows !== null && row.columns !== null && t('extent', { rows: n(row.rows), columns: n(row.columns) }),
    row.number !== null && t('compare.version', { number: row.number }),
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

const hasContent = (row: File, seen: Seen): boolean => seen.shown !== null || row.kind === 'dicom' || isShowable({ kind: row.kind, seen })
const Body = ({ row, seen }: { row: File; seen: Seen }) => {
  const t = useText('datafile')
  if (seen.shown) return <Table key={seen.number} row={row} seen={seen} shown={seen.shown} />
  if (isShowable({ kind: row.kind, seen })) return <Look key={seen.number} kind={row.kind} seen={seen} />
  return row.kind === 'dicom' ? null : <p className="field-note">{t('noTable')}</p>
}

/** The newest version: first rows of a table, the head of an image, and the door to the file itself. */
export const Content = ({ row }: { row: File }) => {
  const t = useText('datafile')
  const { may } = useResource()
  const { data, error, isPending, refetch, mayRead } = useSeen(row)
  const tools = (
    <div className="datafile-tools">
      <Facts row={row} />
      {data && (
        <a className="btn" data-look="plain" href={previewAddress(data.url, data.name)} target="_blank" rel="noreferrer">
          {t('open')}
        </a>
      )}
      {may('upload') && row.state !== 'locked' && <UploadButton target={`datafile/${row.id}`} isNewVersion />}
    </div>
  )
  if (!mayRead) return <Empty icon="lock" title={t('noRight')} text={t('noRightHint')} />
  if (row.number === 0 || row.state === 'received' || row.state === 'parsing')
    return (
      <Empty icon="clock" title={t('parsing')} text={t('parsingHint')}>
        {data?.task && <TaskDoor task={data.task} />}
      </Empty>
    )
  if (row.state === 'unread')
    return (
      <Empty icon="circle-alert" title={t('unread')} text={t('unreadHint')}>
        {data?.task && <TaskDoor task={data.task} />}
      </Empty>
    )
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (isPending || !data) return <Skeleton rows={8} />
  return (
    <div className="record-card">
      {tools}
      <Same same={data.same} />
      <Aside key={data.number} state={row.state} seen={data} hasMore={hasContent(row, data)}>
        <Header kind={row.kind} header={data.header} />
        <Body row={row} seen={data} />
        <Variables header={data.header} />
      </Aside>
      <Notes notes={data.notes ?? []} />
    </div>
  )
}
