import { useId, useState } from 'react'
import sendIcon from 'virtual:icon/send'
import { useText } from '#web'
import { Button } from '#web/ui/button.tsx'
import { sendTestMail } from './api.ts'

/** Through the saved mail settings, so that it proves what members will get. */
export const TestMail = () => {
  const t = useText('area')
  const id = useId()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const send = async () => {
    setBusy(true)
    setTrouble('')
    await sendTestMail(email).catch((error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)))
    setBusy(false)
  }
  return (
    <section className="panel-card" aria-label={t('settings.testMail')}>
      <h2>{t('settings.testMail')}</h2>
      <form
        className="test-mail"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <label htmlFor={id} className="form-label">
          {t('settings.testTo')}
        </label>
        <input id={id} className="input" type="email" value={email} onChange={(e) => setEmail(e.target.value)} />
        {trouble && (
          <p className="form-error" role="alert">
            {trouble}
          </p>
        )}
        <Button type="submit" icon={sendIcon} busy={busy} disabled={email === ''}>
          {t('settings.send')}
        </Button>
      </form>
    </section>
  )
}
