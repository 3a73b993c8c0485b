import { ensureText, useText } from '#web'
import { Icon } from '#web/ui/icon.tsx'
import '#web/message/receipt.css'

await ensureText('control')

/** What a test will do: with the address as it is saved, not as it is being typed. */
export const Asks = ({ rows: [row] }: { rows: readonly Record<string, unknown>[] }) => {
  const t = useText('control')
  const [url, user] = [String(row?.['url'] ?? ''), String(row?.['user'] ?? '')]
  return <p>{url && user ? t('trino.asks', { url, user }) : t('trino.nothing')}</p>
}

/** What a test of the connection found. */
export const Reached = ({ answer }: { answer: unknown }) => {
  const t = useText('control')
  const { server, nodes } = Object(answer)
  return (
    <section className="receipt" data-outcome="sent">
      <h3>
        <Icon name="circle-check" />
        {t('trino.reached')}
      </h3>
      <p>{t('trino.server', { server: String(server), nodes: Number(nodes) })}</p>
    </section>
  )
}
