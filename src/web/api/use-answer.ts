import { useCallback, useEffect, useState } from 'react'

type Answer<T> = { to: () => Promise<T>; round: number; data?: T; error?: Error }

/** What a call answers, asked for anew when `ask` changes or on `reload`. The last answer stays while the next is on its way. */
export const useAnswer = <T>(ask: () => Promise<T>) => {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let wanted = true
    ask().then(
      (data) => wanted && setAnswer({ to: ask, round, data }),
      (error: unknown) => wanted && setAnswer({ to: ask, round, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => void (wanted = false)
  }, [ask, round])
  return {
    data: answer?.data,
    error: answer?.error,
    waiting: answer?.to !== ask || answer.round !== round,
    reload: useCallback(() => setRound((n) => n + 1), []),
  }
}
