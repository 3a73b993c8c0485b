import { useOverlay } from '../api/overlay.ts'
import { useText } from '../i18n/index.ts'

export const Overlay = () => {
  const t = useText()
  const { count, text } = useOverlay()
  if (count === 0) return null
  return (
    <div className="overlay" role="status" data-count={count}>
      <div>
        <i />
        {text || t('loading')}
      </div>
    </div>
  )
}
