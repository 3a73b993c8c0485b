import { useNavigate } from 'react-router'
import { ensureText, useText } from '../i18n/index.ts'
import { useAdmin } from '../state/admin.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useStops, useWalk } from './stops.ts'
import { useTour } from './store.ts'
import './tour.css'

await ensureText('tour')

/** Each step is announced: the keyboard is where the words are. */
const focus = (card: HTMLElement | null): void => card?.focus()

/** Stands beside the page that it speaks of, never over it: whoever walks can use the page meanwhile. */
export default function TourCard() {
  const t = useText('tour')
  const navigate = useNavigate()
  const person = useAdmin((s) => s.id)
  const { at, end } = useTour()
  const stops = useStops()
  const stop = stops[at ?? 0]
  const walk = useWalk(stops)
  if (at === null || !stop) return null
  const isLast = at === stops.length - 1
  const leave = () => end(person)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves, from wherever the focus is inside
    <aside
      key={at}
      ref={focus}
      className="tour-card"
      tabIndex={-1}
      aria-label={t('name')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
      }}
    >
      <header>
        <h2>{stop.title}</h2>
        <small>
          {at + 1} / {stops.length}
        </small>
        <button type="button" className="tool" aria-label={t('end')} title={t('end')} onClick={leave}>
          <Icon name="x" size={15} />
        </button>
      </header>
      <p aria-live="polite">{t(`stop.${stop.resource.replace('.', '_')}`)}</p>
      <footer>
        {at > 0 && <Button onClick={() => walk(at - 1)}>{t('back')}</Button>}
        {isLast ? (
          <Button
            look="primary"
            onClick={() => {
              leave()
              void navigate('/admin/docs')
            }}
          >
            {t('guide')}
          </Button>
        ) : (
          <Button look="primary" onClick={() => walk(at + 1)}>
            {t('next')}
          </Button>
        )}
      </footer>
    </aside>
  )
}
