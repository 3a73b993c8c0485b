import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { printQuery } from '#kernel'
import { useResource, useText } from '#web'
import type { RowData } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'
import { exactTime } from '#web/ui/format.ts'
import { Failure } from '#web/ui/states.tsx'
import { formIdOf } from './api.ts'

const NAME = 'study.secondEntry'
const ADDRESS = '/admin/study/secondEntry'

const Made = ({ row }: { row: RowData }) => {
  const t = useText('clinical')
  const { words } = useResource()
  const state = String(row['state'])
  const said = state === 'conflict' ? t('second.differ', { count: Number(row['count']) }) : null
  return (
    <p>
      <Tag tone={toneOf(state)}>{words.option('state', state)}</Tag> {said && <Link to={`${ADDRESS}/${row.id}`}>{said}</Link>}
      <small>
        <time dateTime={String(row['createdAt'])}>{exactTime(new Date(String(row['createdAt'])))}</time>{' '}
        {String(row._labels?.['by'] ?? row._labels?.['byMember'] ?? '')}
      </small>
    </p>
  )
}

const Standing = ({ form, record }: { form: number; record: RowData }) => {
  const t = useText('clinical')
  const { words } = useResource()
  const may = useMay()
  const search = [
    { field: 'form', operator: '=', val: String(form) },
    { field: 'record', operator: '=', val: String(record.id) },
  ] as const
  const { data, error, refetch } = useQuery({
    queryKey: ['list', NAME, 'of', form, record.id, record.version, words.lang],
    queryFn: ({ signal }) => fetchList(NAME, 'index', printQuery({ limit: 1, search }), signal),
    staleTime: 0,
    retry: false,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const [row] = data.list
  return (
    <section className="clinical-queries" aria-label={words.title}>
      <h2>{words.title}</h2>
      {row ? <Made row={row} /> : <p>{may(NAME, 'enter') ? <Link to={ADDRESS}>{t('second.missing')}</Link> : t('second.missing')}</p>}
    </section>
  )
}

/** Of a form that is entered twice: how far this record is with it, and the way to where it goes on. */
export const Second = ({ row, isDouble }: { row: RowData; isDouble: boolean }) => {
  const { resource } = useResource()
  const may = useMay()
  if (!isDouble || row['state'] === 'draft' || !may(NAME, 'index')) return null
  return (
    <WithResource name={NAME}>
      <Standing form={formIdOf(resource.name)} record={row} />
    </WithResource>
  )
}
