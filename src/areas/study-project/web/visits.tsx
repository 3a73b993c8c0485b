import { useQuery } from '@tanstack/react-query'
import { ensureText, type RowData, useText } from '#web'
import { printQuery } from '#kernel'
import { fetchList } from '#web/api/resource.ts'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { useMay } from '#web/state/ability.tsx'
import { Standings } from './standings.tsx'
import { Timeline } from './timeline.tsx'
import '#web/ui/panel-card.css'
import './overview.css'

await ensureText('study', 'list')

/** The windows of the plan on one axis, what became of them, and the list below. */
export const Visits = ({ row }: { row: RowData }) => {
  const t = useText('study')
  const may = useMay()
  const where = [{ field: 'study', operator: '=' as const, val: String(row.id) }]
  const { data } = useQuery({
    // With the key of the list: what is changed there is drawn anew here.
    queryKey: ['list', 'study.visit', 'timeline', row.id],
    queryFn: ({ signal }) => fetchList('study.visit', 'index', printQuery({ page: 1, limit: 200, search: where }), signal),
    staleTime: 0,
  })
  return (
    <>
      {data && data.list.length > 0 && <Timeline visits={data.list} />}
      {data && data.list.length > 0 && may('study.subject', 'index') && <Standings study={row.id} />}
      <ListOf resource="study.visit" where={where} preset={{ study: row.id }} at="visits" title={t('visits')} />
    </>
  )
}
