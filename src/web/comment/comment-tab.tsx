import type { RowData } from '../field/view.ts'
import { useResource } from '../resource/context.ts'
import { Comments } from './comments.tsx'

/** For the page of a record. */
export const CommentTab = ({ row }: { row: Pick<RowData, 'id'> }) => {
  const { resource } = useResource()
  return (
    <div className="record-comments">
      <Comments resource={resource.name} record={row.id} />
    </div>
  )
}
