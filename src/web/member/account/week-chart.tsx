import { formatNumber } from '../../ui/format.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { dayInMonth, dayName } from '../../ui/time.ts'

type Props = { title: string; days: readonly string[] | undefined; values: readonly number[] | undefined; scale: number }

/** Where the zero line stands, and how high each bar is, in shares of the drawing. A week without changes lies flat. */
export const proportions = (values: readonly number[]): { zero: number; heights: number[] } => {
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  const span = top - bottom
  if (span === 0) return { zero: 0, heights: values.map(() => 0) }
  return { zero: -bottom / span, heights: values.map((v) => Math.abs(v) / span) }
}

/** Before the answer: the same height, nothing drawn. */
const NO_DAYS = Array.from({ length: 7 }, () => '')
const NO_VALUES: number[] = []

const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text)

/** Seven bars around their zero line: a list first, so that it can be read out, drawn by CSS, so that it costs nothing. */
export const WeekChart = ({ title, days = NO_DAYS, values = NO_VALUES, scale }: Props) => {
  const t = useText('member')
  const lang = useLanguage()
  const { zero, heights } = proportions(values)
  const sum = values.reduce((a, b) => a + b, 0)
  const isQuiet = values.length > 0 && values.every((v) => v === 0)
  const amount = (value: number) => signed(formatNumber(value, lang, Number.isInteger(value) ? 0 : scale), value)
  return (
    <section className="week" data-quiet={isQuiet || undefined}>
      <header>
        <h2>{title}</h2>
        {values.length > 0 && <span>{isQuiet ? t('overview.quiet') : t('overview.sum', { amount: amount(sum) })}</span>}
      </header>
      <ol style={{ '--zero': zero, '--below': zero > 0 ? '22px' : '8px' } as object}>
        {days.map((day, i) => {
          const value = values[i] ?? 0
          return (
            <li
              key={day || i}
              data-sign={value < 0 ? 'out' : 'in'}
              data-empty={value === 0 || undefined}
              style={{ '--share': heights[i] ?? 0 } as object}
            >
              <span className="week-day">
                {day && dayName(day, lang)} <small>{day && dayInMonth(day, lang)}</small>
              </span>
              <span className="week-bar">
                <b>{values.length > 0 && amount(value)}</b>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
