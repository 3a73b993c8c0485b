import { useState } from 'react'
import { endSession, fetchSessions, type MemberSession } from '../../api/account.ts'
import { ApiError } from '../../api/request.ts'
import { exactTime, momentOf, relativeTime } from '../../ui/format.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { useMayMember } from '../../state/member-menu.ts'
import { deviceOf } from '../../ui/device.ts'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../state/toast.ts'
import { useAnswer } from '../../api/use-answer.ts'
import './sessions.css'

await ensureText('list', 'field')

const Item = ({ session, onEnd }: { session: MemberSession; onEnd?: (() => Promise<void>) | undefined }) => {
  const t = useText('member')
  const lang = useLanguage()
  const [busy, setBusy] = useState(false)
  const { name, phone } = deviceOf(session.userAgent)
  const last = momentOf(session.lastAt)
  const since = momentOf(session.createdAt)
  const device = name || t('sessions.unknown')
  return (
    <li title={session.userAgent}>
      <Icon name={phone ? 'smartphone' : 'globe'} size={20} />
      <div>
        <b>{device}</b>
        {session.current && <em>{t('sessions.here')}</em>}
        <small>
          {session.ip}
          {last && (
            <time dateTime={last.toISOString()} title={exactTime(last)}>
              {t('sessions.active', { time: relativeTime(last, lang) })}
            </time>
          )}
          {since && <time dateTime={since.toISOString()}>{t('sessions.since', { time: exactTime(since).slice(0, 16) })}</time>}
        </small>
      </div>
      {onEnd && (
        <Button
          busy={busy}
          aria-label={t('sessions.endOf', { device })}
          onClick={() => void (setBusy(true), onEnd().finally(() => setBusy(false)))}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** Where I am signed in; anything I do not know can be ended at once. */
export default function SessionsPage() {
  const t = useText('member')
  const mayEnd = useMayMember('account/endSession')
  const { data, error, reload } = useAnswer(fetchSessions)
  const stoppedAt = momentOf(data?.stopped?.at)
  const end = async (id: string): Promise<void> => {
    // Ended elsewhere meanwhile is as good: the fresh list shows it.
    await endSession(id, t('sessions.ended')).catch((e: unknown) => toast.error(e instanceof ApiError ? e.msg : t('failed')))
    reload()
  }
  return (
    <>
      <header className="member-title">
        <h1>{t('sessions.title')}</h1>
        <p>{t('sessions.hint')}</p>
      </header>
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <Skeleton rows={3} />}
      {data?.stopped && stoppedAt && (
        <p className="notice" role="status">
          {t('sessions.stopped', { time: exactTime(stoppedAt).slice(0, 16), ip: data.stopped.ip })}
        </p>
      )}
      <ul className="member-sessions">
        {data?.list.map((session) => (
          <Item key={session.id} session={session} onEnd={mayEnd && !session.current ? () => end(session.id) : undefined} />
        ))}
      </ul>
      {data?.list.length === 1 && <p className="member-note">{t('sessions.only')}</p>}
    </>
  )
}
