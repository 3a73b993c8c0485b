import { useText } from '../../i18n/index.ts'
import type { FilterViewProps } from '../view.ts'

const isRange = (operator: string) => operator === 'RANGE' || operator === 'NOT RANGE'

export const TextFilter = ({ name, operator, val, onChange, words }: FilterViewProps) => {
  const t = useText('field')
  const several = operator === 'IN' || operator === 'NOT IN'
  return (
    <input
      className="input"
      autoFocus
      aria-label={words.field(name)}
      value={val}
      placeholder={several ? t('filter.commas') : undefined}
      onChange={(e) => onChange(e.target.value)}
    />
  )
}

type Kind = 'text' | 'date' | 'time'
/** One box, or two for "between"; half a range is fine. */
const boxes = (type: Kind, inputMode?: 'decimal') =>
  function Boxes({ name, operator, val, onChange, words }: FilterViewProps) {
    const t = useText('field')
    const common = { className: 'input', type, inputMode, ...(type === 'time' ? { step: 1 } : {}) }
    if (!isRange(operator))
      return <input {...common} autoFocus aria-label={words.field(name)} value={val} onChange={(e) => onChange(e.target.value)} />
    const [from = '', to = ''] = val.split(',')
    return (
      <span className="filter-range">
        <input
          {...common}
          autoFocus
          aria-label={t('filter.from')}
          placeholder={t('filter.from')}
          value={from}
          onChange={(e) => onChange(`${e.target.value},${to}`)}
        />
        <span aria-hidden>–</span>
        <input
          {...common}
          aria-label={t('filter.to')}
          placeholder={t('filter.to')}
          value={to}
          onChange={(e) => onChange(`${from},${e.target.value}`)}
        />
      </span>
    )
  }

export const NumberFilter = boxes('text', 'decimal')
export const TimeFilter = boxes('time')
const DateBoxes = boxes('date')

const iso = (d: Date) => `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`
const back = (days: number) => {
  const d = new Date()
  d.setDate(d.getDate() - days)
  return d
}
const spans: Record<string, () => [Date, Date]> = {
  today: () => [new Date(), new Date()],
  week: () => [back(6), new Date()],
  month: () => [back(29), new Date()],
  thisMonth: () => [new Date(new Date().getFullYear(), new Date().getMonth(), 1), new Date()],
  thisYear: () => [new Date(new Date().getFullYear(), 0, 1), new Date()],
}

export const DateFilter = (props: FilterViewProps) => {
  const t = useText('field')
  return (
    <>
      {isRange(props.operator) && (
        <span className="filter-spans">
          {Object.entries(spans).map(([key, span]) => {
            const val = span().map(iso).join(',')
            return (
              <button key={key} type="button" aria-pressed={props.val === val} onClick={() => props.onChange(val)}>
                {t(`span.${key}`)}
              </button>
            )
          })}
        </span>
      )}
      <DateBoxes {...props} />
    </>
  )
}
