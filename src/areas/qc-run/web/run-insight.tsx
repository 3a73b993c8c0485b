import { useQuery } from '@tanstack/react-query'
import { ensureText, type RowData } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import '#web/ui/panel-card.css'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { CompareCard } from './compare-card.tsx'
import { DistributionCard } from './distribution-card.tsx'
import type { Rule, Run } from './insight.ts'
import { MissingCard } from './missing-card.tsx'
import { SiteCard } from './site-card.tsx'
import { TrendCard } from './trend-card.tsx'
import { WhatIfCard } from './what-if-card.tsx'
import './run.css'
import './insight.css'

await ensureText('control')

const PAGE = 1000

/** The rules of a run, those with most violations first: all of them, page by page, or a door would lack its rule. */
const useRules = (run: number) => {
  const lang = useLanguage()
  const search = JSON.stringify([{ field: 'run', operator: '=', val: String(run) }])
  return useQuery({
    queryKey: ['list', 'qc.result', run, 'rules', lang],
    queryFn: async ({ signal }): Promise<Rule[]> => {
      const all: RowData[] = []
      for (let page = 1; ; page++) {
        const { list } = await fetchList('qc.result', 'index', { search, page, limit: PAGE, order: 'violated,desc' }, signal)
        all.push(...list)
        if (list.length < PAGE) break
      }
      return all.map((row) => ({
        parameter: Number(row['parameter']),
        form: typeof row['form'] === 'number' ? row['form'] : null,
        code: String(row['code']),
        name: String(row._labels?.['parameter'] ?? ''),
      }))
    },
    retry: false,
  })
}

/** The run among others: against an earlier one, under other limits, over time, site by site. */
export const RunInsight = ({ row }: { row: Run }) => {
  const { data: rules, error, refetch } = useRules(row.id)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!rules) return <Skeleton rows={8} />
  return (
    <div className="run-insight">
      <CompareCard run={row} />
      <WhatIfCard run={row} rules={rules} />
      <TrendCard run={row} rules={rules} />
      <SiteCard run={row} rules={rules} />
      <DistributionCard run={row} />
      <MissingCard run={row} />
    </div>
  )
}
