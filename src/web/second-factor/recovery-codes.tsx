import { useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'

const save = (codes: readonly string[], name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Shown this once: the server keeps only what they hash to. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept(): void }) => {
  const t = useText('factor')
  return (
    <div className="factor-recovery">
      <p role="status">{t('keep')}</p>
      <ul aria-label={t('recovery')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="factor-steps">
        <Button onClick={() => save(codes, t('fileName'))}>{t('save')}</Button>
        <Button look="primary" onClick={onKept}>
          {t('kept')}
        </Button>
      </div>
    </div>
  )
}
