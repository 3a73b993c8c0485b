import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { LoginRefusal } from '../api/admin.ts'
import { isSharedPage, safePath } from '../api/address.ts'
import { checkIn, type CheckIn, checkInNeeds } from '../api/member.ts'
import { ApiError } from '../api/request.ts'
import { encodeTarget } from '../api/target.ts'
import { useText } from '../i18n/index.ts'
import { LoginForm, type LoginValues } from '../shell/login/login-form.tsx'
import { useMember } from '../state/member.ts'
import { rememberAccount } from '../state/remembered.ts'
import { useSessionEnd } from '../state/session-end.ts'
import { useSite } from '../state/site.ts'
import { SignInPage } from '../ui/sign-in-page.tsx'

const Register = lazy(() => import('./register.tsx').then((m) => ({ default: m.Register })))
const Retrieve = lazy(() => import('./retrieve.tsx').then((m) => ({ default: m.Retrieve })))

type Pane = 'login' | 'register' | 'retrieve'
const paneOf = (name: string | null): Pane => (name === 'register' || name === 'retrieve' ? name : 'login')

const landing = (wish: string | null, routePath: string): string => {
  const path = safePath({ routePath: wish ?? routePath }, window.location.origin)
  return path && (path.startsWith('/user') || isSharedPage(path)) ? path : '/user'
}

export default function MemberLogin() {
  const t = useText('login')
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  // In the address: a way back, a reload that stays, and a link for those who have no account yet.
  const pane = paneOf(search.get('pane'))
  const setPane = (to: Pane): void => {
    const next = new URLSearchParams(search)
    if (to === 'login') next.delete('pane')
    else next.set('pane', to)
    setSearch(next)
  }
  const [needs, setNeeds] = useState<CheckIn>({ accountVerificationType: [], captcha: false })
  const [closed, setClosed] = useState('')
  useEffect(() => {
    checkInNeeds().then(
      ({ data }) => {
        setNeeds(data)
        if (data.passwordMin) useSite.getState().take({ passwordMin: data.passwordMin })
      },
      (error: unknown) => error instanceof ApiError && error.kind === 'business' && error.code !== 302 && setClosed(error.msg),
    )
  }, [])

  const enter = async (values: Record<string, unknown>): Promise<void> => {
    const { data } = await checkIn(values)
    useMember.getState().take(data.userInfo)
    useSessionEnd.getState().tell('user', null)
    const to = new URL(landing(search.get('to'), data.routePath), window.location.origin)
    // The pages of the last session are still registered: what they start with may be another member's.
    const isMine = to.pathname.startsWith('/user/')
    await navigate(isMine ? `/user/loading/${encodeTarget(to)}` : to.pathname + to.search, { replace: true })
  }
  const signIn = async (values: LoginValues): Promise<(LoginRefusal & { msg: string }) | null> => {
    try {
      await enter({ ...values, tab: 'login' })
      rememberAccount('user', values.keep ? values.username : '')
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refusal = (error.data ?? {}) as LoginRefusal
      if (refusal.captcha) setNeeds((n) => ({ ...n, captcha: true }))
      return { ...refusal, msg: error.msg }
    }
  }

  const titles: Record<Pane, [string, string]> = {
    login: ['user.title', 'user.hint'],
    register: ['registerTitle', 'registerHint'],
    retrieve: ['retrieveTitle', 'retrieveHint'],
  }
  const [title, usual] = titles[pane]
  // Somebody on the way from an invitation is told that it waits for them.
  const isInvited = search.get('to')?.startsWith('/invitation') === true
  const hint = isInvited && pane !== 'retrieve' ? (pane === 'register' ? 'invitedHint' : 'invitedSignIn') : usual
  const link = (to: Pane, key: string) => (
    <button key={to} type="button" className="link" onClick={() => setPane(to)}>
      {t(key)}
    </button>
  )
  return (
    <SignInPage audience="user" title={t(title)} hint={t(hint)}>
      {closed && <p className="notice">{closed}</p>}
      {!closed && pane === 'login' && (
        <LoginForm audience="user" needsCaptcha={needs.captcha ?? false} submit={signIn} side={link('retrieve', 'forgot')} />
      )}
      <Suspense>
        {pane === 'register' && (
          <Register
            channels={needs.accountVerificationType}
            local={needs.localVerificationType ?? []}
            submit={(v) => enter({ ...v, tab: 'register' })}
          />
        )}
        {pane === 'retrieve' && (
          <Retrieve channels={needs.accountVerificationType} local={needs.localVerificationType ?? []} done={() => setPane('login')} />
        )}
      </Suspense>
      {!closed && (
        <p className="sign-in-more">
          {pane === 'login' ? link('register', 'register') : link('login', pane === 'register' ? 'haveAccount' : 'backToSignIn')}
        </p>
      )}
    </SignInPage>
  )
}
