import { isWords } from '#kernel'
import { behind } from '../../languages.ts'
import { formatNumber, plainText } from '../../ui/format.ts'
import type { CellViewProps } from '../view.ts'
import { Dash } from './dash.tsx'

/** A code, a number, an address of a machine: broken in the middle it is another one. */
const WHOLE = /^[!-~]{1,24}$|^[\da-f:.]{1,45}$/i
export const classOf = (text: string): string => (WHOLE.test(text) ? 'cell-text cell-whole' : 'cell-text')

/** Where the server says what a code means, people read the meaning and see the code on hover. */
export const TextCell = ({ name, value, row }: CellViewProps) => {
  if (typeof value !== 'string' || value === '') return <Dash />
  const title = row._labels?.[name]
  const shown = typeof title === 'string' ? title : value
  return (
    <span className={classOf(shown)} title={title ? value : shown.length > 20 ? shown : undefined}>
      {shown}
    </span>
  )
}

export const RichTextCell = (props: CellViewProps) => (
  <TextCell {...props} value={typeof props.value === 'string' ? plainText(props.value).slice(0, 200) : ''} />
)

export const CodeCell = ({ value }: CellViewProps) =>
  typeof value === 'string' && value !== '' ? <code className="cell-code">{value.slice(0, 200)}</code> : <Dash />

/** What is masked, or a sentence that was kept in every language, is text. */
export const JsonCell = ({ value, words, ...rest }: CellViewProps) => {
  if (value == null) return <Dash />
  const text = isWords(value) ? value[behind(words.lang)] : value
  if (typeof text === 'string') return <TextCell {...rest} words={words} value={text} />
  return <code className="cell-code">{JSON.stringify(value).slice(0, 200)}</code>
}

export const NumberCell = ({ value, field, words }: CellViewProps) => {
  if (typeof value !== 'number')
    return typeof value === 'string' && value !== '' ? <span className={classOf(value)}>{value}</span> : <Dash />
  return (
    <span className="cell-text cell-whole">
      {formatNumber(value, words.lang, field.kind === 'number' ? field.scale : undefined)}
      {field.unit && <small className="cell-unit">{field.unit}</small>}
    </span>
  )
}

/** Years and ids are names made of digits: no thousands separators. */
export const DigitsCell = ({ value }: CellViewProps) =>
  value == null ? <Dash /> : <span className="cell-text cell-whole">{String(value)}</span>

export const PasswordCell = () => <span className="cell-text">••••••</span>
