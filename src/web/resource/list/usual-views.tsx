import type { Filter } from '../address.ts'
import { useListState } from './use-list-state.ts'
import './usual-views.css'

export type UsualView = { key: string; title: string; filters: readonly Filter[] }

/** The views that everybody needs, beside those that people save themselves. */
export const UsualViews = ({ label, views }: { label: string; views: readonly UsualView[] }) => {
  const { state, change } = useListState()
  const now = JSON.stringify(state.filters)
  return (
    <div className="usual-views" role="group" aria-label={label}>
      {views.map(({ key, title, filters }) => (
        <button key={key} type="button" aria-pressed={JSON.stringify(filters) === now} onClick={() => change({ filters, saved: null })}>
          {title}
        </button>
      ))}
    </div>
  )
}
