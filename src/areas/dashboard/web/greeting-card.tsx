import { useEffect, useState } from 'react'
import { useText } from '#web'
import { useAdmin } from '#web/state/admin.ts'
import { readWorkingTime, toggleRest, workedMillis, writeWorkingTime } from '#web/state/working-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { greetingKey } from '#web/ui/greeting.ts'
import { TourOffer } from './tour-offer.tsx'

const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const WorkingTime = ({ now }: { now: number }) => {
  const t = useText('shell')
  const [time, setTime] = useState(readWorkingTime)
  // Past midnight the stored day is over: count from zero again.
  if (new Date(now).getDate() !== new Date(time.startTime).getDate()) setTime(readWorkingTime())
  const seconds = Math.floor(workedMillis(time, now) / 1000)
  const parts = [
    seconds >= 3600 ? t('dashboard.time.h', { count: Math.floor(seconds / 3600) }) : '',
    t('dashboard.time.m', { count: Math.floor(seconds / 60) % 60 }),
    t('dashboard.time.s', { count: seconds % 60 }),
  ]
  const resting = time.startPauseTime > 0
  const toggle = (): void => {
    const next = toggleRest(time, Date.now())
    writeWorkingTime(next)
    setTime(next)
  }
  return (
    <div className="working-time" data-resting={resting}>
      <span>{t(resting ? 'dashboard.resting' : 'dashboard.worked')}</span>
      <strong>{parts.filter(Boolean).join(' ')}</strong>
      <button type="button" className="no-print" onClick={toggle}>
        <Icon name={resting ? 'play' : 'pause'} size={13} />
        {t(resting ? 'dashboard.continue' : 'dashboard.rest')}
      </button>
    </div>
  )
}

export const Greeting = () => {
  const t = useText('shell')
  const hello = useText('greeting')
  const { nickname, username, avatar } = useAdmin()
  const now = useNow()
  const key = greetingKey(new Date(now).getHours())
  return (
    <section className="greeting">
      <Avatar src={avatar} name={nickname || username} size={48} />
      <div>
        <h1>
          {nickname || username}
          <span>{hello(key)}</span>
          <span>{hello('welcome')}</span>
        </h1>
        <p className="greeting-keys">{t('dashboard.palette', { key: 'Ctrl K' })}</p>
        <TourOffer />
      </div>
      <WorkingTime now={now} />
    </section>
  )
}
