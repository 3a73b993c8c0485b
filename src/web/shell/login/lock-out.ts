import { useEffect, useState } from 'react'

export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts a lock-out down to zero, by the clock rather than by ticks: a sleeping laptop must not prolong it. */
export const useLockOut = (): [left: number, lock: (seconds: number) => void] => {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!until) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const lock = (seconds: number): void => {
    setNow(Date.now())
    setUntil(seconds > 0 ? Date.now() + seconds * 1000 : 0)
  }
  return [until ? left : 0, lock]
}
