import { useEffect, useRef, useState } from 'react'
import download from 'virtual:icon/download'
import { ensureText, useResource, useText } from '#web'
import type { Row } from '#kernel'
import { ApiError, isCancelled } from '#web/api/request.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/resource/record/detail.css'
import type { datafile } from '../index.ts'
import { Choice } from './choice.tsx'
import { type Comparison, type Pair, saveChanges, useComparison } from './preview.ts'
import './datafile.css'

await ensureText('datafile')

/** `["S1","V2"]` as it is read: S1 · V2. */
const keyText = (key: string): string => {
  try {
    const parts: unknown = JSON.parse(key)
    return Array.isArray(parts)
      ? parts.map(String).join(' · ')
      : typeof parts === 'object' && parts
        ? Object.values(parts).join(' · ')
        : key
  } catch {
    return key
  }
}

const Figures = ({ found }: { found: Comparison }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const n = (value: number) => formatNumber(value, words.lang)
  const { counts, rows, columns, unpaired, changedByColumn } = found
  const repeated = unpaired.duplicateBefore + unpaired.duplicateAfter
  const blank = unpaired.blankBefore + unpaired.blankAfter
  const facts: [string, string][] = [
    ['rows', `${n(rows.before)} → ${n(rows.after)}`],
    ['added', n(counts.added)],
    ['removed', n(counts.removed)],
    ['changed', t('compare.cells', { count: counts.changedCells, rows: n(counts.changed), cells: n(counts.changedCells) })],
    ['unchanged', n(counts.unchanged)],
    ['newColumns', columns.added.join(', ')],
    ['goneColumns', columns.removed.join(', ')],
    [
      'retyped',
      columns.retyped.map(({ column, before, after }) => `${column}: ${t(`type.${before}`)} → ${t(`type.${after}`)}`).join(' · '),
    ],
    ['order', columns.moved ? t('compare.moved') : ''],
    ['repeated', repeated ? n(repeated) : ''],
    ['blank', blank ? n(blank) : ''],
    ['byColumn', changedByColumn.map(({ column, cells }) => `${column} (${n(cells)})`).join(' · ')],
  ]
  return (
    <section className="detail">
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt>{t(`compare.fact.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {columns.typed < found.shared.length && (
        <p className="field-note">{t('compare.typed', { amount: n(columns.typed), all: n(found.shared.length) })}</p>
      )}
    </section>
  )
}

/** All changes as a file, however many there are. */
const Download = ({ pair }: { pair: Pair }) => {
  const t = useText('datafile')
  const [busy, setBusy] = useState(false)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const save = async () => {
    const control = (leaving.current = new AbortController())
    setBusy(true)
    try {
      await saveChanges(pair, t('compare.stopped'), control.signal)
    } catch (error) {
      if (!isCancelled(error)) toast.error(error instanceof ApiError ? error.msg : String(error))
    }
    setBusy(false)
  }
  return (
    <Button icon={download} busy={busy} onClick={() => void save()}>
      {t('compare.save')}
    </Button>
  )
}

const Changes = ({ found, pair }: { found: Comparison; pair: Pair }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const { added, removed, changedCells } = found.counts
  const all = added + removed + changedCells
  if (all === 0) return null
  const shown = found.changes.length
  return (
    <>
      <div className="datafile-choices">
        {all > shown && (
          <p className="field-note">{t('compare.first', { shown: formatNumber(shown, words.lang), all: formatNumber(all, words.lang) })}</p>
        )}
        <Download pair={pair} />
      </div>
      {/* A wide table holds nothing to focus: without a stop of its own the keyboard could not scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="datafile-table" role="region" aria-label={t('compare.changes')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('compare.kind')}</th>
              <th scope="col">{found.key.join(' · ')}</th>
              <th scope="col">{t('head.name')}</th>
              <th scope="col">{t('compare.before')}</th>
              <th scope="col">{t('compare.after')}</th>
            </tr>
          </thead>
          <tbody>
            {found.changes.map((one, i) => (
              <tr key={i} data-change={one.kind}>
                <td>{t(`compare.is.${one.kind}`)}</td>
                <th scope="row">{keyText(one.key)}</th>
                <td>{one.field}</td>
                <td>{one.kind === 'changed' && (one.before ?? <span className="datafile-blank">∅</span>)}</td>
                <td>{one.kind === 'changed' && (one.after ?? <span className="datafile-blank">∅</span>)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Two versions beside each other: what became of the columns, which rows came, went and changed. */
export const Compare = ({ row }: { row: Row<typeof datafile> }) => {
  const t = useText('datafile')
  const mayRead = useResource().may('preview')
  const tasks = useMenu((s) => listAddress(s.nodes, 'task'))
  const newest = row.number ?? 0
  const [{ before, after, key }, setPair] = useState({ before: newest - 1, after: newest, key: '' })
  const pair: Pair = { id: row.id, before, after, key: key === '' ? [] : [key] }
  const { data, error, isFetching, refetch, task } = useComparison(pair)
  if (!mayRead) return <Empty icon="lock" title={t('noRight')} text={t('noRightHint')} />
  const versions = Array.from({ length: newest }, (_, i) => ({
    value: String(i + 1),
    label: t('compare.version', { number: i + 1 }),
  })).toReversed()
  const keys = [
    { value: '', label: t('compare.anyKey') },
    ...(data?.shared ?? (key ? [key] : [])).map((name) => ({ value: name, label: name })),
  ]
  return (
    <div className="record-card">
      <div className="datafile-choices">
        <Choice
          label={t('compare.before')}
          value={String(before)}
          options={versions}
          onChoose={(value) => setPair({ before: Number(value), after, key })}
        />
        <Choice
          label={t('compare.after')}
          value={String(after)}
          options={versions}
          onChoose={(value) => setPair({ before, after: Number(value), key })}
        />
        <Choice label={t('compare.key')} value={key} options={keys} onChoose={(value) => setPair({ before, after, key: value })} />
      </div>
      {before === after ? (
        <p className="field-note">{t('compare.same')}</p>
      ) : error && !isFetching ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : data && !isFetching ? (
        <>
          {data.counts.added + data.counts.removed + data.counts.changed === 0 && <p className="field-note">{t('compare.equal')}</p>}
          <Figures found={data} />
          <Changes found={data} pair={pair} />
        </>
      ) : (
        <>
          {task !== null && (
            <p className="field-note" role="status">
              {t('compare.longer')}{' '}
              <LabelLink active to={tasks && `${tasks}/${task}`}>
                {t('compare.task')}
              </LabelLink>
            </p>
          )}
          <Skeleton rows={6} />
        </>
      )}
    </div>
  )
}
