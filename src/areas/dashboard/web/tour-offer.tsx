import { useText } from '#web'
import { useAdmin } from '#web/state/admin.ts'
import { useStops, useWalk } from '#web/tour/stops.ts'
import { useTour } from '#web/tour/store.ts'

/** Asked until somebody has walked or does not want to. */
export const TourOffer = () => {
  const t = useText('tour')
  const person = useAdmin((s) => s.id)
  const { at, declined, end } = useTour()
  const stops = useStops()
  const walk = useWalk(stops)
  if (at !== null || stops.length < 2 || declined.includes(person)) return null
  return (
    <p className="tour-offer no-print">
      {t('offer', { count: stops.length })}{' '}
      <button type="button" className="link" onClick={() => walk(0)}>
        {t('start')}
      </button>{' '}
      <button type="button" className="link" onClick={() => end(person)}>
        {t('decline')}
      </button>
    </p>
  )
}
