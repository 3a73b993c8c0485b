import type { RowData } from '#web'
import { Trail } from '#web/study/trail/trail.tsx'

export const StudyTrail = ({ row }: { row: RowData }) => <Trail study={row.id} />
