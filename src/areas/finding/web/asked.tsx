import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useResource, useText } from '#web'
import { readRow } from '#web/api/resource.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'

const Line = ({ id, label, version }: { id: number; label: string; version: number | undefined }) => {
  const { words } = useResource()
  const { data } = useQuery({
    // Whatever happens to the query in a run happens to the finding too.
    queryKey: ['row', 'query', id, 'finding', version, words.lang],
    queryFn: ({ signal }) => readRow('query', id, signal),
    staleTime: 0,
    retry: false,
  })
  const state = data ? String(data.row['state']) : null
  return (
    <p className="finding-asked">
      {state && <Tag tone={toneOf(state)}>{words.option('state', state)}</Tag>}{' '}
      <Link to={`/admin/query/${id}`}>
        #{id} {label}
      </Link>
      {data && <span>{String(data.row['text'])}</span>}
    </p>
  )
}

/** The question that was asked about it, as a door. */
export const Asked = ({ id, label, version }: { id: number; label: string; version: number | undefined }) => {
  const t = useText('control')
  const may = useMay()
  return (
    <section aria-label={t('finding.query')}>
      <h3>{t('finding.query')}</h3>
      {may('query', 'index') ? (
        <WithResource name="query">
          <Line id={id} label={label} version={version} />
        </WithResource>
      ) : (
        <p>
          #{id} {label}
        </p>
      )}
    </section>
  )
}
