import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '../i18n/index.ts'
import './offline.css'

const subscribe = (notify: () => void): (() => void) => {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

export const Offline = () => {
  const t = useText()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const [wasGone, setWasGone] = useState(false)
  if (!online && !wasGone) setWasGone(true)
  const isBack = online && wasGone
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setWasGone(false), 3000)
    return () => clearTimeout(timer)
  }, [isBack])
  if (!wasGone) return null
  return (
    <div className="offline" role="status" data-online={online}>
      {online ? t('offline.back') : t('offline.gone')}
    </div>
  )
}
