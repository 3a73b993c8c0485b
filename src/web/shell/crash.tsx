import { useRouteError } from 'react-router'
import { t } from '../i18n/index.ts'
import './crash.css'

const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload/i.test(error.message)

/** One page's error stays that page's error. After a release, old pages ask for files that are gone: only a reload helps then. */
export const CrashPage = () => {
  const error = useRouteError()
  const stale = isStaleChunk(error)
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return (
    <main className="crash" role="alert">
      <h1>{stale ? t('error.chunk') : t('error.crash')}</h1>
      {!stale && <p>{t('error.crashHint')}</p>}
      {!stale && <pre>{text}</pre>}
      <button type="button" onClick={() => window.location.reload()}>
        {t('error.reload')}
      </button>
    </main>
  )
}
