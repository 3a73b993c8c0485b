import { useState } from 'react'
import { columnsOf } from '#kernel'
import { cells } from '../../field/cells.tsx'
import { exactTime, momentOf } from '../../ui/format.ts'
import type { RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../context.ts'
import { useLabels } from '../../field/use-options.ts'
import { type Difference, firstChoice, type Side } from './merge-plan.ts'
import type { Conflict } from './submit.ts'

const Value = ({ field: name, value }: { field: string; value: unknown }) => {
  const { resource, words } = useResource()
  const field = columnsOf(resource)[name]
  const to = field && 'to' in field && field.kind !== 'remoteSelect' ? field.to : ''
  const ids = (Array.isArray(value) ? value : value == null ? [] : [value]) as (string | number)[]
  const labels = useLabels(to, { of: resource.name, name }, to ? ids : [])
  if (!field) return null
  const names = ids.map((id) => labels[String(id)] ?? `#${id}`)
  // Only a reference is read by another name: whatever else has one stands for itself.
  const row: RowData = { id: 0, ...(to ? { _labels: { [name]: Array.isArray(value) ? names : (names[0] ?? '') } } : {}) }
  const { Cell } = cells[field.kind]
  return (
    <Cell
      name={name}
      field={field.kind === 'switch' ? { ...field, readonly: true } : field}
      value={value}
      row={row}
      words={words}
      active={false}
    />
  )
}

type Props = {
  conflict: Conflict
  list: readonly Difference[]
  choice: Readonly<Record<string, Side>>
  onChoose(field: string, side: Side): void
}

/** Theirs, mine, and how it was. Nothing is overwritten without somebody having seen it. */
export const Merge = ({ conflict, list, choice, onChoose }: Props) => {
  const t = useText('form')
  const { words } = useResource()
  const [at] = useState(() => momentOf(conflict.at))
  const option = (d: Difference, side: Side) => (
    <td data-chosen={(choice[d.field] ?? firstChoice(d)) === side || undefined}>
      <label>
        <input
          type="radio"
          name={`merge-${d.field}`}
          checked={(choice[d.field] ?? firstChoice(d)) === side}
          onChange={() => onChoose(d.field, side)}
          aria-label={`${words.field(d.field)}: ${t(`merge.${side}`)}`}
        />
        <Value field={d.field} value={d[side]} />
      </label>
    </td>
  )
  return (
    <section className="merge" role="alert">
      <h2>
        <Icon name="triangle-alert" />
        {t('merge.title', { by: conflict.by, at: at ? exactTime(at) : conflict.at })}
      </h2>
      <p>{t('merge.hint')}</p>
      <table>
        <thead>
          <tr>
            {['field', 'theirs', 'mine', 'before'].map((key) => (
              <th key={key} scope="col">
                {t(`merge.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((d) => (
            <tr key={d.field} data-who={d.who}>
              <th scope="row">
                {words.field(d.field)}
                <small>{t(d.who === 'both' ? 'merge.both' : d.who === 'mine' ? 'merge.onlyMine' : 'merge.onlyTheirs')}</small>
              </th>
              {option(d, 'theirs')}
              {option(d, 'mine')}
              <td>
                <Value field={d.field} value={d.before} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
