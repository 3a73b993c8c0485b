import { fetchGathers } from '../../api/member-gather.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useText } from '../../i18n/index.ts'
import { OwedList } from './owed-list.tsx'

/** On the first page: one card for each gather project, a tap away from handing over. */
export default function OwedHome() {
  const t = useText('gather')
  const { data } = useAnswer(fetchGathers)
  if (!data?.length) return null
  return (
    <section className="overview-owed" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <OwedList rows={data} />
    </section>
  )
}
