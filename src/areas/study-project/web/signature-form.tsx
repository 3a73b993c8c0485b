import { type SyntheticEvent, useState } from 'react'
import { ensureText, useText } from '#web'
import { uuid } from '#web/api/uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextArea } from '#web/ui/form.tsx'
import { sign } from './signature-api.ts'

await ensureText('login')

/** What the signature means, and the password again. */
export const SignatureForm = ({ id, onSigned }: { id: number; onSigned(): void }) => {
  const t = useText('study')
  const [meaning, setMeaning] = useState(t('signature.meaningText'))
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      await sign(id, password, meaning, uuid())
      onSigned()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setPassword('')
    setBusy(false)
  }
  return (
    <form className="signature-form" onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t('signature.meaning')}
        value={meaning}
        rows={2}
        maxLength={500}
        required
        onChange={(event) => setMeaning(event.target.value)}
      />
      <PasswordField
        label={t('signature.password')}
        value={password}
        required
        autoComplete="current-password"
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" busy={busy} disabled={!password || !meaning.trim()}>
        {t('signature.sign')}
      </Button>
    </form>
  )
}
