/** Kept under `workingTime`; times in milliseconds, 0 = not resting. */
export type WorkingTime = { date: string; startTime: number; pauseTime: number; startPauseTime: number }

const key = 'workingTime'

export const dayOf = (now: Date): string =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`

/** A new calendar day starts at zero, whatever is stored. */
export const today = (stored: WorkingTime | null, now: Date): WorkingTime =>
  stored?.date === dayOf(now) ? stored : { date: dayOf(now), startTime: now.getTime(), pauseTime: 0, startPauseTime: 0 }

export const workedMillis = (time: WorkingTime, now: number): number =>
  Math.max(0, (time.startPauseTime || now) - time.startTime - time.pauseTime)

export const toggleRest = (time: WorkingTime, now: number): WorkingTime =>
  time.startPauseTime
    ? { ...time, pauseTime: time.pauseTime + (now - time.startPauseTime), startPauseTime: 0 }
    : { ...time, startPauseTime: now }

export const readWorkingTime = (): WorkingTime => {
  let stored: WorkingTime | null = null
  try {
    stored = JSON.parse(localStorage.getItem(key) ?? 'null') as WorkingTime | null
  } catch {
    stored = null
  }
  const time = today(stored, new Date())
  if (time !== stored) writeWorkingTime(time)
  return time
}

export const writeWorkingTime = (time: WorkingTime): void => localStorage.setItem(key, JSON.stringify(time))
