import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../api/request.ts'
import { useText } from '../i18n/index.ts'
import { addressOf, firstPage, useMenu } from '../state/menu.ts'
import { boot } from './boot.ts'
import { prefetchResourcePage } from './pages.ts'
import { isRegistered } from './register-routes.ts'
import { decodeTarget, targetText } from '../api/target.ts'
import './loading-page.css'

const patience = 6000

/** Where to land: the address that was asked for, else the first page of the menu. */
const destination = (to: string | undefined): string | null => {
  const wished = decodeTarget(to, '/admin')
  if (wished) return wished
  const first = firstPage(useMenu.getState().nodes.filter((n) => n.type !== 'menu' || isRegistered(addressOf(n))))
  return first && addressOf(first)
}

export default function LoadingPage() {
  const t = useText('shell')
  const to = targetText(useLocation().pathname)
  const navigate = useNavigate()
  const [slow, setSlow] = useState(false)
  const [problem, setProblem] = useState<{ said: string } | { word: string } | null>(null)
  useEffect(() => {
    let here = true
    if (to && !to.includes('/dashboard')) prefetchResourcePage()
    const timer = setTimeout(() => setSlow(true), patience)
    boot().then(
      () => {
        if (!here) return
        const path = destination(to)
        if (path) void navigate(path, { replace: true })
        else setProblem({ word: 'loading.noMenu' })
      },
      (error: unknown) => here && setProblem(error instanceof ApiError ? { said: error.msg } : { word: 'loading.failed' }),
    )
    return () => {
      here = false
      clearTimeout(timer)
    }
    // Not by the words: a change of language would lead here again whoever has asked for another page meanwhile.
  }, [to, navigate])
  return (
    <div className="loading-page" role="status">
      {problem ? <p>{'said' in problem ? problem.said : t(problem.word)}</p> : <i role="img" aria-label={t('loading')} />}
      {(slow || problem) && (
        <button type="button" className="link" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </button>
      )}
    </div>
  )
}
