import { type FormEvent, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { PasswordField } from '../../ui/form.tsx'
import { FileBadge } from '../file-badge.tsx'

type Props = { wasWrong: boolean; open(password: string): void }

/** Asks for what opens the file. The password stays in this window: the file is opened here, not on the server. */
export const PdfPassword = ({ wasWrong, open }: Props) => {
  const t = useText('preview')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setMissing(password === '')
    if (password) open(password)
  }
  const error = missing ? t('password.missing') : wasWrong ? t('password.wrong') : undefined
  return (
    <form className="preview-none preview-password" onSubmit={submit} noValidate>
      <FileBadge suffix="pdf" size="large" />
      <h2>{t('password.title')}</h2>
      <p>{t('password.hint')}</p>
      <PasswordField name="password" label={t('password.label')} autoComplete="off" autoFocus error={error} />
      <button type="submit" className="preview-button">
        {t('password.open')}
      </button>
    </form>
  )
}
