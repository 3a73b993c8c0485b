import { useState } from 'react'
import { SECRET_MARK } from '#kernel'
import { useText } from '../../i18n/index.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, text } from './attributes.ts'

/** Write-only: what is set is never shown. An empty box keeps it; only "forget it" removes it. */
export const SecretInput = (p: InputViewProps) => {
  const t = useText('field')
  const value = text(p.value)
  const [stored] = useState(value.startsWith(SECRET_MARK) ? value : '')
  const typed = value === stored ? '' : value
  const isForgotten = stored !== '' && value === ''
  return (
    <span className="input-secret">
      <input
        {...attributes(p)}
        className="input"
        type="password"
        autoComplete="new-password"
        placeholder={t(stored === '' ? 'secret.notSet' : isForgotten ? 'secret.forgotten' : 'secret.isSet')}
        value={typed}
        onChange={(e) => p.onChange(e.target.value === '' ? stored : e.target.value)}
      />
      {stored !== '' && (
        <button type="button" className="link" disabled={p.disabled} onClick={() => p.onChange(isForgotten ? stored : '')}>
          {t(isForgotten ? 'secret.keep' : 'secret.forget')}
        </button>
      )}
    </span>
  )
}
