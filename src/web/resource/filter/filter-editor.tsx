import { type FormEvent, useState } from 'react'
import { type Field, type Operator, operatorsOf } from '#kernel'
import { filters, lookOf } from '../../field/filters.tsx'
import { useText } from '../../i18n/index.ts'
import type { Filter } from '../address.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import { operatorWord, takesValue } from './filter-words.ts'

type Props = { field: Field; filter: Filter; onApply(filter: Filter): void }

const isList = (o: Operator) => o === 'IN' || o === 'NOT IN' || o === 'FIND_IN_SET'
const isRange = (o: Operator) => o === 'RANGE' || o === 'NOT RANGE'
/** A list of three must not become one strange value when the condition changes. */
const carried = (val: string, from: Operator, to: Operator): string =>
  isList(from) === isList(to) && isRange(from) === isRange(to) ? val : isRange(to) ? '' : (val.split(',')[0] ?? '')

export const FilterEditor = ({ field, filter, onApply }: Props) => {
  const t = useText('list')
  const { words } = useResource()
  const [operator, setOperator] = useState(filter.operator)
  const [val, setVal] = useState(filter.val)
  const operators = operatorsOf(field)
  const View = filters[lookOf(field, operator)]
  const ready = !takesValue(operator) || val.replaceAll(',', '').trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onApply({ field: filter.field, operator, val: takesValue(operator) ? val.trim() : '' })
  }
  return (
    <form className="filter-editor" onSubmit={submit}>
      {operators.length > 1 && (
        <select
          aria-label={t('filter.operator')}
          value={operator}
          onChange={(e) => {
            const next = e.target.value as Operator
            setVal(carried(val, operator, next))
            setOperator(next)
          }}
        >
          {operators.map((o) => (
            <option key={o} value={o}>
              {operatorWord(field, o, t)}
            </option>
          ))}
        </select>
      )}
      {takesValue(operator) && (
        <View key={operator} name={filter.field} field={field} operator={operator} val={val} onChange={setVal} words={words} />
      )}
      <Button type="submit" look="primary" disabled={!ready}>
        {t('filter.apply')}
      </Button>
    </form>
  )
}
