import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { printQuery } from '#kernel'
import { useResource, useText } from '#web'
import { fetchList } from '#web/api/resource.ts'
import type { RowData } from '#web/field/view.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'
import { Failure } from '#web/ui/states.tsx'
import { formIdOf } from './api.ts'
import { More } from './more.tsx'

type Props = { form: number; record: number; field: string | null; called(slot: string): string }

const List = ({ form, record, field, called }: Props) => {
  const t = useText('clinical')
  const { words } = useResource()
  const search = [
    { field: 'form', operator: '=', val: String(form) },
    { field: 'record', operator: '=', val: String(record) },
    { field: 'state', operator: 'IN', val: 'new,reopened,fixing,queried' },
  ] as const
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'finding', 'of', form, record, words.lang],
    queryFn: ({ signal }) => fetchList('finding', 'index', printQuery({ limit: 100, search }), signal),
    staleTime: 0,
    retry: false,
  })
  // Nothing is shown where there is none: what could not be asked must not look like that.
  if (error)
    return (
      <section className="clinical-queries" aria-label={t('findings')}>
        <h2>{t('findings')}</h2>
        <Failure error={error} retry={() => void refetch()} />
      </section>
    )
  if (!data || data.list.length === 0) return null
  const isAbout = (slot: unknown) =>
    field !== null &&
    String(slot ?? '')
      .split(', ')
      .includes(field)
  // Of several variables all are named; what has no column here keeps the words of the finding.
  const variables = (row: RowData): string => {
    const slots = String(row['slot'] ?? '')
      .split(', ')
      .filter((slot) => /^v\d+$/.test(slot))
    return slots.length ? slots.map(called).join(t('comma')) : String(row['field'] ?? '')
  }
  // What is about the field that has the focus comes first.
  const rows = data.list.toSorted((a, b) => Number(isAbout(b['slot'])) - Number(isAbout(a['slot'])))
  return (
    <section className="clinical-queries" aria-label={t('findings')}>
      <h2>{t('findings')}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id} data-current={isAbout(row['slot']) || undefined}>
            <Tag tone={toneOf(String(row['severity']))}>{words.option('severity', String(row['severity']))}</Tag>{' '}
            <Link to={`/admin/finding/${row.id}`}>
              {[variables(row), String(row._labels?.['parameter'] ?? '')].filter(Boolean).join(' · ')}
            </Link>{' '}
            {row['value'] !== null && <code>{String(row['value'])}</code>}
          </li>
        ))}
      </ul>
      <More path="finding" form={form} record={record} shown={data.list.length} total={data.total} />
    </section>
  )
}

/** What quality control has found in this record and nobody has settled yet. */
export const Findings = ({ record, field }: { record: number; field: string | null }) => {
  const { resource, words } = useResource()
  const may = useMay()
  if (!may('finding', 'index')) return null
  return (
    <WithResource name="finding">
      <List form={formIdOf(resource.name)} record={record} field={field} called={words.field} />
    </WithResource>
  )
}
