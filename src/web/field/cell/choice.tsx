import { toneOf } from '../tone.ts'
import type { CellViewProps } from '../view.ts'
import { Dash } from './dash.tsx'
import { Tag } from './tag.tsx'
import { Tags } from './tags.tsx'

export const ChoiceCell = ({ name, value, words }: CellViewProps) =>
  typeof value === 'string' && value !== '' ? <Tag tone={toneOf(value)}>{words.option(name, value)}</Tag> : <Dash />

export const ChoicesCell = ({ name, value, words }: CellViewProps) => {
  if (!Array.isArray(value) || value.length === 0) return <Dash />
  return <Tags texts={value.map((v: unknown) => words.option(name, String(v)))} />
}

/** Codes in one text, as they were entered. */
export const EnteredChoicesCell = ({ value, ...rest }: CellViewProps) => (
  <ChoicesCell {...rest} value={typeof value === 'string' && value !== '' ? value.split(',').map((code) => code.trim()) : []} />
)
