import type { CellViewProps, RowData } from '#web'
import { Dash } from '#web/field/cell/dash.tsx'
import { followInside } from '#web/resource/list/label-link.tsx'
import { formatNumber } from '#web/ui/format.ts'
import './task.css'

/** How far it is, as a bar and a number; of what has not begun, nothing. */
export const ProgressCell = ({
  value,
  row,
  words,
}: {
  value: unknown
  row: Pick<RowData, 'id'> & { state: unknown; isCancelling?: unknown }
  words: CellViewProps['words']
}) => {
  const share = typeof value === 'number' ? value : 0
  if (row.state === 'waiting' && share === 0) return <Dash />
  // Asked to stop, it goes on until its worker hears of it: without a word the press would seem to have done nothing.
  if (row.isCancelling === true) return <span className="cell-text">{words.field('isCancelling')}</span>
  const percent = Math.floor(share * 100)
  return (
    <span className="task-progress" data-state={String(row.state)}>
      <span role="progressbar" aria-label={words.field('progress')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <i style={{ width: `${percent}%` }} />
      </span>
      <b>{formatNumber(percent, words.lang)} %</b>
    </span>
  )
}

/** Why it did not get to its end, in one line, as the door to the log that tells the rest. */
export const ErrorCell = ({ value, row, active }: Pick<CellViewProps, 'active'> & { value: unknown; row: Pick<RowData, 'id'> }) => {
  const [line = ''] = typeof value === 'string' ? value.trim().split('\n') : []
  if (line === '') return <Dash />
  const to = `/admin/task/${row.id}?tab=log`
  return (
    <a className="cell-link task-why" href={to} title={line} tabIndex={active ? 0 : -1} onClick={(event) => followInside(event, to)}>
      {line}
    </a>
  )
}

const two = (n: number): string => String(n).padStart(2, '0')
/** `1:04:09`, `4:09`: the same in every language. */
export const spanOf = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
export const DurationCell = ({ value }: { value: unknown }) =>
  typeof value === 'number' ? <span className="cell-text">{spanOf(value)}</span> : <Dash />
