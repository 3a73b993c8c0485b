import { Fragment } from 'react'
import type { CellViewProps, RowData } from '#web'
import { useLabels } from '#web/field/use-options.ts'
import { exactTime, joinNames, momentOf } from '#web/ui/format.ts'
import { Dash } from '#web/field/cell/dash.tsx'

export type Change = { field: string; title: string; to?: string; data?: boolean; before: unknown; after: unknown }
export const changesIn = (row: RowData): Change[] => (Array.isArray(row['diff']) ? (row['diff'] as Change[]) : [])
const labelIn = (row: RowData, name: string): string => {
  const label = row._labels?.[name]
  return typeof label === 'string' ? label : ''
}

/** A code by its name in the reader's language, which the server knows. */
export const LabelCell = ({ name, value, row }: Pick<CellViewProps, 'name' | 'value' | 'row'>) => {
  const text = labelIn(row, name) || (typeof value === 'string' ? value : '')
  return text ? (
    <span className="cell-text" title={text.length > 12 ? text : undefined}>
      {text}
    </span>
  ) : (
    <Dash />
  )
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)$/
/** A value of the trail as people read it: moments on their own clock. */
export const valueText = (value: unknown): string => {
  if (typeof value !== 'string') return ''
  const at = MOMENT.test(value) ? momentOf(value) : null
  return at ? exactTime(at) : value
}
const MOST = 60
const short = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)
const idsIn = (value: unknown) => [value].flat().filter((v) => typeof v === 'number' || typeof v === 'string')

/** One change on one line. Data that only a program reads is named; whoever wants to see it opens the entry. */
const Line = ({ title, to = '', data, before, after }: Change) => {
  const old = idsIn(before)
  const now = idsIn(after)
  const labels = useLabels(to, to ? [...old, ...now].slice(0, 50) : [])
  const names = (ids: readonly (string | number)[]) => joinNames(ids.map((id) => labels[String(id)] ?? `#${id}`))
  const [from, into] = to ? [names(old), names(now)] : [valueText(before), valueText(after)]
  if (data || (from === '' && into === '')) return title
  return `${title}: ${short(from) || '–'} → ${short(into) || '–'}`
}

/** What changed, before and after; of a refusal, why. */
export const ChangesCell = ({ row }: Pick<CellViewProps, 'row'>) => {
  const whole = labelIn(row, 'changes').slice(0, 600)
  const refusal = row['refusal']
  if (typeof refusal === 'string')
    return (
      <span className="cell-text log-refusal" title={refusal}>
        {refusal}
      </span>
    )
  const changes = changesIn(row)
  if (changes.length === 0) return <Dash />
  return (
    <span className="cell-text" title={whole}>
      {changes.slice(0, 4).map((change, i) => (
        <Fragment key={change.field}>
          {i > 0 && '; '}
          <Line {...change} />
        </Fragment>
      ))}
      {changes.length > 4 && ` +${changes.length - 4}`}
    </span>
  )
}
