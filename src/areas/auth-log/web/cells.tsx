import type { CellViewProps, RowData } from '#web'
import { exactTime, momentOf } from '#web/ui/format.ts'
import { Dash } from '#web/field/cell/dash.tsx'

export type Change = { field: string; title: string; to?: string; before: unknown; after: unknown }
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
const sideOf = (value: unknown): string => valueText(value) || '–'
/** A reference is a number until somebody asks for its name: the detail does. */
const lineOf = ({ title, to, before, after }: Change): string => (to ? title : `${title}: ${sideOf(before)} → ${sideOf(after)}`)

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
      {changes.slice(0, 4).map(lineOf).join('; ')}
      {changes.length > 4 && ` +${changes.length - 4}`}
    </span>
  )
}
