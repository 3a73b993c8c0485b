import { useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { acceptInvitation, type Invitation, readInvitation } from '../api/invitation.ts'
import { loginAddress } from '../api/login-address.ts'
import { checkInNeeds } from '../api/member.ts'
import { ApiError } from '../api/request.ts'
import { useAnswer } from '../api/use-answer.ts'
import { useText } from '../i18n/index.ts'
import { isSignedIn, useMember } from '../state/member.ts'
import { Button } from '../ui/button.tsx'
import { exactTime, joinNames } from '../ui/format.ts'
import { SignInPage } from '../ui/sign-in-page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { dropCode, takeCode } from './code.ts'
import './invitation.css'

const Facts = ({ study, role, sites, by, email, name, expiresAt }: Invitation) => {
  const t = useText('invitation')
  const facts: [string, string][] = [
    ['study', study],
    ['role', role],
    ['sites', joinNames(sites)],
    ['by', by],
    ['for', email ? `${name} (${email})` : name],
    ['until', exactTime(new Date(expiresAt))],
  ]
  return (
    <dl className="invitation-facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A visitor signs in or registers first, and comes back here. */
const Ways = ({ by }: { by: string }) => {
  const t = useText('invitation')
  const login = loginAddress('user', window.location)
  const { data: needs } = useAnswer(useCallback(() => checkInNeeds().then(({ data }) => data), []))
  // A code that nobody can send: the form would ask for what never comes.
  const mayRegister = needs?.accountVerificationType.length !== 0
  return (
    <div className="invitation-ways">
      <Link className="btn" data-look="primary" to={login}>
        {t('signIn')}
      </Link>
      {mayRegister ? (
        <Link className="link" to={`${login}&pane=register`}>
          {t('register')}
        </Link>
      ) : (
        <p className="notice notice-quiet">{t('noRegister', { by })}</p>
      )}
    </div>
  )
}

const Accept = ({ code, done }: { code: string; done(study: string): void }) => {
  const t = useText('invitation')
  const navigate = useNavigate()
  const name = useMember((s) => s.nickname || s.username)
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    try {
      const { study } = await acceptInvitation(code)
      dropCode()
      done(study)
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'session') setRefusal(error.msg)
    } finally {
      setBusy(false)
    }
  }
  const change = () => {
    const login = loginAddress('user', window.location)
    useMember.getState().clear()
    void navigate(login)
  }
  return (
    <div className="invitation-ways">
      {refusal && (
        <p className="notice" role="alert">
          {refusal}
        </p>
      )}
      <Button look="primary" busy={busy} onClick={() => void accept()}>
        {t('accept')}
      </Button>
      <p>
        {t('as', { name })}{' '}
        <button type="button" className="link" onClick={change}>
          {t('other')}
        </button>
      </p>
    </div>
  )
}

const Offer = ({ code, done }: { code: string; done(study: string): void }) => {
  const t = useText('invitation')
  const isMember = useMember(isSignedIn)
  const { data, error, reload } = useAnswer(useCallback(() => readInvitation(code), [code]))
  if (error)
    return (
      <>
        <p className="notice" role="alert">
          {error.message}
        </p>
        <div className="invitation-ways">
          <Button onClick={reload}>{t('retry')}</Button>
        </div>
      </>
    )
  if (!data) return <Skeleton rows={5} shape="rows" />
  return (
    <>
      <Facts {...data} />
      {isMember ? <Accept code={code} done={done} /> : <Ways by={data.by} />}
    </>
  )
}

/** Where the link of an invitation leads, with or without an account. */
export default function InvitationPage() {
  const t = useText('invitation')
  const [code] = useState(takeCode)
  const [joined, setJoined] = useState<string | null>(null)
  if (joined !== null)
    return (
      <SignInPage audience="user" title={t('done', { study: joined })} hint={t('doneHint')}>
        <div className="invitation-ways">
          <Link className="btn" data-look="primary" to="/user">
            {t('enter')}
          </Link>
        </div>
      </SignInPage>
    )
  if (code === '')
    return (
      <SignInPage audience="user" title={t('gone')} hint={t('goneHint')}>
        {null}
      </SignInPage>
    )
  return (
    <SignInPage audience="user" title={t('title')} hint={t('hint')}>
      <Offer code={code} done={setJoined} />
    </SignInPage>
  )
}
