import type { RowData } from '#web'
import { ParameterFile } from '#web/study/parameter-file.tsx'

export const ExportDialog = ({ rows, onClose }: { rows: readonly Pick<RowData, 'id'>[]; onClose(): void }) => (
  <ParameterFile of="control.parameter" ids={rows.map(({ id }) => id)} onClose={onClose} />
)
