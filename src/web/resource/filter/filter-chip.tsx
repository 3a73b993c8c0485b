import { lazy, Suspense } from 'react'
import { askedOf, isPointer } from '#kernel'
import close from 'virtual:icon/x'
import { useText } from '../../i18n/index.ts'
import { Glyph } from '../../ui/glyph.tsx'
import type { Filter } from '../address.ts'
import { useResource } from '../context.ts'
import { firstOperator, operatorWord, takesValue, valueWord } from './filter-words.ts'
import { Popup } from '../../ui/popup.tsx'
import { useLabels } from '../../field/use-options.ts'
import { useResources } from '../../field/use-resources.ts'

const FilterEditor = lazy(() => import('./filter-editor.tsx').then((m) => ({ default: m.FilterEditor })))

type Props = {
  field: string
  /** Absent: a suggestion that is not in force yet. */
  filter?: Filter
  startOpen?: boolean
  onApply(filter: Filter): void
  onRemove?(): void
  onClosed?(): void
}

export const FilterChip = ({ field: id, filter, startOpen = false, onApply, onRemove, onClosed }: Props) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const field = askedOf(resource)[id]
  const to = field && isPointer(field) && field.kind !== 'remoteSelect' ? field.to : ''
  const pointed = useLabels(
    to,
    { of: resource.name, name: id },
    filter && takesValue(filter.operator) && filter.val ? filter.val.split(',') : [],
  )
  const { list: resources } = useResources(filter !== undefined && field?.names !== undefined)
  const labels = field?.names ? Object.fromEntries(resources.map((r) => [r.name, r.title])) : pointed
  const name = words.field(id)
  if (!field)
    return (
      <span className="chip" data-on data-broken>
        <span className="chip-main">{t('filter.unknown', { field: id })}</span>
        <button type="button" className="chip-x" aria-label={t('filter.remove', { name: id })} onClick={onRemove}>
          <Glyph body={close} size={13} />
        </button>
      </span>
    )
  const start = filter ?? { field: id, operator: firstOperator(field), val: '' }
  return (
    <span className="chip" data-on={filter ? true : undefined}>
      <Popup
        label={name}
        startOpen={startOpen}
        {...(onClosed ? { onClosed } : {})}
        renderTrigger={(props) => (
          <button type="button" className="chip-main" {...props}>
            {name}
            {filter && (
              <>
                <em>{operatorWord(field, filter.operator, t)}</em>
                <b>{valueWord(filter, field, words, t, labels)}</b>
              </>
            )}
          </button>
        )}
      >
        {(shut) => (
          <Suspense fallback={<div className="filter-editor" />}>
            <FilterEditor
              field={field}
              filter={start}
              onApply={(next) => {
                shut()
                onApply(next)
              }}
            />
          </Suspense>
        )}
      </Popup>
      {filter && onRemove && (
        <button type="button" className="chip-x" aria-label={t('filter.remove', { name })} onClick={onRemove}>
          <Glyph body={close} size={13} />
        </button>
      )}
    </span>
  )
}
