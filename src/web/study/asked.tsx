import { useQuery } from '@tanstack/react-query'
import { ApiError, request } from '../api/request.ts'
import { ensureText, useLanguage, useText } from '../i18n/index.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import './asked.css'

await ensureText('query')

/** Findings, a record and a value of it, or a file. */
type About =
  | { findings: readonly number[] }
  | { form: number; record: number; field: string | null }
  | { datafile: number; study: number | null }
  | { delivery: number }
type Asked = { to: { people: string; count: number }[]; count: number; more: number; text: string }

const paramsOf = (about: About): Record<string, string | number> => {
  if ('findings' in about) return { findings: about.findings.join(',') }
  return Object.fromEntries(Object.entries(about).map(([name, value]) => [name, value ?? '']))
}
const fetchAsked = (about: About, signal?: AbortSignal) =>
  request<Asked>({
    url: '/admin/query/asked',
    params: paramsOf(about),
    ...(signal ? { signal } : {}),
    showError: false,
    cancelDuplicate: false,
  }).then(({ data }) => data)

/** Before a question is sent: who will be asked, and what it says where nothing is written. */
export const WillBeAsked = ({ about, isWritten }: { about: About; isWritten: boolean }) => {
  const t = useText('query')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['query', 'asked', about, lang],
    queryFn: ({ signal }) => fetchAsked(about, signal),
    staleTime: 0,
    retry: false,
  })
  // A file of no study asks for one first: that is no failure, and trying again would not help.
  if (error instanceof ApiError && error.kind === 'business')
    return (
      <p className="will-be-asked" role="status">
        {error.message}
      </p>
    )
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={2} />
  return (
    <section className="will-be-asked" aria-label={t('willAsk')}>
      <h3>{t('willAsk')}</h3>
      <ul>
        {data.to.map(({ people, count }) => (
          <li key={people}>
            {people}
            {data.count > 1 && <small>{t('questions', { count })}</small>}
          </li>
        ))}
        {data.more > 0 && <li>{t('moreQuestions', { count: data.more })}</li>}
      </ul>
      {!isWritten && data.text && (
        <>
          <h3>{t(data.count > 1 ? 'usualFirst' : 'usual')}</h3>
          <p>{data.text}</p>
        </>
      )}
    </section>
  )
}
