import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '#web'
import { request } from '#web/api/request.ts'
import { exactTime, momentOf } from '#web/ui/format.ts'

type At = { id: number; at: string | null }
type Seen = { first: At | null; last: At | null; gone: At | null }
const PARTS = ['first', 'last', 'gone'] as const

/** Through which runs it was found. Of one that somebody decided about, no run says whether it still is. */
export const LastSeen = ({ id, version }: { id: number; version: number }) => {
  const t = useText('control')
  const { data } = useQuery({
    queryKey: ['row', 'finding', id, 'seen', version],
    queryFn: ({ signal }) =>
      request<Seen>({ url: '/admin/finding/seen', params: { id }, signal, showError: false, cancelDuplicate: false }).then((a) => a.data),
    staleTime: 0,
    retry: false,
  })
  if (!data) return null
  return (
    <p className="finding-seen">
      {PARTS.map((part) => {
        const run = data[part]
        const moment = momentOf(run?.at)
        return (
          run && (
            <span key={part}>
              {t(`finding.seen.${part}`)}{' '}
              <Link to={`/admin/qc/run/${run.id}`} title={moment ? exactTime(moment) : undefined}>
                #{run.id}
              </Link>
            </span>
          )
        )
      })}
    </p>
  )
}
