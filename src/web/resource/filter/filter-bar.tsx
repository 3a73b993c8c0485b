import { useState } from 'react'
import funnel from 'virtual:icon/list-filter'
import { useText } from '../../i18n/index.ts'
import type { Filter } from '../address.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import { FilterChip } from './filter-chip.tsx'
import { filterFields } from './filter-words.ts'
import { Popup } from '../../ui/popup.tsx'

type Props = { bin: boolean; filters: readonly Filter[]; onChange(filters: readonly Filter[]): void }

/** Filters in force as chips, those the area suggests as dashed ones, every column behind a menu: where the line ends, so do the dashed ones. */
export const FilterBar = ({ bin, filters, onChange }: Props) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const [drafting, setDrafting] = useState<string | null>(null)
  const fields = filterFields(resource, bin)
  const used = new Set(filters.map((f) => f.field))
  const suggested = fields.filter((f) => f.suggested && !used.has(f.id) && f.id !== drafting)
  return (
    <div className="filter-bar" role="group" aria-label={t('filter.label')}>
      {filters.map((filter, at) => (
        <FilterChip
          key={`${filter.field}${at}`}
          field={filter.field}
          filter={filter}
          onApply={(next) => onChange(filters.with(at, next))}
          onRemove={() => onChange(filters.toSpliced(at, 1))}
        />
      ))}
      {drafting && (
        <FilterChip
          key={`draft-${drafting}`}
          field={drafting}
          startOpen
          onApply={(next) => onChange([...filters, next])}
          onClosed={() => setDrafting(null)}
        />
      )}
      {suggested.length > 0 && (
        <span className="filter-offers">
          {suggested.map((f) => (
            <FilterChip key={f.id} field={f.id} onApply={(next) => onChange([...filters, next])} />
          ))}
        </span>
      )}
      {fields.length > 0 && (
        <Popup
          label={t('filter.more')}
          renderTrigger={(props) => (
            <Button {...props} look="quiet" className="chip-more" icon={funnel}>
              {t('filter.more')}
            </Button>
          )}
        >
          {(shut) => (
            <div className="menu">
              {fields.map((f) => (
                <button
                  key={f.id}
                  type="button"
                  className="menu-entry"
                  onClick={() => {
                    shut()
                    setDrafting(f.id)
                  }}
                >
                  {words.field(f.id)}
                </button>
              ))}
            </div>
          )}
        </Popup>
      )}
      {filters.length > 1 && (
        <Button look="quiet" className="chip-more" onClick={() => onChange([])}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
