import up from 'virtual:icon/chevron-up'
import down from 'virtual:icon/chevron-down'
import { applies, labelOf } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { Button } from '../../ui/button.tsx'
import { type Move, neighbour } from '../../grid/reorder.ts'
import { Check } from '../../grid/check.tsx'
import type { GridColumn } from '../../grid/column.ts'
import type { GridItem } from '../../grid/item.ts'
import { type Selection, toggled } from '../../grid/selection.ts'
import { useText } from '../../i18n/index.ts'
import { useResource } from '../context.ts'
import { RowActions } from './row-actions.tsx'

/** A card has room for what is there, not for dashes. */
const blank = (v: unknown): boolean => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)

/** A finger cannot drag past the edge of a phone: one place at a time. */
const STEPS = [
  { step: -1, icon: up, word: 'row.up' },
  { step: 1, icon: down, word: 'row.down' },
] as const

type Props = {
  items: readonly GridItem<RowData>[]
  columns: readonly GridColumn<RowData>[]
  selection: Selection
  /** Absent where nothing can be done with what is chosen. */
  onSelect: ((selection: Set<number>) => void) | undefined
  descendants(key: number): readonly number[]
  onOpen(row: RowData): void
  /** Absent where the order is not the rows' own. */
  onMove: ((move: Move) => void) | undefined
}

/** On a phone a row is a card: sixty pixels of a table help nobody. Same cells, same actions. */
export const Cards = ({ items, columns, selection, onSelect, descendants, onOpen, onMove }: Props) => {
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
              {onMove &&
                STEPS.map(({ step, icon, word }) => {
                  const target = neighbour(items, key, step)
                  return (
                    <Button
                      key={word}
                      look="quiet"
                      icon={icon}
                      disabled={target === null}
                      aria-label={t(word, { name: nameOf(row) })}
                      onClick={() => target !== null && onMove({ id: key, targetId: target })}
                    />
                  )
                })}
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
