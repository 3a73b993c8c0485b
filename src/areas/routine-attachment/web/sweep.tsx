import { useQuery } from '@tanstack/react-query'
import { ensureText, useResource, useText } from '#web'
import { uuid } from '#web/api/uuid.ts'
import { formatSize } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { runAction } from '#web/api/resource.ts'
import '#web/ui/effect.css'

await ensureText('area')

type Swept = { count: number; bytes: number; left: number }

const Told = ({ swept: { count, bytes, left }, done }: { swept: Swept; done: boolean }) => {
  const t = useText('area')
  const lang = useLanguage()
  if (count === 0) return <p>{t('sweep.none')}</p>
  return (
    <>
      <p>{t(done ? 'sweep.done' : 'sweep.found', { count, size: formatSize(bytes, lang) })}</p>
      {left > 0 && <p>{t('sweep.left', { count: left })}</p>}
      {!done && <p>{t('sweep.forGood')}</p>}
    </>
  )
}

/** What would go, before anybody agrees to it. */
const Preview = ({ values: { days } }: { values: Record<string, unknown> }) => {
  const t = useText('area')
  const { resource } = useResource()
  const isAsked = typeof days === 'number' && days >= 1
  const { data, error } = useQuery({
    queryKey: ['sweep', days],
    queryFn: () =>
      runAction(resource.name, 'sweepEffect', [], { days }, uuid(), { showError: false, showSuccess: false }).then((a) => a.data as Swept),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  })
  if (!isAsked) return null
  return (
    <section className="effect" aria-live="polite">
      <h3>{t('sweep.title')}</h3>
      {error ? <p role="alert">{error.message}</p> : data ? <Told swept={data} done={false} /> : <p>{t('people.checking')}</p>}
    </section>
  )
}
const Answer = ({ answer }: { answer: unknown }) => (
  <section className="effect">
    <Told swept={answer as Swept} done />
  </section>
)
export const sweepDialog = { Preview, Answer }
