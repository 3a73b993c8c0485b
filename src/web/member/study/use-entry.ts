import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { type EntryPlace, type EntryValues, fetchJudgement } from '../../api/member-entry.ts'
import { useLanguage } from '../../i18n/index.ts'
import type { OpenEntry } from './entry-store.ts'

const JUDGE_MS = 400
const RETRY_MS = 5000

/** The line may break at any moment: what could not be sent is sent when it is back, and what lay here at once where that is said. */
export const useLine = (open: OpenEntry, atOnce: boolean) => {
  const line = useStore(open.store, (s) => s.line)
  useEffect(() => {
    if (atOnce) void open.again()
  }, [open, atOnce])
  useEffect(() => {
    if (line !== 'offline') return undefined
    const again = () => void open.again()
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [open, line])
  return line
}

/** What the dictionary says about what stands there now. The server says it; without a line the last word stays. */
export const useJudgement = (open: OpenEntry, { gather, subject, visit, instance }: EntryPlace) => {
  const values = useStore(open.store, (s) => s.values)
  const lang = useLanguage()
  // It came with the form, in this language.
  const first = useRef<{ values: EntryValues; lang: string } | null>({ values, lang })
  useEffect(() => {
    if (first.current?.values === values && first.current.lang === lang) return undefined
    first.current = null
    let wanted = true
    const timer = setTimeout(() => {
      fetchJudgement({ gather, subject, visit, instance }, values).then(
        (judgement) => wanted && open.judge(judgement),
        () => undefined,
      )
    }, JUDGE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [open, gather, subject, visit, instance, values, lang])
}
