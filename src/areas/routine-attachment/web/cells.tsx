import type { CellViewProps } from '#web'
import { formatSize } from '#web/ui/format.ts'
import { Preview } from '#web/field/picker/preview.tsx'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const PreviewCell = ({ value, row }: Pick<CellViewProps, 'value' | 'row'>) => (
  <Preview isInGrid url={text(value)} mimetype={text(row['mimetype'])} suffix={text(row['suffix'])} name={text(row['name'])} />
)

export const SizeCell = ({ value, words }: Pick<CellViewProps, 'value' | 'words'>) => (
  <span title={`${String(value ?? 0)} B`}>{formatSize(Number(value ?? 0), words.lang)}</span>
)
