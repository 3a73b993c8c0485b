import columnsIcon from 'virtual:icon/columns-3-cog'
import type { useColumnMemory } from '../../grid/use-memory.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { Popup } from '../../ui/popup.tsx'

const Choices = later(
  () => import('./column-choices.tsx'),
  (m) => m.ColumnChoices,
)

export const ColumnMenu = ({ columns }: { columns: ReturnType<typeof useColumnMemory> }) => {
  const t = useText('list')
  return (
    <Popup
      label={t('columns.label')}
      align="end"
      renderTrigger={(props) => <Button {...props} look="quiet" icon={columnsIcon} aria-label={t('columns.label')} />}
    >
      {() => <Choices columns={columns} />}
    </Popup>
  )
}
