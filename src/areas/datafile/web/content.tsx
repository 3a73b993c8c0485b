import { useState } from 'react'
import { ensureText, useResource, useText } from '#web'
import type { Row } from '#kernel'
import { previewAddress } from '#web/field/asset.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { UploadButton } from '#web/upload/upload-button.tsx'
import type { datafile } from '../index.ts'
import { type Note, type Seen, useRows, useSeen } from './preview.ts'
import './datafile.css'

await ensureText('datafile', 'upload', 'list')

type File = Row<typeof datafile>
const SHOWN_COLUMNS = 60
const FIRST_LIMIT = 50
const SHOWN_NOTES = 20

const Table = ({ row, seen, shown }: { row: File; seen: Seen; shown: NonNullable<Seen['shown']> }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: FIRST_LIMIT })
  const total = row.rows ?? shown.rows.length
  const from = (page - 1) * limit
  const isKept = from + limit <= shown.rows.length || shown.rows.length >= total
  const { data, error, isFetching, isPending, refetch } = useRows(isKept ? null : { id: row.id, number: seen.number, from, count: limit })
  const columns = shown.columns.slice(0, SHOWN_COLUMNS)
  const hidden = shown.columns.length - columns.length + shown.more
  const rows = isKept ? shown.rows.slice(from, from + limit) : (data?.rows ?? [])
  return (
    <>
      {hidden > 0 && <p className="field-note">{t('moreColumns', { count: hidden, amount: formatNumber(hidden, words.lang) })}</p>}
      {error && !isFetching ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        // A wide table holds nothing to focus: without a stop of its own the keyboard could not scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="datafile-table" role="region" aria-label={t('rows')} aria-busy={isFetching} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col" className="datafile-number">
                  #
                </th>
                {columns.map((name, i) => (
                  <th key={`${i}.${name}`} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, i) => (
                <tr key={from + i}>
                  <th scope="row" className="datafile-number">
                    {from + i + 1}
                  </th>
                  {columns.map((name, at) => (
                    <td key={`${at}.${name}`}>{cells[at] ?? <span className="datafile-blank">∅</span>}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {!isKept && isPending && <Skeleton rows={8} />}
        </div>
      )}
      {total > FIRST_LIMIT && (
        <Pager
          page={page}
          limit={limit}
          total={total}
          capped={false}
          rowsHere={rows.length}
          onPage={(next) => setPlace({ page: next, limit })}
          onLimit={(next) => setPlace({ page: 1, limit: next })}
        />
      )}
    </>
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const isFact = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number'
/** What the head of an image says, line by line. */
const Header = ({ header }: { header: unknown }) => {
  const t = useText('datafile')
  const facts = isObject(header) ? Object.entries(header).filter(([, value]) => isFact(value)) : []
  if (facts.length === 0) return null
  return (
    <section className="detail">
      <h3>{t('header')}</h3>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

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

/** The newest version: first rows of a table, the head of an image, and the door to the file itself. */
export const Content = ({ row }: { row: File }) => {
  const t = useText('datafile')
  const { may } = useResource()
  const { data, error, isPending, refetch, mayRead } = useSeen(row)
  const tools = (
    <div className="datafile-tools">
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
      {data.shown ? <Table key={data.number} row={row} seen={data} shown={data.shown} /> : <p className="field-note">{t('noTable')}</p>}
      <Header header={data.header} />
      <Notes notes={data.notes ?? []} />
    </div>
  )
}
