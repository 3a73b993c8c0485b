import printer from 'virtual:icon/printer'
import type { SentDelivery } from '../../api/member-gather.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { exactTime, formatNumber, formatSize } from '../../ui/format.ts'

/** What was handed over, when, and by whom: the hash says which bytes. The print shows it alone. */
export const Receipt = ({ data }: { data: SentDelivery }) => {
  const t = useText('gather')
  const lang = useLanguage()
  const rows = formatNumber(data.rowsIn ?? 0, lang)
  const facts: [string, string][] = [
    [t('receipt.number'), `${data.gather.code}-${data.number}`],
    [t('receipt.to'), data.gather.name],
    [t('receipt.file'), `${data.name} · ${formatSize(data.size, lang)}`],
    [t('receipt.rows'), rows],
    [t('receipt.by'), data.by],
    [t('receipt.at'), data.submittedAt ? exactTime(new Date(data.submittedAt)) : ''],
    [t('receipt.hash'), data.sha256],
  ]
  return (
    <section className="member-receipt" aria-label={t('receipt.title')}>
      <h2 className="member-sub">{t('receipt.title')}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="member-tools">
        <Button icon={printer} onClick={() => window.print()}>
          {t('receipt.print')}
        </Button>
      </p>
    </section>
  )
}
