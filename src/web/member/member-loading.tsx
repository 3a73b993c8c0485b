import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../api/request.ts'
import { useText } from '../i18n/index.ts'
import { decodeTarget, targetText } from '../api/target.ts'
import { bootMember } from './boot.ts'
import '../shell/loading-page.css'

export default function MemberLoading() {
  const t = useText('member')
  const to = targetText(useLocation().pathname)
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let here = true
    bootMember().then(
      (first) => {
        const path = decodeTarget(to, '/user') ?? first
        if (here && path) void navigate(path, { replace: true })
        else if (here) setProblem(t('noMenu'))
      },
      (error: unknown) => here && setProblem(error instanceof ApiError ? error.msg : t('failed')),
    )
    return () => void (here = false)
  }, [to, navigate, t])
  return (
    <div className="loading-page" role="status">
      {problem ? <p>{problem}</p> : <i role="img" aria-label={t('loading')} />}
      {problem && (
        <button type="button" className="link" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </button>
      )}
    </div>
  )
}
