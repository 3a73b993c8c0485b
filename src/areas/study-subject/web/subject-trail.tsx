import type { RowData } from '#web'
import { Trail } from '#web/study/trail/trail.tsx'

export const SubjectTrail = ({ row }: { row: RowData }) => <Trail study={Number(row['study'])} subject={row.id} />
