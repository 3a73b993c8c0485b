import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ensureText, type RowData, useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { fetchOverview } from './api.ts'
import { ArchiveCard } from './archive.tsx'
import { NextStep } from './next-step.tsx'
import { SignatureCards } from './signature.tsx'
import '#web/ui/panel-card.css'
import './overview.css'
import './closing.css'

await ensureText('study', 'list')

const CLOSING = new Set(['frozen', 'locked', 'archived'])
/** What keeps the study from being closed, who signs its content, and what is locked of it. */
export const Closing = ({ row, reload }: { row: RowData; reload(): void }) => {
  const t = useText('study')
  const lang = useLanguage()
  const { nameOf } = useResource()
  const { data, error, refetch } = useQuery({
    queryKey: ['study', row.id, 'overview', row.version, lang],
    queryFn: ({ signal }) => fetchOverview(row.id, signal),
    staleTime: 0,
  })
  const where = [{ field: 'study', operator: '=' as const, val: String(row.id) }]
  const client = useQueryClient()
  const again = () => {
    for (const name of ['study.lock', 'study.archive']) void client.invalidateQueries({ queryKey: ['list', name] })
    void refetch()
    reload()
  }
  return (
    <div className="study-overview">
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : (
        data.next &&
        CLOSING.has(data.next.to) && (
          <section className="panel-card no-print" aria-label={t('closing')}>
            <NextStep row={row} next={data.next} reload={again} />
          </section>
        )
      )}
      <ArchiveCard study={row.id} />
      <SignatureCards key={row.version} study={row.id} title={nameOf(row)} reload={() => void refetch()} />
      <div className="no-print">
        <ListOf resource="study.lock" where={where} preset={{ study: row.id }} at="locks" title={t('locks')} />
      </div>
    </div>
  )
}
