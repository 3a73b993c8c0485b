import { ensureText, useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'
import { go } from '../navigation/open.ts'
import { useCan } from '../state/ability.tsx'
import { Icon } from '../ui/icon.tsx'
import '../ui/panel-card.css'
import './receipt.css'

await ensureText('area')

type Receipt = { id: number; status: 'sent' | 'local' | 'failed'; provider: string; attempts: number; error: string }

/** What became of a test message, in words. */
export const Receipt = ({ answer }: { answer: unknown }) => {
  const t = useText('area')
  const { id, status: outcome, provider, attempts, error } = answer as Receipt
  const mayRead = useCan('message/outbox/index')
  return (
    <section className="receipt" data-outcome={outcome}>
      <h3>
        <Icon name={outcome === 'sent' ? 'circle-check' : outcome === 'local' ? 'inbox' : 'circle-alert'} />
        {t(`message.outcome.${outcome}`)}
      </h3>
      <p>{t(`message.detail.${outcome}`, { provider, attempts, error })}</p>
      {mayRead && (
        <Button onClick={() => void go(`/admin/message/outbox?view=${id}`)}>
          <Icon name="inbox" />
          {t('message.open')}
        </Button>
      )}
    </section>
  )
}

/** Where messages of this channel went. */
export const OutboxLink = ({ channel }: { channel: 'sms' | 'mail' }) => {
  const t = useText('area')
  if (!useCan('message/outbox/index')) return null
  return (
    <section className="panel-card" aria-label={t('message.outbox')}>
      <h2>{t('message.outbox')}</h2>
      <p className="panel-note">{t('message.outboxHint')}</p>
      <Button onClick={() => void go(`/admin/message/outbox?filter=channel:IN:${channel}`)}>
        <Icon name="inbox" />
        {t(`message.outboxOf.${channel}`)}
      </Button>
    </section>
  )
}
