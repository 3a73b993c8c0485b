import { useCallback, useEffect, useState } from 'react'
import { useLanguage } from '../i18n/index.ts'

type Answer<T> = { to: () => Promise<T>; round: number; lang: string; data?: T; error?: Error }

/** What a call answers, asked for anew when `ask` or the language changes, whose words the server writes, or on `reload`. The last answer stays while the next is on its way. */
export const useAnswer = <T>(ask: () => Promise<T>) => {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)
  const [round, setRound] = useState(0)
  const lang = useLanguage()
  useEffect(() => {
    let wanted = true
    ask().then(
      (data) => wanted && setAnswer({ to: ask, round, lang, data }),
      (error: unknown) => wanted && setAnswer({ to: ask, round, lang, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => void (wanted = false)
  }, [ask, round, lang])
  return {
    data: answer?.data,
    error: answer?.error,
    waiting: answer?.to !== ask || answer.round !== round || answer.lang !== lang,
    reload: useCallback(() => setRound((n) => n + 1), []),
  }
}
