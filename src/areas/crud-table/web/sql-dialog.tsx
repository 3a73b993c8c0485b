import { useEffect, useRef, useState } from 'react'
import { useText } from '#web'
import { Button } from '#web/ui/button.tsx'

type Props = { statements: readonly string[]; removed: readonly string[]; onClose(): void; onDrop(names: readonly string[]): void }

/** The dry run. A column that the design no longer has stays, until its name is typed here. */
export const SqlDialog = ({ statements, removed, onClose, onDrop }: Props) => {
  const t = useText('designer')
  const ref = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  const named = typed.split(/[\s,，]+/).filter((n) => removed.includes(n))
  return (
    <dialog ref={ref} className="designer-sql" aria-label={t('sql')} onCancel={onClose}>
      <h2>{t('sql')}</h2>
      <pre>{statements.length ? statements.join('\n') : t('sqlNone')}</pre>
      {removed.length > 0 && (
        <label>
          {t('dropAsk', { names: removed.join(', ') })}
          <input className="input input-code-line" value={typed} onChange={(e) => setTyped(e.target.value)} />
        </label>
      )}
      <footer>
        {named.length > 0 && (
          <Button look="danger" onClick={() => onDrop(named)}>
            {t('dropColumns', { names: named.join(', ') })}
          </Button>
        )}
        <Button onClick={onClose}>{t('close')}</Button>
      </footer>
    </dialog>
  )
}
