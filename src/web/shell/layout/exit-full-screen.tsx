import { useText } from '../../i18n/index.ts'
import { useTabs } from '../../state/tabs.ts'
import { Icon } from '../../ui/icon.tsx'

/** Hides itself; the pointer at the top edge, or Escape, brings the way out. */
export const ExitFullScreen = () => {
  const t = useText('shell')
  const setFullScreen = useTabs((s) => s.setFullScreen)
  return (
    <div className="shell-exit">
      <button type="button" onClick={() => setFullScreen(false)}>
        <Icon name="minimize-2" size={14} />
        {t('exitFullScreen')}
        <kbd>Esc</kbd>
      </button>
    </div>
  )
}
