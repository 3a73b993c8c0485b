import { useQuery } from '@tanstack/react-query'
import { ensureText, useText } from '#web'
import type { CellViewProps } from '#web/field/view.ts'
import { formatNumber } from '#web/ui/format.ts'
import { amountOf, fetchCounts, percentOf, shareOf } from './received.ts'
import './received.css'

await ensureText('delivery')

/** How much has come in against what is wanted. It is counted after the list is there. */
export const TargetCell = ({ value, row, words }: CellViewProps) => {
  const t = useText('delivery')
  const { data } = useQuery({
    queryKey: ['gather', 'counts', row.id, row.version],
    queryFn: () => fetchCounts(row.id).then((counts) => counts ?? null),
    staleTime: 0,
  })
  const target = typeof value === 'number' ? value : null
  const amount = (n: number) => formatNumber(n, words.lang)
  // What some departments have brought is not held against what is wanted of all.
  if (!data || (!data.isAll && target !== null)) return <span className="cell-text">{target === null ? '–' : amount(target)}</span>
  const count = amountOf(data, row['targetOf'])
  const share = shareOf(count, target)
  if (target === null || share === null) return <span className="cell-text">{amount(count)}</span>
  return (
    <span className="cell-text gather-target">
      {t('received.of', { count: amount(count), target: amount(target), percent: percentOf(share) })}
      <i className="gather-bar" aria-hidden>
        <b style={{ inlineSize: `${Math.min(100, share)}%` }} />
      </i>
    </span>
  )
}
