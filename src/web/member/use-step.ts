import { useRef, useState } from 'react'
import { halfWidth } from '../../kernel/half-width.ts'
import { useLockOut } from '../shell/login/lock-out.ts'
import { refusalOf } from './refusal.ts'

export type Said = Record<string, string | undefined>
/** How long until a code may be asked for again; `wait` when none was sent. */
export type Sent = { interval: number } | { wait: number }

/** A short form of plain inputs: reads them, shows what is wrong beside them, and what the server says above. */
export const useStep = () => {
  const form = useRef<HTMLFormElement>(null)
  const [said, setSaid] = useState<Said>({})
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState(false)
  const [left, lock] = useLockOut()
  const secret = (name: string): string => String(new FormData(form.current ?? undefined).get(name) ?? '')
  /** True when something is wrong; the first wrong field gets the focus. */
  const complain = (found: Said): boolean => {
    setNotice('')
    setSaid(found)
    const wrong = Object.keys(found).find((name) => found[name])
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    return wrong !== undefined
  }
  const explain = (error: unknown, picture?: true): number => {
    const { msg, problems, retryAfter } = refusalOf(error)
    // Whoever asks for a code is asked for a picture: that is the captcha which was wrong.
    const { captcha, ...others } = problems
    if (!complain(picture && captcha ? { ...others, picture: captcha } : problems)) setNotice(msg)
    return retryAfter
  }
  return {
    form,
    said,
    notice,
    busy,
    left,
    /** What stands in a field, in half width and without blanks around it. */
    text: (name: string): string => halfWidth(secret(name)).trim(),
    /** A password is what was typed, blanks and all. */
    secret,
    /** Sends a code, unless something it needs is wrong. */
    ask: async (found: Said, send: () => Promise<{ data: { interval: number } }>): Promise<Sent> => {
      if (complain(found)) return { wait: 0 }
      return send().then(
        ({ data }) => data,
        (error: unknown) => ({ wait: explain(error, true) }),
      )
    },
    run: async (found: Said, work: () => Promise<void>, onRefused?: (error: unknown) => void): Promise<void> => {
      if (complain(found)) return
      setBusy(true)
      try {
        await work()
      } catch (error) {
        lock(explain(error))
        onRefused?.(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
