import { applies, labelOf } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { Check } from '../../grid/check.tsx'
import type { GridColumn } from '../../grid/column.ts'
import type { GridItem } from '../../grid/item.ts'
import { type Selection, toggled } from '../../grid/selection.ts'
import { useText } from '../../i18n/index.ts'
import { useResource } from '../context.ts'
import { RowActions } from './row-actions.tsx'

/** A card has room for what is there, not for dashes. */
const blank = (v: unknown): boolean => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)

type Props = {
  items: readonly GridItem<RowData>[]
  columns: readonly GridColumn<RowData>[]
  selection: Selection
  /** Absent where nothing can be done with what is chosen. */
  onSelect: ((selection: Set<number>) => void) | undefined
  descendants(key: number): readonly number[]
  onOpen(row: RowData): void
}

/** On a phone a row is a card: sixty pixels of a table help nobody. Same cells, same actions. */
export const Cards = ({ items, columns, selection, onSelect, descendants, onOpen }: Props) => {
  const t = useText('list')
  const { words, nameOf, resource } = useResource()
  const title = columns.find((c) => c.id === labelOf(resource, words.lang))
  const isAsked = (id: string, row: RowData) => applies(resource.fields[id] ?? {}, row)
  const rest = columns.filter((c) => c !== title && c.id !== 'id')
  return (
    <ul className="cards" aria-label={words.title}>
      {items.map(({ key, row, depth }) => (
        <li key={key} className="card" data-selected={selection.has(key) || undefined} style={{ marginInlineStart: depth * 20 }}>
          <div className="card-head">
            {onSelect && (
              <Check
                state={selection.has(key) ? 'all' : 'none'}
                label={`${t('grid.select')} ${nameOf(row)}`}
                onChange={() => onSelect(toggled(selection, key, descendants))}
              />
            )}
            <button type="button" className="card-title" onClick={() => onOpen(row)}>
              {nameOf(row)}
            </button>
            <span className="card-actions">
              <RowActions row={row} active />
            </span>
          </div>
          <dl>
            {rest
              .filter(({ id }) => !blank(row[id]) && isAsked(id, row))
              .map((column) => (
                <div key={column.id}>
                  <dt>{column.title}</dt>
                  <dd>
                    <column.Cell row={row} active />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
