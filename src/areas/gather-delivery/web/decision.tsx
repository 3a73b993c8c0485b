import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { printQuery, type Row } from '#kernel'
import { ensureText, useResource, useText } from '#web'
import { fetchList, runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'
import { Button } from '#web/ui/button.tsx'
import { exactTime, formatNumber } from '#web/ui/format.ts'
import type { gatherDelivery } from '../index.ts'
import type { Changes } from './api.ts'
import { figuresOf, newSubjectsIn } from './manifest.ts'

await ensureText('delivery')

type Delivery = Row<typeof gatherDelivery>

const LOOK_MS = 2000
const AT_WORK: ReadonlySet<unknown> = new Set(['waiting', 'running'])
/** What was stored is judged at once: the run that came of it, and how it stands. */
const Run = ({ delivery }: { delivery: number }) => {
  const t = useText('delivery')
  const { words } = useResource()
  const search = [{ field: 'delivery', operator: '=', val: String(delivery) }] as const
  const { data } = useQuery({
    queryKey: ['list', 'qc.run', 'of delivery', delivery, words.lang],
    queryFn: ({ signal }) => fetchList('qc.run', 'index', printQuery({ limit: 1, search }), signal),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (AT_WORK.has(state.data?.list[0]?.['state']) ? LOOK_MS : false),
  })
  const run = data?.list[0]
  if (!run) return null
  const { state, score, appeared, resolved } = run
  const amount = (n: unknown) => (typeof n === 'number' ? formatNumber(n, words.lang) : '–')
  return (
    <p className="delivery-run">
      <Link to={`/admin/qc/run/${run.id}`}>
        {words.title} #{run.id}
      </Link>
      <Tag tone={toneOf(String(state))}>{words.option('state', String(state))}</Tag>
      {state === 'done' && <span>{t('judged', { score: amount(score), appeared: amount(appeared), resolved: amount(resolved) })}</span>}
    </p>
  )
}

/** Who decided, when and why, and what came of it: the receipt of the delivery. */
const Decided = ({ row, decided }: { row: Delivery; decided: Changes['decided'] }) => {
  const t = useText('delivery')
  const { words } = useResource()
  const may = useMay()
  const at = decided?.at ?? row.updatedAt
  return (
    <>
      <p role="status">{[words.option('state', row.state), decided?.by, at && exactTime(new Date(at))].filter(Boolean).join(' · ')}</p>
      {decided?.reason && <p>{t('why', { reason: decided.reason })}</p>}
      {row.state === 'accepted' && may('qc.run', 'index') && (
        <WithResource name="qc.run">
          <Run delivery={row.id} />
        </WithResource>
      )}
    </>
  )
}

/** What stands in the way, why it is stored all the same, and the buttons. */
export const Decision = ({ row, changes, onChanged }: { row: Delivery; changes: Changes; onChanged(): void }) => {
  const t = useText('delivery')
  const { words, may } = useResource()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (action: 'accept' | 'again' | 'addSubjects') => {
    setBusy(true)
    try {
      await runAction('gather.delivery', action, [row.id], action === 'accept' ? { reason } : {}, uuid(), {
        showSuccess: false,
      })
      onChanged()
    } finally {
      setBusy(false)
    }
  }
  if (row.state === 'accepted' || row.state === 'rejected') return <Decided row={row} decided={changes.decided} />
  if (changes.atWork) return <p role="status">{t('working')}</p>
  if (row.sha256 && !row.submittedAt) return <p role="status">{t('notSubmitted')}</p>
  const { stops } = figuresOf(row.diff)
  const isReady = (row.state === 'compared' || row.state === 'quarantined') && row.rowsSame !== null
  const isExplained = stops > 0 || changes.explains
  return (
    <>
      {changes.error && (
        <p className="form-trouble" role="alert">
          {changes.error}
        </p>
      )}
      {!isReady && <p>{t(changes.isOpen ? 'notYet' : 'notYours')}</p>}
      {isReady && stops > 0 && (
        <p className="form-trouble" role="alert">
          {t('stoppedHint', { count: stops })}
        </p>
      )}
      {isReady && stops === 0 && changes.explains && <p>{t('explainHint', { count: row.rowsChanged ?? 0 })}</p>}
      {isReady && may('accept') && (
        <label className="delivery-reason">
          <span>
            {words.field('reason')}
            {isExplained && (
              <span className="form-required" aria-hidden>
                *
              </span>
            )}
          </span>
          <input
            className="input"
            value={reason}
            maxLength={500}
            required={isExplained}
            placeholder={t('reasonHint')}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      )}
      <p className="delivery-tools">
        {isReady && may('accept') && (
          <Button look="primary" busy={busy} disabled={isExplained && reason.trim() === ''} onClick={() => void run('accept')}>
            {t('accept', { count: (row.rowsStored ?? 0) + (row.rowsChanged ?? 0) })}
          </Button>
        )}
        {isReady && may('addSubjects') && newSubjectsIn(row.diff) > 0 && (
          <Button busy={busy} onClick={() => void run('addSubjects')}>
            {words.action('addSubjects')}
          </Button>
        )}
        {may('again') && row.state !== 'received' && (
          <Button busy={busy} onClick={() => void run('again')}>
            {words.action('again')}
          </Button>
        )}
      </p>
    </>
  )
}
