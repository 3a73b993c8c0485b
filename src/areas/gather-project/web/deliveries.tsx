import { ensureText, type RowData, useResource } from '#web'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { UploadButton } from '#web/upload/upload-button.tsx'
import { waysOf } from '../index.ts'
import './deliveries.css'

await ensureText('list', 'upload')

/** What was handed over, and the way to hand over more. */
export const Deliveries = ({ row }: { row: RowData }) => {
  const { words, may } = useResource()
  const mayDeliver = may('deliver') && row['state'] === 'open' && row['form'] !== null && waysOf(row).includes('import')
  return (
    <>
      {mayDeliver && (
        <p className="gather-tools">
          <UploadButton target={`gather.project/${row.id}`} />
        </p>
      )}
      <ListOf
        resource="gather.delivery"
        where={[{ field: 'gather', operator: '=', val: String(row.id) }]}
        at="deliveries"
        title={words.child?.('deliveries') ?? ''}
      />
    </>
  )
}
