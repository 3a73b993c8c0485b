import type { CellViewProps } from '#web'
import { Dash } from '#web/field/cell/dash.tsx'
import { formatSize } from '#web/ui/format.ts'

export const SizeCell = ({ value, words }: { value: unknown; words: CellViewProps['words'] }) =>
  typeof value === 'number' ? <span title={`${value} B`}>{formatSize(value, words.lang)}</span> : <Dash />
