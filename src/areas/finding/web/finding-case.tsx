import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Row } from '#kernel'
import { ensureText, type RowData, useResource, useText } from '#web'
import { fetchList, readRow } from '#web/api/resource.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { useEnded } from '#web/live/use-ended.ts'
import BodyView from '#web/study/body-view.tsx'
import { exactTime, formatNumber, momentOf } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import type { finding } from '../index.ts'
import { Asked } from './asked.tsx'
import { LastSeen } from './last-seen.tsx'
import { Place } from './place.tsx'
import { RuleMessage } from './rule-message.tsx'
import { useVariableNames } from './variable-name.tsx'
import './finding.css'

await ensureText('control', 'list')

type Finding = Row<typeof finding> & Pick<RowData, '_labels'> & { _then?: unknown }

/** What the rule says now, in words. */
const Rule = ({ of }: { of: Finding }) => {
  const { words } = useResource()
  const { parameter, _labels } = of
  const columns = useVariableNames(of)
  const { data, error, refetch } = useQuery({
    queryKey: ['row', 'control.parameter', parameter, 'case', words.lang],
    queryFn: ({ signal }) => readRow('control.parameter', parameter, signal),
    retry: false,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={2} />
  const { row } = data
  return (
    <>
      <p className="finding-check">
        <Link to={`/admin/control/parameter/${parameter}`}>{_labels?.['parameter']}</Link> <small>{row._labels?.['check']}</small>
      </p>
      <RuleMessage parameter={parameter} />
      <BodyView
        name="body"
        field={{ kind: 'json' }}
        value={row['body']}
        row={row}
        words={words}
        active={false}
        names={{ table: _labels?.['form']?.toString(), columns }}
      />
    </>
  )
}

/** The row as it was, with what the rule looked at marked. */
const Context = ({ row }: { row: Finding }) => {
  const cells = typeof row.context === 'object' && row.context !== null ? Object.entries(row.context) : []
  const looked = new Set((row.field ?? '').split(', '))
  return (
    <dl className="finding-context">
      {cells.map(([column, value]) => (
        <div key={column} data-looked={looked.has(column) || undefined}>
          <dt>
            {looked.has(column) ? '▲ ' : ''}
            {column}
          </dt>
          <dd>{value === null || value === '' ? '∅' : String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

const Story = ({ row: { id, version } }: { row: Finding }) => {
  const { words } = useResource()
  const search = JSON.stringify([{ field: 'finding', operator: '=', val: String(id) }])
  const { data, error, refetch } = useQuery({
    // With every change of the finding there is one event more.
    queryKey: ['list', 'finding.event', id, version, words.lang],
    queryFn: ({ signal }) => fetchList('finding.event', 'index', { search, limit: 50, order: 'id,desc' }, signal),
    retry: false,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={2} />
  return (
    <ol className="finding-story">
      {data.list.map((event) => {
        const at = momentOf(event['createdAt'])
        const who = event._labels?.['by'] ?? event._labels?.['run']
        return (
          <li key={event.id}>
            {at && <time dateTime={at.toISOString()}>{exactTime(at)}</time>}
            <span>
              <Tag tone={toneOf(String(event['to']))}>{words.option('state', String(event['to']))}</Tag> {who}
              {event['value'] !== null && <code>{String(event['value'])}</code>}
              {event['reason'] ? <q>{String(event['reason'])}</q> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** One finding: what the rule says, the row that it found, what became of it. */
export const FindingCase = ({ row }: { row: Finding }) => {
  const t = useText('control')
  const client = useQueryClient()
  const follow = () => {
    for (const key of ['row', 'list']) void client.invalidateQueries({ queryKey: [key, 'finding'] })
  }
  useEnded('qc.run', follow)
  useEnded('finding', follow)
  const { words } = useResource()
  return (
    <div className="finding-case">
      <section>
        <h3>{t('finding.rule')}</h3>
        <Rule of={row} />
      </section>
      <section>
        <h3>
          {row.form === null ? t('finding.row', { row: row.row === null ? '–' : formatNumber(row.row, words.lang) }) : t('finding.record')}
        </h3>
        {row.massCount !== null && (
          <>
            <p>{t('finding.mass', { count: row.massCount })}</p>
            {row.value && <p>{t('finding.massFirst', { keys: row.value })}</p>}
            <p>
              <Link to={`/admin/finding/${row.id}?tab=mass`}>{t('finding.massOpen')}</Link>
            </p>
          </>
        )}
        {row.massCount === null && (row.record === null ? <Context row={row} /> : <Place row={row} />)}
      </section>
      {row.query !== null && <Asked id={row.query} label={String(row._labels?.['query'] ?? '')} version={row.version} />}
      <section>
        <h3>{t('finding.story')}</h3>
        <LastSeen id={row.id} version={row.version} />
        <Story row={row} />
      </section>
    </div>
  )
}
