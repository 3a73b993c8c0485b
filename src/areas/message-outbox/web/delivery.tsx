import { type CellViewProps, ensureText, useText } from '#web'
import { Tag } from '#web/field/cell/tag.tsx'

await ensureText('area')

/** Where a message stands: what stayed in this system was not sent, whatever its state says. */
export const Delivery = ({
  value,
  row,
  words,
  name,
}: Pick<CellViewProps, 'value' | 'words' | 'name'> & { row: Record<string, unknown> }) => {
  const t = useText('area')
  const isLocal = value === 'sent' && row['provider'] === 'local'
  return (
    <Tag tone={isLocal ? 'none' : value === 'sent' ? 'passed' : value === 'failed' ? 'failed' : 'accent'}>
      {isLocal ? t('message.local') : words.option(name, String(value))}
    </Tag>
  )
}
