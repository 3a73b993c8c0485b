import { useQuery } from '@tanstack/react-query'
import { useResource } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { behind } from '#web/languages.ts'
import { useMay } from '#web/state/ability.tsx'

/** What the rule in force tells whoever entered the data, for whoever may read its versions. */
export const RuleMessage = ({ parameter }: { parameter: number }) => {
  const may = useMay()
  const { words } = useResource()
  const search = JSON.stringify([
    { field: 'parameter', operator: '=', val: String(parameter) },
    { field: 'state', operator: 'IN', val: 'active' },
  ])
  const { data } = useQuery({
    queryKey: ['list', 'control.version', parameter, 'message'],
    queryFn: ({ signal }) => fetchList('control.version', 'index', { search, limit: 1 }, signal),
    enabled: may('control.version', 'index'),
    retry: false,
  })
  const row = data?.list[0]
  const [own, other] = behind(words.lang) === 'en' ? ['messageEn', 'messageZh'] : ['messageZh', 'messageEn']
  const said = row?.[own] || row?.[other]
  return typeof said === 'string' && said !== '' ? <p className="finding-message">{said}</p> : null
}
