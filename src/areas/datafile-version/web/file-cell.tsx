import { ensureText, useText } from '#web'
import type { CellViewProps } from '#web'
import { previewAddress } from '#web/field/asset.ts'
import { Dash } from '#web/field/cell/dash.tsx'
import { Icon } from '#web/ui/icon.tsx'

await ensureText('upload')

/** The store names a file by its hash; people know it by the name that they gave it, which stands beside it. */
export const FileCell = ({ value, row, active }: Pick<CellViewProps, 'active'> & { value: unknown; row: { name: unknown } }) => {
  const t = useText('upload')
  if (typeof value !== 'string' || value === '') return <Dash />
  const name = String(row.name)
  return (
    <a
      className="cell-file"
      href={previewAddress(value, name)}
      target="_blank"
      rel="noreferrer"
      title={name}
      aria-label={`${t('open')} ${name}`}
      tabIndex={active ? 0 : -1}
    >
      <Icon name="paperclip" size={14} />
      <span>{t('open')}</span>
    </a>
  )
}
