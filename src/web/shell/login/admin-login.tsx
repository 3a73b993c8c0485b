import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { login, type LoginRefusal, loginNeeds } from '../../api/admin.ts'
import { isAdminPage, isSharedPage, safePath } from '../../api/address.ts'
import { ApiError } from '../../api/request.ts'
import { useText } from '../../i18n/index.ts'
import { useAdmin } from '../../state/admin.ts'
import { useMenu } from '../../state/menu.ts'
import { rememberAccount } from '../../state/remembered.ts'
import { useSessionEnd } from '../../state/session-end.ts'
import { SignInPage } from '../../ui/sign-in-page.tsx'
import { LoginForm, type LoginValues } from './login-form.tsx'

/** Back to the page that asked for the sign-in, when it is one of ours. */
const landing = (wish: string | null, routePath: string): string => {
  const path = wish ? safePath({ routePath: wish }, window.location.origin) : null
  return path && (isAdminPage(path) || isSharedPage(path)) ? path : (safePath({ routePath }, window.location.origin) ?? '/admin')
}

/** While the password is typed, the back office is already on its way. */
const prefetchShell = (): void => void import('../admin-shell.tsx').catch(() => {})

export default function AdminLogin() {
  const t = useText('login')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  useEffect(() => {
    loginNeeds().then(
      ({ data }) => setNeedsCaptcha(data.captcha),
      () => {},
    )
  }, [])

  const submit = async (values: LoginValues): Promise<(LoginRefusal & { msg: string }) | null> => {
    try {
      const { data } = await login(values)
      rememberAccount('admin', values.keep ? values.username : '')
      useAdmin.getState().take(data.userInfo)
      useSessionEnd.getState().tell('admin', null)
      // The pages of the last session are still registered: one of them may open before the rest has started.
      await import('../../draft/drafts.ts').then((m) => m.loadDrafts('admin', data.userInfo.id)).catch(() => {})
      useMenu.getState().clear()
      await navigate(landing(search.get('to'), data.routePath), { replace: true })
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refusal = (error.data ?? {}) as LoginRefusal
      if (refusal.captcha) setNeedsCaptcha(true)
      return { ...refusal, msg: error.msg }
    }
  }

  return (
    <SignInPage audience="admin" title={t('admin.title')} hint={t('admin.hint')}>
      <LoginForm audience="admin" needsCaptcha={needsCaptcha} submit={submit} onFirstInput={prefetchShell} />
    </SignInPage>
  )
}
