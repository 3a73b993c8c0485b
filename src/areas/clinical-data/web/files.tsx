import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useResource, useText } from '#web'
import type { RowData } from '#web'
import { printQuery } from '#kernel'
import { fetchList } from '#web/api/resource.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'
import { Failure } from '#web/ui/states.tsx'
import { formIdOf } from './api.ts'

const List = ({ form, row }: { form: number; row: RowData }) => {
  const t = useText('clinical')
  const { words } = useResource()
  const at = { subject: row['subject'], visit: row['visit'], form, instance: row['instance'] ?? 1 }
  const search = Object.entries(at).map(([field, val]) =>
    val === null ? ({ field, operator: 'NULL', val: '' } as const) : ({ field, operator: '=', val: String(val) } as const),
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'datafile', 'of', at, words.lang],
    queryFn: ({ signal }) => fetchList('datafile', 'index', printQuery({ limit: 20, search }), signal),
    staleTime: 0,
    retry: false,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data || data.list.length === 0) return null
  return (
    <section className="clinical-queries" aria-label={t('files')}>
      <h2>{t('files')}</h2>
      <ul>
        {data.list.map((file) => (
          <li key={file.id}>
            <Tag tone={toneOf(String(file['state']))}>{words.option('state', String(file['state']))}</Tag>{' '}
            <Link to={`/admin/datafile/${file.id}`}>{String(file['name'])}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Photos and files that were sent with this record, for whoever reads data files. */
export const Files = ({ row }: { row: RowData }) => {
  const { resource } = useResource()
  const may = useMay()
  if (!may('datafile', 'index')) return null
  return (
    <WithResource name="datafile" fallback={null}>
      <List form={formIdOf(resource.name)} row={row} />
    </WithResource>
  )
}
