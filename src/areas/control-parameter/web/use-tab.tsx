import { useQuery } from '@tanstack/react-query'
import { printQuery, type Row } from '#kernel'
import { ensureText, useResource } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { behind } from '#web/languages.ts'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { useMay } from '#web/state/ability.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import type { controlParameter } from '../index.ts'
import { USE } from '../locale.ts'

await ensureText('list')

const MOST = 500

/** Where a rule is judged: the sets that have it, the gather projects whose deliveries these sets judge, and what its last runs said. */
export const UseTab = ({ row }: { row: Row<typeof controlParameter> }) => {
  const { words } = useResource()
  const may = useMay()
  const language = behind(words.lang)
  const where = { field: 'parameters', operator: 'FIND_IN_SET', val: String(row.id) } as const
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'control.set', 'having', row.id],
    queryFn: ({ signal }) => fetchList('control.set', 'index', printQuery({ limit: MOST, search: [where] }), signal),
    enabled: may('control.set', 'index'),
    retry: false,
  })
  if (!may('control.set', 'index')) return <p>{USE.unseen[language]}</p>
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  if (data.list.length === 0) return <p role="status">{USE.nowhere[language]}</p>
  const sets = data.list.map(({ id }) => id).join(',')
  return (
    <>
      <ListOf resource="control.set" where={[where]} at="set" title={USE.sets[language]} />
      {may('gather.project', 'index') && (
        <ListOf
          resource="gather.project"
          where={[{ field: 'controlSet', operator: 'IN', val: sets }]}
          at="gather"
          title={USE.gathers[language]}
        />
      )}
      {may('qc.result', 'index') && (
        <ListOf
          resource="qc.result"
          where={[{ field: 'parameter', operator: 'IN', val: String(row.id) }]}
          at="result"
          title={USE.results[language]}
        />
      )}
    </>
  )
}
