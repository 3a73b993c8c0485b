import { useState } from 'react'
import type { LoginRefusal } from '../../api/admin.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Offer } from '../../second-factor/offer.tsx'
import { ProofForm } from '../../second-factor/proof-form.tsx'
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx'
import '../../second-factor/factor.css'
import type { LoginValues, Refused } from './login-form.tsx'

await ensureText('factor')

type Props = { values: LoginValues; refused: LoginRefusal; submit(values: LoginValues): Promise<Refused>; onBack(): void }

/** The code of the app; where one is asked for and missing, it is set up first. Each answer may be another step. */
export default function SecondStep({ values, refused, submit, onBack }: Props) {
  const t = useText('factor')
  const [step, setStep] = useState(refused)
  const [problem, setProblem] = useState('')
  const send = async (code: string): Promise<void> => {
    const next = await submit({ ...values, challenge: step.challenge ?? '', code })
    if (next?.challenge) setStep(next)
    else if (next?.over) setProblem(next.msg)
    else if (next) throw new Error(next.msg)
  }
  if (problem)
    return (
      <>
        <p className="notice" role="alert">
          {problem}
        </p>
        <button type="button" className="link" onClick={onBack}>
          {t('restart')}
        </button>
      </>
    )
  if (step.recovery) return <RecoveryCodes codes={step.recovery} onKept={() => void send('')} />
  return (
    <ProofForm
      key={step.challenge}
      asks={['code']}
      action={t(step.offer ? 'confirm' : 'signIn')}
      onBack={onBack}
      onProved={({ code }) => send(code)}
    >
      {step.offer ? <Offer offer={step.offer} /> : <p className="sign-in-hint">{t('codeHelp')}</p>}
    </ProofForm>
  )
}
