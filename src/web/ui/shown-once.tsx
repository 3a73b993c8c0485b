import copyIcon from 'virtual:icon/copy'
import { useText } from '../i18n/index.ts'
import { toast } from '../state/toast.ts'
import { Button } from './button.tsx'
import './shown-once.css'

/** A secret or a link that nothing keeps: to be taken along now. */
export const ShownOnce = ({ label, value }: { label: string; value: string }) => {
  const t = useText()
  const copy = () => navigator.clipboard.writeText(value).then(() => toast.success(t('copied')))
  return (
    <div className="shown-once">
      <input className="input" readOnly aria-label={label} value={value} onFocus={(event) => event.target.select()} />
      {/* Without a secure address a browser has no clipboard: the text is selected by a click. */}
      {window.isSecureContext && (
        <Button icon={copyIcon} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      )}
    </div>
  )
}
