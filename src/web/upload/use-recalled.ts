import { useEffect } from 'react'
import type { Audience } from '../api/session.ts'

/** As `tus-js-client` keeps what it has begun. */
const BEGUN = 'tus::'

/** A window that is opened shows what was left when the last one was closed. A browser that knows of nothing does not ask. */
export const useRecalled = (audience: Audience, person: number): void =>
  useEffect(() => {
    if (person && Object.keys(localStorage).some((key) => key.startsWith(BEGUN)))
      void import('./left.ts').then(({ recall }) => recall(audience))
  }, [audience, person])
