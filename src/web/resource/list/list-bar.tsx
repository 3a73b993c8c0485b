import fold from 'virtual:icon/list-chevrons-down-up'
import unfold from 'virtual:icon/list-chevrons-up-down'
import refreshIcon from 'virtual:icon/refresh-cw'
import { useText } from '../../i18n/index.ts'
import type { useColumnMemory } from '../../grid/use-memory.ts'
import type { ListState } from '../address.ts'
import { Button } from '../../ui/button.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { FilterBar } from '../filter/filter-bar.tsx'
import { ViewMenu } from '../view/view-menu.tsx'
import { QuickSearch } from './quick-search.tsx'

type Props = {
  state: ListState
  change(part: Partial<ListState>, replace?: boolean): void
  columns: ReturnType<typeof useColumnMemory>
  fetching: boolean
  onRefresh(): void
  /** Lists that are a page of their own can be kept as they are shown. */
  hasViews: boolean
  /** Absent in a flat list. */
  folding?: { allOpen: boolean; openAll(all: boolean): void } | undefined
}

export const ListBar = ({ state, change, columns, fetching, onRefresh, hasViews, folding }: Props) => {
  const t = useText('list')
  return (
    <div className="list-bar">
      <QuickSearch value={state.quickSearch} onChange={(quickSearch) => change({ quickSearch }, true)} />
      <FilterBar bin={state.bin} filters={state.filters} onChange={(filters) => change({ filters })} />
      <span className="list-bar-end">
        {folding && (
          <Button
            look="quiet"
            icon={folding.allOpen ? fold : unfold}
            aria-label={t(folding.allOpen ? 'toolbar.collapseAll' : 'toolbar.expandAll')}
            onClick={() => folding.openAll(!folding.allOpen)}
          />
        )}
        <Button look="quiet" icon={refreshIcon} aria-label={t('refresh')} className={fetching ? 'btn-turning' : ''} onClick={onRefresh} />
        {hasViews && <ViewMenu state={state} change={change} columns={columns} />}
        <ColumnMenu columns={columns} />
      </span>
    </div>
  )
}
