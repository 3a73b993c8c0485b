import { useEffect } from 'react'
import type { Audience } from '../api/session.ts'

/** Hears what happens as long as this person is signed in. What reads the stream is loaded behind the page. */
export const useStream = (audience: Audience, person: number): void =>
  useEffect(() => {
    if (!person) return
    const control = new AbortController()
    void import('./start-live.ts').then(({ startLive }) => startLive(audience, person, control.signal))
    return () => control.abort()
  }, [audience, person])
