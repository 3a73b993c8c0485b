import { useLanguage, useText } from '../../i18n/index.ts'
import { formatNumber } from '../../ui/format.ts'

/** Below a list that is not leafed through: how many there are, and when more than a page can hold, how to see the rest. */
export const ListFoot = ({ total, shown }: { total: number; shown: number }) => {
  const t = useText('list')
  const lang = useLanguage()
  return (
    <div className="pager">
      <span className="pager-total" aria-live="polite">
        {t('pager.total', { count: total, amount: formatNumber(total, lang) })}
        {total > shown && ` ${t('pager.beyond', { amount: formatNumber(shown, lang) })}`}
      </span>
    </div>
  )
}
