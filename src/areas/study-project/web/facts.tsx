import type { RowData } from '#web'
import { Fields } from '#web/resource/record/fields.tsx'

/** What the form asks, in full. */
export const Facts = ({ row }: { row: RowData }) => (
  <div className="record-card">
    <Fields row={row} />
  </div>
)
