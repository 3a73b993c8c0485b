import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web'
import { exactTime, momentOf, relativeTime } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { endSession, fetchSessions, type Session } from './api.ts'
import { deviceOf } from '#web/ui/device.ts'

const Item = ({ session, onEnd }: { session: Session; onEnd(): void }) => {
  const t = useText('area')
  const lang = useLanguage()
  const at = momentOf(session.lastAt)
  const { name, phone } = deviceOf(session.userAgent)
  return (
    <li title={session.userAgent}>
      <Icon name={phone ? 'smartphone' : 'globe'} size={18} />
      <div>
        <b>{name || t('profile.unknownDevice')}</b>
        <small>
          {session.ip}
          {at && (
            <>
              {' · '}
              <time dateTime={at.toISOString()} title={exactTime(at)}>
                {relativeTime(at, lang)}
              </time>
            </>
          )}
        </small>
      </div>
      {session.current ? <span className="panel-badge">{t('profile.here')}</span> : <Button onClick={onEnd}>{t('profile.end')}</Button>}
    </li>
  )
}

const SHOWN = 5

/** Where I am signed in; anything I do not know can be ended at once. */
export const SessionList = () => {
  const t = useText('area')
  const client = useQueryClient()
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery({ queryKey: ['profile', 'sessions'], queryFn: fetchSessions, staleTime: 0, retry: false })
  const stoppedAt = momentOf(data?.stopped?.at)
  const end = async (id: string) => {
    await endSession(id).catch(() => {})
    await client.invalidateQueries({ queryKey: ['profile'] })
  }
  return (
    <section className="panel-card" aria-label={t('profile.sessions')}>
      <h2>{t('profile.sessions')}</h2>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data?.stopped && stoppedAt && (
        <p className="notice" role="status">
          {t('profile.stopped', { time: exactTime(stoppedAt).slice(0, 16), ip: data.stopped.ip })}
        </p>
      )}
      <ul className="sessions">
        {data?.list.slice(0, all ? undefined : SHOWN).map((s) => (
          <Item key={s.id} session={s} onEnd={() => void end(s.id)} />
        ))}
      </ul>
      {!all && data && data.list.length > SHOWN && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {t('profile.allSessions', { count: data.list.length })}
        </Button>
      )}
    </section>
  )
}
