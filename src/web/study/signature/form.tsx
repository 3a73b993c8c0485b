import { type SyntheticEvent, useState } from 'react'
import { ensureText, useText } from '../../i18n/index.ts'
import { ApiError } from '../../api/request.ts'
import { uuid } from '../../api/uuid.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextArea, TextField } from '../../ui/form.tsx'
import { sign } from './api.ts'
import './form.css'

await ensureText('login', 'study')

const asksForCode = (error: unknown): boolean =>
  error instanceof ApiError && typeof error.data === 'object' && error.data !== null && 'field' in error.data && error.data.field === 'code'

type Props = {
  id: number
  isPart: boolean
  /** It was opened to be signed: the password is waited for. */
  begins?: boolean
  /** Who signs: members have calls of their own. */
  signs?: typeof sign
  onSigned(): void
}

/** What the signature means, and the password again. */
export const SignatureForm = ({ id, isPart, begins = false, signs = sign, onSigned }: Props) => {
  const t = useText('study')
  const [meaning, setMeaning] = useState(t(isPart ? 'signature.partText' : 'signature.meaningText'))
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  /** What is asked for again waits for the next key: the button that had the focus is shut. */
  const [tries, setTries] = useState(0)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      await signs(id, { password, code }, meaning, uuid())
      onSigned()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      // The password was right: only the code is still asked for.
      if (asksForCode(error)) setAsksCode(true)
      else setPassword('')
      setTries((n) => n + 1)
    }
    setCode('')
    setBusy(false)
  }
  return (
    <form className="signature-form" onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t('signature.meaning')}
        value={meaning}
        rows={3}
        maxLength={500}
        required
        onChange={(event) => setMeaning(event.target.value)}
      />
      <PasswordField
        key={asksCode ? 'right' : tries}
        autoFocus={(begins || tries > 0) && !asksCode}
        label={t('signature.password')}
        value={password}
        required
        autoComplete="current-password"
        error={asksCode ? undefined : problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      {asksCode && (
        <TextField
          key={tries}
          label={t('signature.code')}
          value={code}
          required
          autoFocus
          autoComplete="one-time-code"
          error={problem}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" look="primary" busy={busy} disabled={!password || !meaning.trim() || (asksCode && !code)}>
        {t('signature.sign')}
      </Button>
    </form>
  )
}
