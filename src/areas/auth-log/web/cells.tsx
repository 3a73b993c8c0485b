import type { CellViewProps, RowData } from '#web'
import { exactTime, momentOf } from '#web/ui/format.ts'
import { Dash } from '#web/field/cell/dash.tsx'
import { classOf } from '#web/field/cell/text.tsx'
import { usePaper } from '#web/grid/paper.ts'

type Part = { name: string; before: string | null; after: string | null }
export type Change = { field: string; title: string; before: unknown; after: unknown; parts?: readonly Part[] }
export const changesIn = (row: RowData): Change[] => (Array.isArray(row['diff']) ? (row['diff'] as Change[]) : [])
const labelIn = (row: RowData, name: string): string => {
  const label = row._labels?.[name]
  return typeof label === 'string' ? label : ''
}

/** A code by its name in the reader's language, which the server knows. */
export const LabelCell = ({ name, value, row }: Pick<CellViewProps, 'name' | 'value' | 'row'>) => {
  const text = labelIn(row, name) || (typeof value === 'string' ? value : '')
  return text ? (
    <span className={classOf(text)} title={text.length > 12 ? text : undefined}>
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
const HASH = /^[0-9a-f]{40,128}$/
const short = (text: string): string => (HASH.test(text) ? `${text.slice(0, 8)}…` : text.length > MOST ? `${text.slice(0, MOST)}…` : text)

/** A change on one line. On paper nobody can open the entry: there everything is said. */
const lineOf = ({ title, before, after, parts }: Change, paper: boolean): string => {
  const told = (value: unknown): string => (paper ? valueText(value) : short(valueText(value))) || '–'
  if (!parts) return `${title}: ${told(before)} → ${told(after)}`
  const shown = paper ? parts : parts.slice(0, 3)
  const lines = shown.map((part) => `${part.name} ${told(part.before)} → ${told(part.after)}`.trimStart())
  return `${title}: ${lines.join(', ')}${shown.length < parts.length ? ` +${parts.length - shown.length}` : ''}`
}

/** What changed, before and after; of a refusal, why. */
export const ChangesCell = ({ row }: Pick<CellViewProps, 'row'>) => {
  const paper = usePaper()
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
  const shown = paper ? changes : changes.slice(0, 4)
  return (
    <span className="cell-text" title={whole}>
      {shown.map((change) => lineOf(change, paper)).join('; ')}
      {shown.length < changes.length && ` +${changes.length - shown.length}`}
    </span>
  )
}
