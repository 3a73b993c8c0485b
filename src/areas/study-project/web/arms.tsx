import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import eye from 'virtual:icon/eye'
import { ensureText, type RowData, useResource, useText } from '#web'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { Button } from '#web/ui/button.tsx'
import { exactTime, joinNames, momentOf } from '#web/ui/format.ts'
import { fetchUnblinders } from './api.ts'
import '#web/ui/panel-card.css'
import './overview.css'

await ensureText('study', 'list')

const ActionDialog = lazy(() => import('#web/resource/form/action-dialog.tsx'))

const BEFORE: ReadonlySet<string> = new Set(['draft', 'submitted', 'approved'])
/** Whether anybody may know who is in which arm, and who can open them. */
const Blinding = ({ row, reload }: { row: RowData; reload(): void }) => {
  const t = useText('study')
  const { may, half } = useResource()
  const [isAsking, setAsking] = useState(false)
  const opened = momentOf(row['unblindedAt'])
  const isBlind = Boolean(row['blinded']) && !opened
  const { data: names } = useQuery({
    queryKey: ['study', row.id, 'unblinders'],
    queryFn: ({ signal }) => fetchUnblinders(row.id, signal),
    enabled: isBlind,
    retry: false,
  })
  const open = BEFORE.has(String(row['state'])) ? 'blinding.notYet' : 'blinding.none'
  const said = opened ? t('blinding.opened', { at: exactTime(opened) }) : t(isBlind ? 'blinding.hidden' : open)
  return (
    <section className="panel-card" aria-label={t('blinding.title')}>
      <h2>
        {t('blinding.title')}
        {may('unblind') && half.rowActions?.['unblind']?.visible?.(row) && (
          <small>
            <Button icon={eye} onClick={() => setAsking(true)}>
              {t('blinding.open')}
            </Button>
          </small>
        )}
      </h2>
      <p className="panel-note">{said}</p>
      {isBlind && names && (
        <p className="panel-note">{names.length ? t('blinding.who', { names: joinNames(names) }) : t('blinding.nobody')}</p>
      )}
      {isAsking && (
        <Suspense>
          <ActionDialog action="unblind" rows={[row]} onDone={reload} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  )
}

export const Arms = ({ row, reload }: { row: RowData; reload(): void }) => {
  const t = useText('study')
  const where = [{ field: 'study', operator: '=' as const, val: String(row.id) }]
  return (
    <div className="study-overview">
      <Blinding row={row} reload={reload} />
      <div>
        <ListOf resource="study.arm" where={where} preset={{ study: row.id }} at="arms" title={t('arms')} />
      </div>
    </div>
  )
}
