import { Tag } from '../../field/cell/tag.tsx'
import { useText } from '../../i18n/index.ts'
import { followInside } from '../../resource/list/label-link.tsx'
import { exactTime, momentOf } from '../../ui/format.ts'
import { ToldLines } from '../told-lines.tsx'
import type { Event } from './api.ts'

/** Where it can be looked at. */
const addressOf = (study: number, { resource, record, form }: Event): string | null => {
  if (resource.startsWith('clinical.data.')) return `/admin/clinical/data?study=${study}&form=${form ?? ''}&record=${record}`
  if (resource === 'query.entry') return `/admin/query/${record}`
  return `/admin/${resource.replaceAll('.', '/')}/${record}`
}

const Entry = ({ study, event }: { study: number; event: Event }) => {
  const t = useText('trail')
  const at = momentOf(event.at)
  const to = addressOf(study, event)
  const about = [event.subjectCode, event.visitName, event.formName].filter(Boolean).join(' · ') || event.label
  return (
    <li>
      <p className="trail-head">
        {at && <time dateTime={event.at}>{exactTime(at)}</time>}
        <Tag tone="none">{t(`kind.${event.kind}`)}</Tag>
        <b>
          {event.where} · {event.what}
        </b>
        {about &&
          (to ? (
            <a href={to} onClick={(click) => followInside(click, to)}>
              {about}
            </a>
          ) : (
            <span>{about}</span>
          ))}
        <span className="trail-by">{event.by}</span>
      </p>
      {event.reason && (
        <p className="trail-reason">
          {t('reason')}
          {event.reason}
        </p>
      )}
      <ToldLines lines={event.lines} empty={t('emptied')} />
    </li>
  )
}

export const EventList = ({ study, events }: { study: number; events: readonly Event[] }) => (
  <ol className="trail-list">
    {events.map((event) => (
      <Entry key={`${event.rank} ${event.form ?? 0} ${event.id}`} study={study} event={event} />
    ))}
  </ol>
)
