import icon from 'virtual:icon/bookmark'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { Popup } from '../../ui/popup.tsx'
import { useResource } from '../context.ts'
import { useViews } from './use-views.ts'
import type { PanelProps } from './view-panel.tsx'

const ViewPanel = later(
  () => import('./view-panel.tsx'),
  (m) => m.ViewPanel,
)

/** The views of a list: those that were saved, and this one to be saved. */
export const ViewMenu = (props: Omit<PanelProps, 'onClose'>) => {
  const t = useText('list')
  const { resource } = useResource()
  const { saved } = props.state
  const { views } = useViews(resource.name, saved !== null)
  const name = views.find((one) => one.id === saved)?.name
  return (
    <Popup
      label={t('views.label')}
      align="end"
      renderTrigger={(trigger) => (
        <Button {...trigger} look="quiet" icon={icon} aria-label={name ? t('views.now', { name }) : t('views.label')}>
          {name && <span className="view-name">{name}</span>}
        </Button>
      )}
    >
      {(close) => <ViewPanel {...props} onClose={close} />}
    </Popup>
  )
}
