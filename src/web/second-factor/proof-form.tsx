import { type ReactNode, type SubmitEvent, useState } from 'react'
import { ApiError } from '../api/request.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/form.tsx'
import type { Proof } from './api.ts'

type Asked = 'password' | 'code'
type Props = { asks: readonly Asked[]; action: string; onProved(proof: Proof): Promise<void>; onBack?: () => void; children?: ReactNode }
type Problem = { field: Asked; msg: string }

const problemOf = (error: unknown, last: Asked): Problem => {
  if (!(error instanceof ApiError)) return { field: last, msg: error instanceof Error ? error.message : String(error) }
  const { data } = error
  const field = typeof data === 'object' && data !== null && 'field' in data && data.field === 'password' ? 'password' : last
  return { field, msg: error.msg }
}

/** Password, code or both; what was wrong stands under its field. */
export const ProofForm = ({ asks, action, onProved, onBack, children }: Props) => {
  const t = useText('factor')
  const [proof, setProof] = useState<Proof>({ password: '', code: '' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await onProved(proof)
    } catch (error) {
      setProblem(problemOf(error, asks.at(-1) ?? 'code'))
      setProof((p) => ({ ...p, code: '' }))
    }
    setBusy(false)
  }
  const field = (name: Asked) => ({
    name,
    value: proof[name],
    required: true,
    maxLength: 64,
    autoFocus: asks[0] === name,
    error: problem?.field === name ? problem.msg : undefined,
    onChange: (event: { target: { value: string } }) => setProof((p) => ({ ...p, [name]: event.target.value })),
  })
  return (
    <form className="factor-form" onSubmit={(event) => void submit(event)}>
      {children}
      {asks.includes('password') && <PasswordField {...field('password')} label={t('password')} autoComplete="current-password" />}
      {asks.includes('code') && (
        <TextField
          {...field('code')}
          label={t('code')}
          help={asks.includes('password') ? t('codeHelp') : undefined}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      <div className="factor-steps">
        <Button type="submit" look="primary" busy={busy} disabled={asks.some((name) => proof[name].trim() === '')}>
          {action}
        </Button>
        {onBack && (
          <Button look="quiet" onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </div>
    </form>
  )
}
