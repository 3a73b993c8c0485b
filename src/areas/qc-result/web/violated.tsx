import type { CellViewProps } from '#web/field/view.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { findingDoor } from './finding-door.ts'

/** What a rule hit, as a door to what it found. */
export const Violated = ({ value, row, words, active }: CellViewProps) => (
  <LabelLink to={typeof value === 'number' && value > 0 ? findingDoor(row) : null} active={active}>
    {typeof value === 'number' ? formatNumber(value, words.lang) : '–'}
  </LabelLink>
)
