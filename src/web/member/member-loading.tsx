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
  const [problem, setProblem] = useState<{ said: string } | { word: string } | null>(null)
  useEffect(() => {
    let here = true
    bootMember().then(
      (first) => {
        const path = decodeTarget(to, '/user') ?? first
        if (here && path) void navigate(path, { replace: true })
        else if (here) setProblem({ word: 'noMenu' })
      },
      (error: unknown) => here && setProblem(error instanceof ApiError ? { said: error.msg } : { word: 'failed' }),
    )
    return () => void (here = false)
    // Not by the words: a change of language would lead here again whoever has asked for another page meanwhile.
  }, [to, navigate])
  return (
    <div className="loading-page" role="status">
      {problem ? <p>{'said' in problem ? problem.said : t(problem.word)}</p> : <i role="img" aria-label={t('loading')} />}
      {problem && (
        <button type="button" className="link" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </button>
      )}
    </div>
  )
}
