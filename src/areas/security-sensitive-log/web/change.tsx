import { type CellViewProps, ensureText, type RowData, useText } from '#web'
import { WithResource } from '#web/resource/record/history-of.tsx'
import { Side } from '#web/resource/record/history.tsx'
import '#web/resource/record/detail.css'
import './change.css'

await ensureText('area', 'list')

/** Until the words are there: a text says itself, numbers of references would say nothing. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : '…')

/** A value as its own resource shows it: options by name, references by label, masks as they came. */
const Value = ({ row, value }: { row: RowData; value: unknown }) => (
  <WithResource name={String(row['resource'])} fallback={<span className="cell-text">{plain(value)}</span>}>
    <Side name={String(row['field'])} value={value} />
  </WithResource>
)
export const BeforeCell = ({ row, value }: Pick<CellViewProps, 'row' | 'value'>) => (
  <del className="change-side">
    <Value row={row} value={value} />
  </del>
)
export const AfterCell = ({ row, value }: Pick<CellViewProps, 'row' | 'value'>) => (
  <ins className="change-side">
    <Value row={row} value={value} />
  </ins>
)

export const VerbCell = ({ value }: Pick<CellViewProps, 'value'>) => {
  const t = useText('list')
  return <span className="cell-text">{t(`history.${String(value)}`, { defaultValue: String(value) })}</span>
}

/** Which value stands now, and which comes back. */
export const RollbackPreview = ({ rows: [row] }: { rows: readonly RowData[] }) => {
  const t = useText('area')
  if (!row) return null
  return (
    <section className="change-plan">
      <h3>{t('security.rollback', { field: String(row._labels?.['field'] ?? row['field']) })}</h3>
      <p className="diff-line">
        <AfterCell row={row} value={row['after']} />
        <span aria-hidden>→</span>
        <BeforeCell row={row} value={row['before']} />
      </p>
      <p className="form-help">{t('security.rollbackHint')}</p>
    </section>
  )
}
