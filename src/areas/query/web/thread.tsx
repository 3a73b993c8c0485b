import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Row } from '#kernel'
import { ensureText, useResource, useText } from '#web'
import { Icon } from '#web/ui/icon.tsx'
import { fileNameOf, previewAddress } from '#web/field/asset.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { exactTime, relativeTime } from '#web/ui/format.ts'
import { useEnded } from '#web/live/use-ended.ts'
import { called } from '#web/study/called.ts'
import { Proof } from '#web/study/proof.tsx'
import { QueryWay } from '#web/study/query-way.tsx'
import { ToldLines } from '#web/study/told-lines.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import type { query } from '../index.ts'
import type { Cell, Entry } from './api.ts'
import { Now } from './now.tsx'
import { useThread } from './use-thread.ts'
import './query.css'

await ensureText('query', 'list')

type Query = Row<typeof query>

const KINDS = new Map([
  ['raised', 'message-circle-question-mark'],
  ['assigned', 'user'],
  ['answered', 'corner-down-left'],
  ['closed', 'check'],
  ['proved', 'shield-check'],
  ['standing', 'triangle-alert'],
  ['cancelled', 'x'],
])

/** `question`: stands above already. */
const Said = ({ entry, cell, question }: { entry: Entry; cell: Cell | null; question: string }) => {
  const t = useText('query')
  const lang = useLanguage()
  const { words } = useResource()
  const at = new Date(entry.at)
  const { before, after, category, file } = entry
  return (
    <li data-kind={entry.kind}>
      <p className="query-head">
        <Icon name={KINDS.get(entry.kind) ?? 'message-square'} size={16} />
        <b>{t(`kind.${entry.kind}`)}</b>
        {category && <span>{words.option('category', category)}</span>}
        {(entry.by || entry.kind !== 'assigned') && <span>{entry.by ?? t('system')}</span>}
        <time dateTime={entry.at} title={relativeTime(at, lang)}>
          {exactTime(at)}
        </time>
      </p>
      {entry.text && entry.text !== question && <p className="query-text">{entry.text}</p>}
      {(before !== null || after !== null) && (
        <p className="query-values">
          {after === null ? (
            <>
              {t('valueThen')} <b>{called(cell, before)}</b>
            </>
          ) : (
            <>
              <del>{called(cell, before)}</del> → <ins>{called(cell, after)}</ins>
            </>
          )}
        </p>
      )}
      {file && (
        <a className="cell-file" href={previewAddress(file)} target="_blank" rel="noreferrer">
          <Icon name="paperclip" size={14} />
          <span>{fileNameOf(file)}</span>
        </a>
      )}
      {entry.kind === 'proved' ? <Proof lines={entry.told} /> : <ToldLines lines={entry.told} />}
    </li>
  )
}

/** What was asked and answered, in the order of time, with the values as they were. */
export const Thread = ({ row }: { row: Query }) => {
  const t = useText('query')
  const { data, error, refetch } = useThread(row)
  // A re-check that has ended is read at once, not with the next look.
  useEnded('qc.run', () => void refetch())
  const client = useQueryClient()
  const said = data?.entries.length
  const before = useRef(said)
  useEffect(() => {
    if (before.current !== undefined && said !== before.current) void client.invalidateQueries({ queryKey: ['row', 'query'] })
    before.current = said
  }, [said, client])
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />
  return (
    <div className="query-thread">
      <QueryWay state={row.state} next={data.next} category={row.category} />
      <p className="query-question">{row.text}</p>
      {data.cell && <Now row={row} cell={data.cell} />}
      {data.next && (
        <p className="query-next" role="status" data-next={data.next}>
          {t(data.next === 'submit' ? 'next.sent' : `next.${data.next}`)}
        </p>
      )}
      <ol aria-label={t('thread')}>
        {data.entries.map((entry) => (
          <Said key={entry.id} entry={entry} cell={data.cell} question={row.text} />
        ))}
      </ol>
    </div>
  )
}
