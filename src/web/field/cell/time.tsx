import { exactTime, momentOf, relativeTime } from '../../ui/format.ts'
import type { CellViewProps } from '../view.ts'
import { Dash } from './dash.tsx'

export const DateTimeCell = ({ value, words }: CellViewProps) => {
  const date = momentOf(value)
  if (!date) return <Dash />
  const exact = exactTime(date)
  return (
    <time className="cell-text cell-time" dateTime={date.toISOString()} title={exact} data-exact={exact}>
      {relativeTime(date, words.lang)}
    </time>
  )
}

/** Where the moment itself is what people read: a trail, a history. */
export const ExactTimeCell = ({ value, words }: Pick<CellViewProps, 'value' | 'words'>) => {
  const date = momentOf(value)
  if (!date) return <Dash />
  return (
    <time className="cell-text cell-time" dateTime={date.toISOString()} title={relativeTime(date, words.lang)}>
      {exactTime(date)}
    </time>
  )
}
