import { useLanguage } from '../../i18n/index.ts'
import { formatNumber } from '../../ui/format.ts'
import type { Filter } from '../address.ts'
import { useOpenedState } from './use-list-state.ts'
import './usual-views.css'

export type UsualView = { key: string; title: string; count?: number | undefined; filters: readonly Filter[] }

/** Whichever was set first: a door from elsewhere may name the same in another order. */
const inOneOrder = (filters: readonly Filter[]): string => JSON.stringify(filters.map((one) => JSON.stringify(one)).toSorted())

/** The views that everybody needs, beside those that people save themselves. */
export const UsualViews = ({ label, views }: { label: string; views: readonly UsualView[] }) => {
  const lang = useLanguage()
  const { state, change } = useOpenedState()
  const now = inOneOrder(state.filters)
  return (
    <div className="usual-views" role="group" aria-label={label}>
      {views.map(({ key, title, count, filters }) => (
        <button key={key} type="button" aria-pressed={inOneOrder(filters) === now} onClick={() => change({ filters, saved: null })}>
          {title}
          {count !== undefined && count > 0 && <span>{formatNumber(count, lang)}</span>}
        </button>
      ))}
    </div>
  )
}
